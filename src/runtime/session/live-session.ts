/** An open session as its clients see it: the server of HTTP and the tests stand on this alone. */
import type { Result } from "../../base/result.ts";
import type { SessionEvent } from "../../wire/runtime/event.ts";
import type { Refusal, SessionRequest } from "../../wire/runtime/request.ts";
import type { SessionState, SessionSummary } from "../../wire/runtime/state.ts";

export interface LiveSession {
  readonly sessionId: string;
  /** All that is published so far, folded: `lastEventId` is that of the newest published event. */
  readonly state: () => SessionState;
  readonly summary: () => SessionSummary;
  /**
   * Asks for something. Resolves when it is accepted (a prompt: when it is on the disk), not when it is
   * done: its effect comes as events. Never rejects.
   */
  readonly request: (request: SessionRequest) => Promise<Result<void, Refusal>>;
  /**
   * The published events after that id, oldest first; empty if there are none. Undefined: they are no
   * longer held, or the id is from the future, so a new snapshot is needed.
   */
  readonly eventsSince: (id: number) => readonly SessionEvent[] | undefined;
  /** Each event from now on, in order, in the same turn of the loop in which the state has it. */
  readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
}
