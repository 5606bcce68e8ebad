/**
 * What a client asks of the runtime. HTTP/1.1 over a unix socket or loopback TCP, JSON bodies:
 *
 *     GET  /v1/runtime                       RuntimeInfo
 *     GET  /v1/sessions                      { sessions: SessionSummary[] }
 *     POST /v1/sessions                      OpenRequest -> { sessionId }
 *     GET  /v1/sessions/ID                   SessionState
 *     GET  /v1/sessions/ID/events            server-sent events, see `stream.ts`
 *     POST /v1/sessions/ID/requests          SessionRequest -> {}
 *
 * A refusal has a status of 4xx or 5xx and the body `{ error: { code, message } }`.
 */
import type { Answer } from "./entities.ts";

/** Opens a session, or one of before again. */
export type OpenRequest =
  | {
      readonly kind: "new";
      /** Absent: the default of the runtime. */
      readonly agent?: string;
      /** Absolute. */
      readonly cwd: string;
      readonly sideOf?: string;
    }
  | { readonly kind: "resume"; readonly sessionId: string };

/** What is asked of an open session. Each may be sent again: it then does nothing more. */
export type SessionRequest =
  /** Waits for its turn. `steer`: goes to the running turn if the agent takes it, else it is queued first. */
  | {
      readonly kind: "prompt";
      readonly promptId: string;
      readonly text: string;
      readonly steer?: boolean;
    }
  /** Takes a prompt back that still waits. */
  | { readonly kind: "drop-prompt"; readonly promptId: string }
  /** Stops the turn; of another turn than the running one nothing is stopped. */
  | { readonly kind: "cancel"; readonly turnId?: string }
  | { readonly kind: "answer"; readonly requestId: string; readonly answer: Answer }
  | { readonly kind: "set-mode"; readonly modeId: string }
  | { readonly kind: "set-option"; readonly optionId: string; readonly value: string }
  | { readonly kind: "rename"; readonly title: string }
  | { readonly kind: "list-tasks" }
  | { readonly kind: "stop-task"; readonly taskId: string }
  | { readonly kind: "log-in"; readonly methodId: string }
  | { readonly kind: "close" };

/** Who answers. */
export interface RuntimeInfo {
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
  readonly defaultAgent: string;
  readonly agents: readonly KnownAgent[];
}

/** An agent that can be started. */
export interface KnownAgent {
  readonly name: string;
  readonly title: string;
  /** Its program was found. */
  readonly available: boolean;
  /** Where it was not: what to do. */
  readonly hint?: string;
}

/** Why a request was refused. */
export type RefusalCode =
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-large"
  | "unavailable"
  | "failed";

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}
