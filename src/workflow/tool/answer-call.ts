/** Answers calls of the tool on this machine: each with the machines of the session that it names. */
import { createWatchingLoader } from "../configs/watching-load.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import type { ToolCall } from "../engine/parse-call.ts";
import { WorkflowError } from "../engine/ports.ts";
import { unknownSessionMessage } from "../engine/text/errors.ts";
import {
  type CallPlace,
  type OpenWorkflow,
  openNew,
  openSession,
  withSessionTurn,
} from "../open.ts";
import type { ToolAnswer } from "./serve-tool.ts";

/** Who a session belongs to that begins with a call of the tool. */
const HARNESS = "mcp";

/**
 * Answers one call after the other. What was loaded stays in memory, and its files are looked at in each
 * call. Throws `WorkflowError` for a session that is unknown or missing, and for faults of the store.
 */
export function createAnswerer(place: CallPlace): (call: ToolCall) => Promise<ToolAnswer> {
  const { load } = createWatchingLoader();

  const engineOf = (opened: OpenWorkflow): Engine => {
    const { loaded, store, host } = opened;
    const origin = { harness: HARNESS, cwd: place.cwd, configs: loaded.configs };
    return createEngine({ set: loaded.set, store, host, origin });
  };
  const engineOfSession = async (key: string, commands: boolean): Promise<Engine> => {
    const opened = await openSession(key, place, { commands, load });
    if (opened.ok) return engineOf(opened.value);
    const { kind } = opened.reason;
    // To an agent an unknown key is a wrong argument: it is told which one would be right.
    throw kind === "unknown-session"
      ? new WorkflowError(kind, unknownSessionMessage(key))
      : opened.reason;
  };

  return async (call) => {
    const { session, event } = call;
    if (session === undefined) {
      const opened = await openNew(place, { commands: true, load });
      if (!opened.ok) throw opened.reason;
      return engineOf(opened.value).call(call);
    }
    const view = await engineOfSession(session, false);
    if (event === undefined) return view.call(call);
    // Loaded anew in the turn: the event before may have been a long one, of another process.
    const turn = await withSessionTurn(session, place, async () =>
      (await engineOfSession(session, true)).call(call),
    );
    if (!turn.ok) throw turn.reason;
    return turn.value;
  };
}
