/** A question that only the person can answer. */
export interface Interaction {
  readonly requestId: string;
  readonly asks: "permission" | "question" | "plan" | "auth";
  /** What it is about, such as `Bash: npm test` or the title of a plan. Outside text. */
  readonly about?: string;
  /** The tool that wants to run, in the harness's word. Outside text. */
  readonly tool?: string;
  /** What the tool would act on: a command, a path. Outside text. */
  readonly target?: string;
  /** The turn that waits for the answer. */
  readonly turnId?: string;
  /** The session that asks, where it is not the open one (a delegated one asks through its root). */
  readonly sessionId?: string;
  /** The member or background task that asks; absent: the session's own turn, or not known. */
  readonly agentId?: string;
  /** The answer is under way. */
  readonly submitting?: boolean;
  readonly atMs?: number;
}

/** Something waits for the person; said twice it is one and the same by `requestId`. */
export interface InteractionOpened extends Interaction {
  readonly kind: "interaction-opened";
}

/** Answered or gone; without an id, every open one, or those alone that no member asks. */
export interface InteractionClosed {
  readonly kind: "interaction-closed";
  readonly requestId?: string;
  /** Without an id: what members ask stays open. */
  readonly own?: true;
}

export type InteractionFact = InteractionOpened | InteractionClosed;

/** Folds to the open interactions, oldest first; undefined while none was ever reported. */
export function foldInteractions(
  state: readonly Interaction[] = [],
  fact: InteractionFact,
): readonly Interaction[] {
  switch (fact.kind) {
    case "interaction-opened": {
      const { kind: _, ...opened } = fact;
      return [...state.filter((open) => open.requestId !== opened.requestId), opened];
    }
    case "interaction-closed":
      return state.filter((open) => !isClosedBy(open, fact));
    default:
      return fact satisfies never;
  }
}

/** Whether the fact closes this question. */
export function isClosedBy(open: Interaction, { requestId, own }: InteractionClosed): boolean {
  if (requestId !== undefined) return open.requestId === requestId;
  return own !== true || open.agentId === undefined;
}

/** The open interactions as a source lists them, oldest first; the last of two with one id counts. */
export function listInteractions(listed: readonly Interaction[]): readonly Interaction[] {
  return [...new Map(listed.map((open) => [open.requestId, open])).values()];
}
