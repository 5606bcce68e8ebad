/** Answers calls of the tool on this machine, for as long as the server lives. */
import { callSession } from "../call-session.ts";
import { createWatchingLoader } from "../configs/watching-load.ts";
import type { ToolCall } from "../engine/parse-call.ts";
import type { CallPlace } from "../open.ts";
import type { ToolAnswer } from "./serve-tool.ts";

/** Who a session belongs to that begins with a call of the tool. */
const HARNESS = "mcp";

/**
 * Answers one call after the other. What was loaded stays in memory, and its files are looked at in each
 * call. Throws as `callSession` does.
 */
export function createAnswerer(place: CallPlace): (call: ToolCall) => Promise<ToolAnswer> {
  const { load } = createWatchingLoader();
  return (call) => callSession(call, { harness: HARNESS, place, load });
}
