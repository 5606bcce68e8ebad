/**
 * The processes that a command has started, and those in turn: also such as left its process group, as
 * `setsid` does, which no signal to the group reaches. One whose parent has ended belongs to the system
 * and cannot be told any more, so whoever wants to end all of them looks before the command ends.
 */
import fs from "node:fs";
import { readBounded } from "../../files/read-bounded.ts";

/** One process, so that it is not taken for a later one with the same number. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  /** When it started, in the words of the system; equal for the same process alone. */
  readonly started: string;
}

/** A line of /proc/PID/stat is some 300 bytes. */
const STAT_MAX_BYTES = 4096;

/** From one look to the next a tree may grow; one that outlives this many grows faster than it is ended. */
const MAX_ROUNDS = 20;

/** Living descendants of the processes that are still the same; those themselves are not among them. */
export function descendantsOf(roots: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const all = listProcesses();
  const known = new Set(roots.filter((root) => all.some(isSame(root))).map(({ pid }) => pid));
  const found: ProcessEntry[] = [];
  for (let grown = true; grown; ) {
    const next = all.filter(({ pid, parentPid }) => known.has(parentPid) && !known.has(pid));
    for (const entry of next) known.add(entry.pid);
    found.push(...next);
    grown = next.length > 0;
  }
  return found;
}

/** The process with this number; undefined if there is none. */
export function findProcess(pid: number): ProcessEntry | undefined {
  return listProcesses().find((entry) => entry.pid === pid);
}

/** SIGKILL to those that are still the same, and to what they have started meanwhile. */
export function endProcesses(entries: readonly ProcessEntry[]): void {
  let left = entries;
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    const later = descendantsOf(left);
    const all = listProcesses();
    for (const entry of left) if (all.some(isSame(entry))) kill(entry.pid);
    left = later;
  }
}

function isSame({ pid, started }: ProcessEntry): (other: ProcessEntry) => boolean {
  return (other) => other.pid === pid && other.started === started;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in between, or belongs to somebody else (sudo).
  }
}

/** All processes that have not ended; none where the system does not tell. */
function listProcesses(): readonly ProcessEntry[] {
  return listFromProc() ?? listFromPs();
}

function listFromProc(): readonly ProcessEntry[] | undefined {
  let names: readonly string[];
  try {
    names = fs.readdirSync("/proc");
  } catch {
    return undefined;
  }
  const entries = names.filter((name) => /^\d+$/.test(name)).flatMap((pid) => statOf(pid) ?? []);
  return entries.length > 0 ? entries : undefined;
}

function statOf(pid: string): ProcessEntry | undefined {
  const text = readBounded(`/proc/${pid}/stat`, STAT_MAX_BYTES);
  if (!text.ok) return undefined;
  // The name in parentheses may hold spaces and parentheses; fields are counted behind its end.
  const fields = text.value.slice(text.value.lastIndexOf(")") + 2).split(" ");
  const [state, parentPid] = fields;
  const started = fields[19];
  if (started === undefined || state === "Z") return undefined;
  return { pid: Number(pid), parentPid: Number(parentPid), started };
}

/** Elsewhere, as on macOS. */
export function listFromPs(): readonly ProcessEntry[] {
  try {
    const { stdout } = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid=,stat=,lstart="]);
    return stdout.toString().split("\n").flatMap(entryOfPs);
  } catch {
    // There is no such program.
    return [];
  }
}

function entryOfPs(line: string): readonly ProcessEntry[] {
  const [, pid, parentPid, state, started] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)/.exec(line) ?? [];
  if (pid === undefined || started === undefined || state?.startsWith("Z")) return [];
  return [{ pid: Number(pid), parentPid: Number(parentPid), started }];
}
