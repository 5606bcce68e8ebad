/** Where a session stands, read from the disk for a row. Writes nothing in the store, takes no lock, runs nothing. */
import { failed, ok, type Result } from "../../base/result.ts";
import { WorkflowError } from "../engine/ports.ts";
import type { Status } from "../engine/reply.ts";
import { statusOf } from "../engine/status.ts";
import { type CallPlace, openSession, openSessions } from "../open.ts";

/** Which session: by its key, or by the conversation of a harness that it is bound to. */
export type AskedSession =
  | { readonly key: string }
  | { readonly harness: string; readonly hostSession: string };

/**
 * The status by the configs that the session recorded; undefined where there is no such session. The
 * reason says what cannot be read. A config that is broken or gone is no fault: it reads as idle.
 */
export async function readStatus(
  asked: AskedSession,
  place: CallPlace,
): Promise<Result<Status | undefined>> {
  try {
    const key = keyOf(asked, place);
    if (key === undefined) return ok(undefined);
    const opened = await openSession(key, place);
    if (!opened.ok) {
      const { kind, message } = opened.reason;
      return kind === "unknown-session" ? ok(undefined) : failed(message);
    }
    const { session, loaded, store } = opened.value;
    return ok(statusOf(session, loaded.set, store));
  } catch (error) {
    if (error instanceof WorkflowError) return failed(error.message);
    throw error;
  }
}

function keyOf(asked: AskedSession, place: CallPlace): string | undefined {
  if ("key" in asked) return asked.key;
  const sessions = openSessions(place);
  if (!sessions.ok) throw sessions.reason;
  return sessions.value.binding(asked.harness, asked.hostSession);
}
