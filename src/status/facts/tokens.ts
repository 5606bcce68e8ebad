/** Billed tokens of the whole session. Never what the context holds. */
export interface Tokens {
  /** Fresh input: neither read from nor written to a cache. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Billed tokens so far; replaces the totals before. */
export interface TokensCounted extends Tokens {
  readonly kind: "tokens-counted";
}

export type TokensFact = TokensCounted;

/** The totals that were counted last. */
export function foldTokens(_state: Tokens | undefined, fact: TokensFact): Tokens {
  const { kind: _, ...tokens } = fact;
  return tokens;
}
