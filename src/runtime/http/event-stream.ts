/**
 * The event stream of one session. It is pulled: what the client has not read stays in the session's own log and
 * nowhere else, so a slow client costs nothing. One that reads nothing at all is cut, and resumes.
 */
import type { SessionEvent } from "../../wire/runtime/event.ts";
import { MAX_MESSAGE_UNITS } from "../../wire/runtime/limits.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import { HEARTBEAT } from "../../wire/runtime/stream.ts";
import { encodeStreamMessage } from "../../wire/runtime/stream-message.ts";
import type { LiveSession } from "../session/live-session.ts";

export interface EventStreamOptions {
  /** What the client has; absent: it wants a snapshot. */
  readonly lastEventId?: number;
  /** The session that has this id now; undefined once it is gone. */
  readonly current: () => LiveSession | undefined;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  readonly heartbeatMs: number;
  /** How long what was handed out may lie unread. */
  readonly stallMs: number;
  /** Called once, however it ends. */
  readonly onEnd: () => void;
}

/** Events of one piece: many small ones are written at once. */
const PIECE_UNITS = 256 * 1024;

export function eventStream(
  session: LiveSession,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = createSource(session, options);
  let wake = () => {};
  let stall: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const unsubscribe = session.subscribe(() => wake());
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(stall);
    unsubscribe();
    options.signal.removeEventListener("abort", end);
    wake();
    options.onEnd();
  };
  options.signal.addEventListener("abort", end);
  if (options.signal.aborted) end();

  const pause = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), options.heartbeatMs);
      wake = () => {
        clearTimeout(timer);
        wake = () => {};
        resolve(true);
      };
    });

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stall);
        while (!hasEnded) {
          const piece = source.next() ?? ((await pause()) ? "" : HEARTBEAT);
          if (hasEnded) break;
          if (piece === "") continue;
          controller.enqueue(encoder.encode(piece));
          if (source.isOver()) break;
          stall = setTimeout(() => {
            end();
            controller.error(new Error("the client does not read"));
          }, options.stallMs);
          return;
        }
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** What comes next after what was sent; undefined: nothing yet. */
function createSource(session: LiveSession, options: EventStreamOptions) {
  let sent = options.lastEventId;
  let isOver = false;
  let hasCaughtUp = false;
  const wholeState = (): string => {
    const state = session.state();
    sent = state.lastEventId;
    return encodeStreamMessage({ kind: "snapshot", state: bounded(state) });
  };
  return {
    isOver: () => isOver,
    next(): string | undefined {
      if (sent === undefined) return wholeState();
      const events = session.eventsSince(sent);
      if (events === undefined) return wholeState();
      if (events.length > 0) {
        const { text, lastId } = piece(events);
        sent = lastId;
        return text;
      }
      if (!hasCaughtUp) {
        hasCaughtUp = true;
        return encodeStreamMessage({ kind: "current", lastEventId: sent });
      }
      if (options.current() === session && session.state().closed !== true) return undefined;
      isOver = true;
      // Opened anew, it goes on under the same id: the client comes back for it.
      const isReplaced = options.current() !== undefined && options.current() !== session;
      return isReplaced ? HEARTBEAT : encodeStreamMessage({ kind: "gone" });
    },
  };
}

function piece(events: readonly SessionEvent[]): {
  readonly text: string;
  readonly lastId: number;
} {
  let text = "";
  let lastId = 0;
  for (const event of events) {
    text += encodeStreamMessage({ kind: "change", event });
    lastId = event.id;
    if (text.length >= PIECE_UNITS) break;
  }
  return { text, lastId };
}

/** The state without its oldest entries, where it would be longer than a message may be. */
export function bounded(state: SessionState): SessionState {
  const { entries } = state;
  let units = JSON.stringify({ ...state, entries: [] }).length;
  let first = entries.length;
  for (; first > 0; first -= 1) {
    // With the comma behind it.
    units += JSON.stringify(entries[first - 1]).length + 1;
    if (units > MAX_MESSAGE_UNITS) break;
  }
  return first === 0 ? state : { ...state, entries: entries.slice(first) };
}
