/** How fast the model answers: the latest request, and the session's mean. */
export interface Rate {
  /** Output tokens a second; absent when too short to tell. */
  readonly tokensPerSecond?: number;
  readonly outputTokens?: number;
  /** From the first token to the last, or to now while streaming. */
  readonly elapsedMs?: number;
  readonly firstTokenMs?: number;
  readonly streaming?: boolean;
  readonly averageTokensPerSecond?: number;
}

/** The latest request; replaces all but the mean. */
export interface RateMeasured {
  readonly kind: "rate-measured";
  readonly tokensPerSecond?: number;
  readonly outputTokens?: number;
  readonly elapsedMs?: number;
  readonly firstTokenMs?: number;
  readonly streaming?: boolean;
}

/** Average speed over the requests of the session that were long enough. */
export interface RateAveraged {
  readonly kind: "rate-averaged";
  readonly averageTokensPerSecond: number;
}

export type RateFact = RateMeasured | RateAveraged;

/** The speed after one more fact; the latest request and the average are told apart. */
export function foldRate(state: Rate = {}, fact: RateFact): Rate {
  switch (fact.kind) {
    case "rate-measured": {
      const { kind: _, ...latest } = fact;
      const average = state.averageTokensPerSecond;
      return average === undefined ? latest : { ...latest, averageTokensPerSecond: average };
    }
    case "rate-averaged":
      return { ...state, averageTokensPerSecond: fact.averageTokensPerSecond };
    default:
      return fact satisfies never;
  }
}
