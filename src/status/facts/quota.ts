/** Limits of the account: time windows of a plan, and a spending limit. */
export interface Quota {
  readonly windows?: readonly QuotaWindow[];
  readonly spend?: Spend;
  /** The plan is in use but has said nothing yet: a line that will hold it keeps its place. */
  readonly awaited?: boolean;
}

/** One window of a plan: how much of it is used, how long it is, when it begins anew. */
export interface QuotaWindow {
  /** `primary` and `secondary` are the slots in which plans report their windows. */
  readonly slot: "primary" | "secondary";
  /** May exceed 100. */
  readonly usedPct: number;
  readonly windowMinutes?: number;
  /** Epoch milliseconds. */
  readonly resetsAtMs?: number;
}

export interface Spend {
  readonly usedPct?: number;
  readonly used?: number;
  readonly limit?: number;
  /** ISO 4217 code of `used` and `limit`. */
  readonly currency?: string;
  readonly period?: string;
  readonly resetsAtMs?: number;
}

/** The plan's windows now; an empty list is a complete answer: the account has none. */
export interface QuotaReported {
  readonly kind: "quota-reported";
  readonly windows: readonly QuotaWindow[];
}

/** A plan is in use that will report its windows with the first request. */
export interface QuotaAwaited {
  readonly kind: "quota-awaited";
}

/** What is spent, and its limit; replaces the report before. */
export interface SpendReported extends Spend {
  readonly kind: "spend-reported";
}

export type QuotaFact = QuotaReported | QuotaAwaited | SpendReported;

/** The limits after one more fact; windows and spending are told apart. */
export function foldQuota(state: Quota = {}, fact: QuotaFact): Quota {
  switch (fact.kind) {
    case "quota-reported": {
      const { awaited: _, ...rest } = state;
      return { ...rest, windows: fact.windows };
    }
    case "quota-awaited":
      // Said late, or twice: a plan that has answered is not awaited any more.
      return state.windows === undefined ? { ...state, awaited: true } : state;
    case "spend-reported": {
      const { kind: _, ...spend } = fact;
      return { ...state, spend };
    }
    default:
      return fact satisfies never;
  }
}
