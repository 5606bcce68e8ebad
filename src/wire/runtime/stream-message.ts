/**
 * What the event stream of a session says: the whole state, one event, where the stream stands after what was
 * missed, or that the session is gone.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import type { SessionEvent } from "./event.ts";
import type { TellableEvent } from "./follow.ts";
import { parseEvent, parseLastEventId, parseMessageText, parseState } from "./parse.ts";
import type { SessionState } from "./state.ts";
import { encodeFrame, type Frame } from "./stream.ts";

export type StreamMessage =
  | { readonly kind: "snapshot"; readonly state: SessionState }
  | { readonly kind: "change"; readonly event: TellableEvent }
  /** Once, after all that the client had missed: what comes now is new. */
  | { readonly kind: "current"; readonly lastEventId: number }
  /** Nothing comes any more: the session is closed. */
  | { readonly kind: "gone" }
  /** Of a newer version; says nothing to this one. */
  | { readonly kind: "unknown" };

/** What a runtime sends. */
export type SentMessage =
  | { readonly kind: "snapshot"; readonly state: SessionState }
  | { readonly kind: "change"; readonly event: SessionEvent }
  | { readonly kind: "current"; readonly lastEventId: number }
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
    case "current": {
      const { lastEventId } = message;
      return encodeFrame({ event: "current", data: JSON.stringify({ lastEventId }) });
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
  if (event !== "snapshot" && event !== "change" && event !== "current") {
    return ok({ kind: "unknown" });
  }
  if (cut === true) return failed(`the ${event} is longer than a message may be`);
  const json = parseMessageText(data);
  const message = json.ok ? READERS[event](json.value) : json;
  return message.ok ? message : failed(`${event}: ${message.reason}`);
}

const READERS = {
  snapshot(value: unknown): Result<StreamMessage> {
    const state = parseState(value);
    return state.ok ? ok({ kind: "snapshot", state: state.value }) : state;
  },
  change(value: unknown): Result<StreamMessage> {
    const event = parseEvent(value);
    return event.ok ? ok({ kind: "change", event: event.value }) : event;
  },
  current(value: unknown): Result<StreamMessage> {
    const lastEventId = parseLastEventId(value);
    return lastEventId.ok ? ok({ kind: "current", lastEventId: lastEventId.value }) : lastEventId;
  },
} as const;
