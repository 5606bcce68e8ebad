/** Arithmetic of the context window: shares, thresholds, level. Pure numbers in, numbers out. */
import type { Tone } from "../text/span.ts";
import type { Context } from "./facts/context.ts";

/** Tokens that summarising needs for itself, unless the harness says otherwise. */
const DEFAULT_RESERVE_TOKENS = 16_384;

/** Part of the budget above which old tool results are trimmed. */
const PRUNE_SHARE = 0.7;

/** Share of the window from which the level is an error. */
const ERROR_RATIO = 0.9;

/** Share of the window from which the level is a warning when no threshold is known. */
const WARN_RATIO = 0.7;

/** Window of a context, if it is a usable number. */
function windowOf(context: Context | undefined): number | undefined {
  const tokens = context?.windowTokens;
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : undefined;
}

/** Used share, 0..100 with one decimal, capped; absent when the use or the window is unknown. */
export function usedPct(context: Context | undefined): number | undefined {
  const window = windowOf(context);
  if (context?.usedTokens !== undefined && window !== undefined) {
    return Math.min(100, Math.max(0, Math.round((context.usedTokens / window) * 1_000) / 10));
  }
  const said = context?.usedPct;
  return said === undefined ? undefined : Math.min(100, Math.max(0, Math.round(said * 10) / 10));
}

/** Whole percent that is left, 0..100; an overflow is 0. Absent when unknown. */
export function remainingPct(context: Context | undefined): number | undefined {
  const window = windowOf(context);
  if (context?.usedTokens !== undefined && window !== undefined) {
    const used = Math.min(Math.max(context.usedTokens, 0), window);
    return Math.round(((window - used) / window) * 100);
  }
  const said = context?.usedPct;
  return said === undefined ? undefined : Math.round(100 - Math.min(100, Math.max(0, said)));
}

/** More is used than the window is said to hold: the window is doubtful. */
export function windowDoubtful(context: Context | undefined): boolean {
  const window = windowOf(context);
  return window !== undefined && (context?.usedTokens ?? 0) > window;
}

/** Where trimming and summarising begin; absent for a window that the reserve already fills. */
export function thresholds(
  windowTokens: number,
  reserveTokens = DEFAULT_RESERVE_TOKENS,
): { readonly autoCompactAt: number; readonly pruneAt: number } | undefined {
  const budget = windowTokens - reserveTokens;
  if (budget <= 0) return undefined;
  return { autoCompactAt: budget, pruneAt: Math.floor(PRUNE_SHARE * budget) };
}

/** Tone of a used share: error from 90 %, warning past the trimming threshold (70 % if unknown). */
export function levelTone(context: Context, pct: number): Tone {
  const window = windowOf(context);
  const ratio = pct / 100;
  if (ratio >= ERROR_RATIO) return "error";
  const pruneAt = context.pruneAt;
  const warnAt =
    pruneAt !== undefined && pruneAt > 0 && window !== undefined
      ? Math.min(pruneAt / window, ERROR_RATIO)
      : WARN_RATIO;
  return ratio >= warnAt ? "warning" : "success";
}
