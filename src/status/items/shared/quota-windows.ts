/** Time windows of a plan: which of them count, in which order, under which name. */
import type { Quota, QuotaWindow } from "../../facts/quota.ts";

const FIVE_HOURS_MINUTES = 300;
const WEEK_MINUTES = 10_080;
const DAY_MINUTES = 1_440;
const HOUR_MINUTES = 60;

/** A window whose reset is longer ago than this is over: its percentage says nothing any more. */
const OVER_AFTER_MS = 60_000;

export interface NamedWindow extends QuotaWindow {
  /** `Session`, `Weekly`, or the length itself, such as `1d`. */
  readonly label: string;
  /** `5h`, `wk`, or the length itself. */
  readonly short: string;
}

/** The windows to show, shortest first. */
export function namedWindows(quota: Quota | undefined, nowMs: number): readonly NamedWindow[] {
  const real = (quota?.windows ?? []).filter((window) => isReal(window) && !isOver(window, nowMs));
  const named = real.map((window) => ({ ...window, minutes: minutesOf(window, real) }));
  return named
    .toSorted((a, b) => a.minutes - b.minutes)
    .map(({ minutes, ...window }) => ({ ...window, ...namesOf(minutes) }));
}

/** No use, no length and no reset is how a server says that there is no such window; no number says nothing. */
function isReal(window: QuotaWindow): boolean {
  if (!Number.isFinite(window.usedPct)) return false;
  return window.usedPct > 0 || lengthOf(window) !== undefined || window.resetsAtMs !== undefined;
}

function isOver(window: QuotaWindow, nowMs: number): boolean {
  return window.resetsAtMs !== undefined && nowMs - window.resetsAtMs > OVER_AFTER_MS;
}

function lengthOf(window: QuotaWindow): number | undefined {
  return window.windowMinutes !== undefined && window.windowMinutes > 0
    ? window.windowMinutes
    : undefined;
}

/** A window of unknown length goes by its slot, or by the other name if that one is taken. */
function minutesOf(window: QuotaWindow, all: readonly QuotaWindow[]): number {
  const known = lengthOf(window);
  if (known !== undefined) return known;
  const own = window.slot === "primary" ? FIVE_HOURS_MINUTES : WEEK_MINUTES;
  const other = window.slot === "primary" ? WEEK_MINUTES : FIVE_HOURS_MINUTES;
  return all.some((rival) => rival !== window && lengthOf(rival) === own) ? other : own;
}

function namesOf(minutes: number): { label: string; short: string } {
  if (minutes === FIVE_HOURS_MINUTES) return { label: "Session", short: "5h" };
  if (minutes === WEEK_MINUTES) return { label: "Weekly", short: "wk" };
  const length =
    minutes % DAY_MINUTES === 0
      ? `${minutes / DAY_MINUTES}d`
      : minutes % HOUR_MINUTES === 0
        ? `${minutes / HOUR_MINUTES}h`
        : `${minutes}m`;
  return { label: length, short: length };
}

/** Tone of a used percentage: warning from 70, error from 90. */
export function quotaTone(pct: number): "success" | "warning" | "error" {
  return pct >= 90 ? "error" : pct >= 70 ? "warning" : "success";
}
