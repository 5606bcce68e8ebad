/** The conversation as the source's own picture of it has it, apart from its turns. */
export interface Chat {
  readonly phase: "starting" | "running" | "idle" | "error";
  /** Of an error: it may go away by itself. */
  readonly retryable?: boolean;
  /** Of an error, its first line. Outside text. */
  readonly message?: string;
}

/** The picture now; replaces what was known. */
export interface ChatRead extends Chat {
  readonly kind: "chat-read";
  /** The session that is spoken of; absent: the open one. Of another one nothing is kept. */
  readonly sessionId?: string;
}

/** The conversation after one more fact. */
export function foldChat(_: Chat | undefined, fact: ChatRead): Chat {
  const { kind: _k, sessionId: _s, ...chat } = fact;
  return chat;
}
