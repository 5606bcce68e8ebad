/** Durations as a person types them: a whole number and its unit, `500ms 30s 10m 1h`. */
import { failed, ok, type Result } from "../../base/result.ts";

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** A timer of the platform holds no more than 31 bits of milliseconds, which are 24 days. */
const MAX_DURATION_MS = 24 * 24 * 3_600_000;

/** Milliseconds from 1 to 24 days, or the right form. */
export function parseDuration(text: string): Result<number> {
  const [, number = "", unit = ""] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  const durationMs = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (durationMs >= 1 && durationMs <= MAX_DURATION_MS) return ok(durationMs);
  return failed("a whole number with its unit, such as 500ms, 30s, 10m or 1h, up to 24 days");
}
