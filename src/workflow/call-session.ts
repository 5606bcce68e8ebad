/** One call of the agent, from its tool or from a shell: with the machines of the session that it names. */
import type { Result } from "../base/result.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { ToolCall } from "./engine/parse-call.ts";
import { WorkflowError } from "./engine/ports.ts";
import type { Reply } from "./engine/reply.ts";
import { unknownSessionMessage } from "./engine/text/errors.ts";
import {
  type CallPlace,
  type OpenOptions,
  type OpenWorkflow,
  openNew,
  openSession,
  openSessions,
  withSessionTurn,
} from "./open.ts";

export interface Caller extends Pick<OpenOptions, "load"> {
  /** Who a session belongs to that begins with the call. */
  readonly harness: string;
  readonly place: CallPlace;
}

/**
 * Answers a call; events of one session run one after the other. Throws `WorkflowError` for a session that is
 * unknown or missing, and for faults of the store and of configs.
 */
export async function callSession(call: ToolCall, caller: Caller): Promise<Reply> {
  const { session, event } = call;
  const { place, load } = caller;
  const options = { commands: event !== undefined, ...(load !== undefined && { load }) };
  if (session === undefined)
    return engineOf(given(await openNew(place, options)), caller).call(call);
  // Asked before the turn, whose lock an unknown key should not leave behind.
  if (given(openSessions(place)).session(session) === undefined) throw unknownSession(session);
  const answer = async () => {
    const opened = await openSession(session, place, options);
    return engineOf(given(opened, session), caller).call(call);
  };
  // The machines are loaded in the turn: the event before may have been a long one, of another process.
  return event === undefined
    ? await answer()
    : given(await withSessionTurn(session, place, answer));
}

function engineOf({ loaded, store, host }: OpenWorkflow, { harness, place }: Caller): Engine {
  const origin = { harness, cwd: place.cwd, configs: loaded.configs };
  return createEngine({ set: loaded.set, store, host, origin });
}

/** The value, or its fault. To an agent an unknown key is a wrong argument: it is told which one would be right. */
function given<T>(result: Result<T, WorkflowError>, key?: string): T {
  if (result.ok) return result.value;
  const isUnknown = result.reason.kind === "unknown-session" && key !== undefined;
  throw isUnknown ? unknownSession(key) : result.reason;
}

function unknownSession(key: string): WorkflowError {
  return new WorkflowError("unknown-session", unknownSessionMessage(key));
}
