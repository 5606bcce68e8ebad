/** Where a session lies on disk: `<state>/live-sessions/<session id>/`. */
import { join } from "node:path";

/** Ids are made by the runtime; a name from outside is checked before it becomes a path. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Files of one session. Absolute paths. */
export interface SessionFolder {
  readonly path: string;
  readonly journal: string;
  readonly summary: string;
  /** What stood after a damaged line of the journal. */
  readonly damaged: string;
  readonly lock: string;
  readonly owner: string;
}

/** The folder of all sessions; not that of what statuslines have seen, which is `sessions`. */
export function sessionsRoot(stateDir: string): string {
  return join(stateDir, "live-sessions");
}

/** Undefined for what is no session id. */
export function sessionFolder(stateDir: string, sessionId: string): SessionFolder | undefined {
  if (!SESSION_ID.test(sessionId)) return undefined;
  const path = join(sessionsRoot(stateDir), sessionId);
  return {
    path,
    journal: join(path, "journal.jsonl"),
    summary: join(path, "summary.json"),
    damaged: join(path, "damaged.jsonl"),
    lock: join(path, "lock"),
    owner: join(path, "owner.json"),
  };
}
