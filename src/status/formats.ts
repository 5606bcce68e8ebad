/**
 * Numbers, money, times and percentages as the lines show them. Two families stand side by side:
 * `bar…` follow the layouts `full` and `compact` to the character; the others are for items of
 * our own, where a figure never grows by a digit at a border (999.9k, then 1.0M).
 */

const MINUTE_MS = 60_000;

/** Tokens in the layouts: `999`, `8.2k`, `96k`, `1000k`, `2.5M`. */
export function barTokens(tokens: number): string {
  if (tokens < 1_000) return String(Math.round(tokens));
  if (tokens < 10_000) return `${(tokens / 1_000).toFixed(1)}k`;
  if (tokens < 1_000_000) return `${Math.round(tokens / 1_000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** A count with one decimal where it tells something: `999`, `12.3k`, `504k`, `999.9k`, `1.0M`. */
export function compactCount(count: number): string {
  if (count < 999.5) return String(Math.round(count));
  if (count < 999_950) return `${(count / 1_000).toFixed(1).replace(".0", "")}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** A count rounded to whole thousands, for figures that are doubtful anyway: `264k`, `1.2M`. */
export function roundCount(count: number): string {
  if (count < 999.5) return String(Math.round(count));
  return count < 999_500 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Capacity of a window: `1M`, `512K`, or the plain digits. */
export function capacity(tokens: number): string {
  if (tokens % 1_000_000 === 0) return `${tokens / 1_000_000}M`;
  return tokens % 1_000 === 0 ? `${tokens / 1_000}K` : String(tokens);
}

/** Dollars: two decimals from a cent up, else three. */
export function barMoney(usd: number): string {
  return `$${usd.toFixed(usd >= 0.01 ? 2 : 3)}`;
}

/** How long a session is open: `42s`, `47m`, `2h24m`. */
export function barDuration(durationMs: number): string {
  if (durationMs < MINUTE_MS) return `${Math.floor(durationMs / 1_000)}s`;
  const minutes = Math.floor(durationMs / MINUTE_MS);
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

/** Times of one request: `5.5s`, then `1m05s`. */
export function requestTime(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, "0")}s`;
}

/** Time left: `6d 5h`, `2h 18m`, `18m`; never below `0m`. `gap` stands between the two parts. */
export function timeLeft(leftMs: number, gap: "" | " "): string {
  const minutes = Math.max(0, Math.floor(leftMs / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days}d${gap}${hours % 24}h`;
  return hours > 0 ? `${hours}h${gap}${minutes % 60}m` : `${minutes}m`;
}

/** Time left to the second: `4:07`, or as `timeLeft` from an hour up. Never below `0:00`. */
export function countdown(leftMs: number): string {
  if (leftMs >= 60 * MINUTE_MS) return timeLeft(leftMs, "");
  const seconds = Math.max(0, Math.floor(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Tokens a second: one decimal below 10, else whole. */
export function rateFigure(tokensPerSecond: number): string {
  return tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : String(Math.round(tokensPerSecond));
}

/** A percentage as a whole number, but with one decimal between 0 and 1. */
export function shortPct(pct: number): string {
  return `${pct > 0 && pct < 1 ? pct.toFixed(1) : Math.round(pct)}%`;
}
