/** One conversation: who it is, what it is called, how long it has run. */
export interface Session {
  readonly id: string;
  readonly title?: string;
  /** `subagent` for a delegated session that is viewed; the main session otherwise. */
  readonly role?: "main" | "subagent";
  /** Name of the sub-agent, when the role is `subagent`. */
  readonly subagentName?: string;
  readonly transcriptPath?: string;
  readonly remoteId?: string;
  readonly startedAtMs?: number;
  /** Wall time since the session was opened. */
  readonly durationMs?: number;
  /** Time spent waiting for the model. */
  readonly apiDurationMs?: number;
}

/** A session is open. Another id than the one known clears everything of the old session. */
export interface SessionStarted {
  readonly kind: "session-started";
  readonly sessionId: string;
  readonly startedAtMs?: number;
  readonly transcriptPath?: string;
  readonly remoteId?: string;
  readonly role?: "main" | "subagent";
  readonly subagentName?: string;
}

/** No session is open any more; everything of it is gone. */
export interface SessionClosed {
  readonly kind: "session-closed";
}

/** The session's title now; absent means it has none. */
export interface SessionTitled {
  readonly kind: "session-titled";
  readonly title?: string;
}

/** How long the session has run. */
export interface SessionTimed {
  readonly kind: "session-timed";
  readonly durationMs?: number;
  readonly apiDurationMs?: number;
}

export type SessionFact = SessionStarted | SessionClosed | SessionTitled | SessionTimed;

/** The session after one more fact. A title or a time of a session that is not open is nothing. */
export function foldSession(state: Session | undefined, fact: SessionFact): Session | undefined {
  switch (fact.kind) {
    case "session-started": {
      const { kind: _, sessionId, ...rest } = fact;
      return state?.id === sessionId ? { ...state, ...rest } : { id: sessionId, ...rest };
    }
    case "session-closed":
      return undefined;
    case "session-titled": {
      if (state === undefined) return undefined;
      const { title: _, ...rest } = state;
      return fact.title === undefined ? rest : { ...rest, title: fact.title };
    }
    case "session-timed": {
      if (state === undefined) return undefined;
      const { kind: _, ...times } = fact;
      return { ...state, ...times };
    }
    default:
      return fact satisfies never;
  }
}
