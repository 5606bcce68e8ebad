/** An error of no single turn, after which the session cannot go on. It stays until the session changes. */
export interface Fault {
  /** `chat`: nobody told of it, the conversation cannot be read again and nothing else is to blame. */
  readonly why: "told" | "interaction" | "chat";
  /** First line. Outside text. */
  readonly message?: string;
}

/** What both facts of a fault have in common. */
interface OfSession {
  /** The session that is spoken of; absent: the open one. Of another one nothing is kept. */
  readonly sessionId?: string;
}

/** The source says that the session cannot go on. */
export interface FaultRaised extends OfSession {
  readonly kind: "fault-raised";
  readonly message?: string;
}

/** A question came that cannot be understood, so that nobody can answer it. */
export interface InteractionInvalid extends OfSession {
  readonly kind: "interaction-invalid";
  readonly message?: string;
}

export type FaultFact = FaultRaised | InteractionInvalid;

/** The fault after one more fact: the first one that was told stays. */
export function foldFault(state: Fault | undefined, fact: FaultFact): Fault {
  if (state !== undefined && state.why !== "chat") return state;
  const { kind, message } = fact;
  const why = kind === "interaction-invalid" ? "interaction" : "told";
  return { why, ...(message !== undefined && { message }) };
}
