/** What the next request will carry, and where the limits are. */
export interface Context {
  readonly usedTokens?: number;
  /** Share of the window as the source itself said it, 0..100, when it gave no token count. */
  readonly usedPct?: number;
  readonly windowTokens?: number;
  /** `usage`: reported by the model; `estimate`: counted from the text; `prefix`: before the first request. */
  readonly source?: ContextSource;
  /** Above this many tokens the context is summarised; absent when that is off or unknown. */
  readonly autoCompactAt?: number;
  /** Above this many tokens old tool results are trimmed. */
  readonly pruneAt?: number;
}

/** How the use of the context is known, see `Context.source`. */
export type ContextSource = "usage" | "estimate" | "prefix";

/** Capacity of the model's window; absent means unknown. Keeps what is used. */
export interface ContextWindowKnown {
  readonly kind: "context-window-known";
  readonly windowTokens?: number;
  readonly autoCompactAt?: number;
  readonly pruneAt?: number;
}

/** How much is used now. Without a number the use is unknown. */
export interface ContextMeasured {
  readonly kind: "context-measured";
  readonly usedTokens?: number;
  readonly usedPct?: number;
  readonly source?: ContextSource;
}

export type ContextFact = ContextWindowKnown | ContextMeasured;

/** The window after one more fact; what is used and what fits are told apart. */
export function foldContext(state: Context = {}, fact: ContextFact): Context {
  switch (fact.kind) {
    case "context-window-known": {
      const { kind: _, ...limits } = fact;
      const { windowTokens: _w, autoCompactAt: _a, pruneAt: _p, ...rest } = state;
      return { ...rest, ...limits };
    }
    case "context-measured": {
      const { kind: _, ...used } = fact;
      const { usedTokens: _u, usedPct: _p, source: _s, ...rest } = state;
      return { ...rest, ...used };
    }
    default:
      return fact satisfies never;
  }
}
