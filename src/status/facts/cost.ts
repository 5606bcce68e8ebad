/** Money of the session, in US dollars, and the lines it changed. */
export interface Cost {
  /** The session itself. Absent: unknown, not zero. */
  readonly sessionUsd?: number;
  /** External agents that bill in dollars. */
  readonly externalUsd?: number;
  readonly linesAdded?: number;
  readonly linesRemoved?: number;
}

/** Money spent; replaces both amounts. */
export interface CostCounted {
  readonly kind: "cost-counted";
  readonly sessionUsd?: number;
  readonly externalUsd?: number;
}

/** Lines that the agent's edits added and removed over the session. */
export interface EditsCounted {
  readonly kind: "edits-counted";
  readonly linesAdded?: number;
  readonly linesRemoved?: number;
}

export type CostFact = CostCounted | EditsCounted;

/** Money and edits after one more fact; a fact of one leaves the other. */
export function foldCost(state: Cost = {}, fact: CostFact): Cost {
  switch (fact.kind) {
    case "cost-counted": {
      const { kind: _, ...money } = fact;
      const { sessionUsd: _s, externalUsd: _e, ...rest } = state;
      return { ...rest, ...money };
    }
    case "edits-counted": {
      const { kind: _, ...lines } = fact;
      return { ...state, ...lines };
    }
    default:
      return fact satisfies never;
  }
}
