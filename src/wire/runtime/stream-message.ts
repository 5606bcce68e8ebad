/** What the event stream of a session says: the whole state, one event, or that the session is gone. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { SessionEvent } from "./event.ts";
import type { TellableEvent } from "./follow.ts";
import { parseEvent, parseMessageText, parseState } from "./parse.ts";
import type { SessionState } from "./state.ts";
import { encodeFrame, type Frame } from "./stream.ts";

export type StreamMessage =
  | { readonly kind: "snapshot"; readonly state: SessionState }
  | { readonly kind: "change"; readonly event: TellableEvent }
  /** Nothing comes any more: the session is closed here, or there is none. */
  | { readonly kind: "gone" }
  /** Of a newer version; says nothing to this one. */
  | { readonly kind: "unknown" };

/** What a runtime sends. */
export type SentMessage =
  | { readonly kind: "snapshot"; readonly state: SessionState }
  | { readonly kind: "change"; readonly event: SessionEvent }
  | { readonly kind: "gone" };

/** Header with the name of the running runtime: `Last-Event-ID` counts only together with it. */
export const INSTANCE_HEADER = "telltale-runtime";

export function encodeStreamMessage(message: SentMessage): string {
  switch (message.kind) {
    case "snapshot": {
      const { state } = message;
      const data = JSON.stringify(state);
      return encodeFrame({ event: "snapshot", id: `${state.lastEventId}`, data });
    }
    case "change": {
      const { event } = message;
      return encodeFrame({ event: "change", id: `${event.id}`, data: JSON.stringify(event) });
    }
    case "gone":
      return encodeFrame({ event: "gone", data: "{}" });
    default:
      return message satisfies never;
  }
}

/** A message, or why the frame is none. */
export function parseStreamMessage({ event, data, cut }: Frame): Result<StreamMessage> {
  if (event === "gone") return ok({ kind: "gone" });
  if (event !== "snapshot" && event !== "change") return ok({ kind: "unknown" });
  if (cut === true) return failed(`the ${event} is longer than a message may be`);
  const json = parseMessageText(data);
  if (!json.ok) return failed(`${event}: ${json.reason}`);
  if (event === "snapshot") {
    const state = parseState(json.value);
    return state.ok
      ? ok({ kind: "snapshot", state: state.value })
      : failed(`snapshot: ${state.reason}`);
  }
  const change = parseEvent(json.value);
  return change.ok
    ? ok({ kind: "change", event: change.value })
    : failed(`change: ${change.reason}`);
}
