/** Tokens and cost that the simulator pretends to have used: the same for the same texts. */
import type { TokenCounts } from "../wire/runtime/entities.ts";

/** What a real agent's system prompt and tools take, so that a line shows a share from the start. */
export const START_TOKENS = 8_000;

/** Characters a token, as rough as it is usual. */
const UNITS_PER_TOKEN = 4;

/** Dollars for a million; nobody is billed. */
const PRICE_USD = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 } as const;

export const NO_TOKENS: Required<TokenCounts> = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
};

export function tokensOf(text: string): number {
  return Math.ceil(text.length / UNITS_PER_TOKEN);
}

export function addTokens(
  one: Required<TokenCounts>,
  other: Required<TokenCounts>,
): Required<TokenCounts> {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
  };
}

/** In dollars, to a hundredth of a cent. */
export function costOf(tokens: Required<TokenCounts>): number {
  const dollars =
    (tokens.input * PRICE_USD.input +
      tokens.output * PRICE_USD.output +
      tokens.cacheRead * PRICE_USD.cacheRead +
      tokens.cacheWrite * PRICE_USD.cacheWrite) /
    1_000_000;
  return Math.round(dollars * 10_000) / 10_000;
}
