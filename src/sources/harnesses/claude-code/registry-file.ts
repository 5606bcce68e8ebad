/**
 * Claude Code's own registry of live sessions, `<config folder>/sessions/<pid>.json`: the one witness of
 * an interrupt, as no hook fires then. A `.key` file beside it is secret and is never opened.
 */
import { join } from "node:path";
import { asCount, asRecord, asText } from "../../../base/shape.ts";
import { readBounded } from "../../../files/read-bounded.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import type { Interaction } from "../../../status/facts/interaction.ts";
import type { Observation } from "../../sessions/observation.ts";

/** Entries seen have under 400 bytes; more is something else. */
const MAX_FILE_BYTES = 64 * 1024;

/** Also a bound on the file name: no sign, no path, at most what a 32-bit process id has. */
const PID = /^[1-9][0-9]{0,9}$/;

/** Our id for the question that the registry tells of; hooks know its own. */
const REQUEST_ID = "registry:waiting";

/** Whose entry is asked for. */
export interface RegistryQuery {
  /** Claude Code's configuration folder: the harness's `dataDir`. */
  readonly configDir: string;
  /** `CLAUDE_PID` as it stands in the environment. */
  readonly pid: string | undefined;
  /** The session that the entry must be about. */
  readonly sessionId: string;
}

/**
 * What the registry says of the session, and since when. Undefined means unknown: no entry, an entry
 * of another session (process ids are used again), a process that is gone, or a word that we do not
 * know. Never throws.
 */
export function readRegistryFile(query: RegistryQuery): Observation | undefined {
  const { configDir, pid, sessionId } = query;
  if (pid === undefined || !PID.test(pid)) return undefined;
  const file = readBounded(join(configDir, "sessions", `${pid}.json`), MAX_FILE_BYTES);
  if (!file.ok) return undefined;
  let entry: Readonly<Record<string, unknown>> | undefined;
  try {
    entry = asRecord(JSON.parse(file.value));
  } catch {
    return undefined;
  }
  if (entry?.sessionId !== sessionId || !isAlive(Number(pid))) return undefined;
  return adaptRegistryEntry(entry);
}

/**
 * An entry of the registry to facts. `busy` and `waiting` are parts of a running turn; `shell` means
 * that the turn is over and a command goes on in the background, `idle` that none does.
 */
export function adaptRegistryEntry(value: unknown): Observation | undefined {
  const entry = asRecord(value);
  const atMs = asCount(entry?.statusUpdatedAt);
  if (entry === undefined || atMs === undefined) return undefined;
  const closed: Fact = { kind: "interaction-closed" };
  switch (entry.status) {
    case "busy":
      return { atMs, facts: [closed, { kind: "turn-started", atMs }] };
    case "idle":
      return { atMs, facts: [closed, { kind: "turn-idle", atMs }, shells(0)] };
    case "shell":
      return { atMs, facts: [closed, { kind: "turn-idle", atMs }, shells(1)] };
    case "waiting": {
      const asks = waitsFor(asText(entry.waitingFor));
      const opened: Fact = { kind: "interaction-opened", requestId: REQUEST_ID, asks, atMs };
      return { atMs, facts: [{ kind: "turn-started", atMs }, opened] };
    }
    default:
      return undefined;
  }
}

/** That a command goes on is all that is told: not how many there are, and nothing of other tasks. */
function shells(tasks: 0 | 1): Fact {
  return { kind: "background-counted", tasks, shells: tasks };
}

/** The word is the program's own label, such as `permission prompt`; every other dialog is a question. */
function waitsFor(label: string | undefined): Interaction["asks"] {
  if (label === undefined) return "question";
  if (/\bpermission\b/.test(label)) return "permission";
  return /\bplan\b/.test(label) ? "plan" : "question";
}

/** Signal 0 reaches a process without touching it; without the right to, it exists all the same. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === "EPERM";
  }
}
