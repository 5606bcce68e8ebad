/** What waits for the person on behalf of an agent, so that it can be withdrawn. */
import type { Answer } from "../../wire/runtime/entities.ts";
import type { AgentListener, InteractionRequest } from "./agent-link.ts";

export interface Questions {
  /** The person's answer; `dismissed` where it is withdrawn by anybody. Never rejects. */
  readonly ask: (
    sessionId: string | undefined,
    request: InteractionRequest,
    signal: AbortSignal,
    pageId?: string,
  ) => Promise<Answer>;
  /** Withdraws all of a session, or all. */
  readonly withdraw: (sessionId?: string) => void;
  /** The page of a question was dealt with: it is answered as accepted. */
  readonly pageDone: (pageId: string) => void;
}

interface Open {
  readonly sessionId: string | undefined;
  readonly pageId: string | undefined;
  readonly settle: (answer: Answer) => void;
}

const DISMISSED: Answer = { kind: "dismissed" };

/** The open questions of one link. */
export function createQuestions(onInteraction: AgentListener["onInteraction"]): Questions {
  const open = new Set<Open>();
  return {
    async ask(sessionId, request, signal, pageId) {
      if (signal.aborted) return DISMISSED;
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const withdrawn = new AbortController();
      const one: Open = { sessionId, pageId, settle: resolve };
      const dismiss = () => resolve(DISMISSED);
      signal.addEventListener("abort", dismiss, { once: true });
      open.add(one);
      onInteraction(sessionId, request, withdrawn.signal).then(resolve, dismiss);
      const answer = await promise;
      open.delete(one);
      signal.removeEventListener("abort", dismiss);
      // Whoever still shows it takes it away; after an answer there is nobody.
      withdrawn.abort();
      return answer;
    },
    withdraw(sessionId) {
      for (const one of open)
        if (sessionId === undefined || one.sessionId === sessionId) one.settle(DISMISSED);
    },
    pageDone(pageId) {
      for (const one of open) if (one.pageId === pageId) one.settle({ kind: "form", values: {} });
    },
  };
}
