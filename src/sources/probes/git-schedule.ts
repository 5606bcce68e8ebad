/**
 * When a program that stays alive counts lines anew. A pure rule: the caller keeps the time of the
 * last start and starts afresh (no last start) for another session or directory.
 *
 * A trigger inside the pause is not made up for later: the numbers may be old until the next one.
 * HEAD is read at every trigger, as that costs no process.
 */

/** Shortest time between two starts of `git diff --numstat`. */
const NUMSTAT_PAUSE_MS = 10_000;

/** Tools after which files may be different, by the names of the harnesses, in lower case. */
const CHANGING_TOOLS: ReadonlySet<string> = new Set([
  "write",
  "edit",
  "multiedit",
  "notebookedit",
  "apply_patch",
  "bash",
  "shell",
  "powershell",
  "execute",
  "delete",
  "move",
  "task",
  "agent",
]);

/** Whether the end of this tool is a trigger; reading and searching are none. */
export function toolEndTriggers(tool: string): boolean {
  return CHANGING_TOOLS.has(tool.toLowerCase());
}

/**
 * Whether a trigger at `triggerMs` starts a numstat, with the last one started at `lastStartMs`. A
 * clock set back counts as a long time, so that it cannot hold the numbers for hours.
 */
export function numstatDue(lastStartMs: number | undefined, triggerMs: number): boolean {
  if (lastStartMs === undefined || triggerMs < lastStartMs) return true;
  return triggerMs - lastStartMs >= NUMSTAT_PAUSE_MS;
}
