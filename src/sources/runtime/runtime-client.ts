/** What a client of a runtime gives, and how it says what went wrong. */
import type { Result } from "../../base/result.ts";
import type { AppliedEvent } from "../../wire/runtime/follow.ts";
import type {
  OpenRequest,
  RefusalCode,
  RuntimeInfo,
  SessionRequest,
} from "../../wire/runtime/request.ts";
import type { SessionState, SessionSummary } from "../../wire/runtime/state.ts";

/** Where the runtime listens. */
export type RuntimeEndpoint =
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "tcp"; readonly url: string; readonly token: string };

/** A refusal also says which one it was; without a code the runtime could not be reached. */
export type ClientResult<Value> = Result<Value> & { readonly code?: RefusalCode };

export interface RuntimeClient {
  readonly info: () => Promise<ClientResult<RuntimeInfo>>;
  readonly sessions: () => Promise<ClientResult<readonly SessionSummary[]>>;
  /** Gives the id of the session. */
  readonly open: (request: OpenRequest) => Promise<ClientResult<string>>;
  readonly state: (sessionId: string) => Promise<ClientResult<SessionState>>;
  /** Sent again while the runtime cannot be reached: ids make it one request. */
  readonly request: (sessionId: string, request: SessionRequest) => Promise<ClientResult<void>>;
  readonly follow: (sessionId: string, listener: FollowListener) => FollowHandle;
  /** Ends every stream; what is asked afterwards fails. */
  readonly close: () => void;
}

/** How the stream stands; `lost`: the session is gone for good, or the runtime refuses. */
export type FollowPhase = "starting" | "live" | "reconnecting" | "lost";

export interface FollowListener {
  /** The whole state, at the start and wherever events were lost. */
  readonly onSnapshot?: (state: SessionState) => void;
  /** One event that took effect, in order and once. */
  readonly onEvent?: (applied: AppliedEvent) => void;
  readonly onPhase?: (phase: FollowPhase, reason?: string) => void;
}

export interface FollowHandle {
  /** Absent: no snapshot has come yet. */
  readonly state: () => SessionState | undefined;
  readonly phase: () => FollowPhase;
  readonly close: () => void;
}
