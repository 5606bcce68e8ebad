/** The figures of the custom command, and the rules that bring configured numbers into range. */

export const TIMEOUT_DEFAULT_MS = 5_000;
/** Shorter would fail on a busy machine only because an interpreter starts slowly. */
const TIMEOUT_MIN_MS = 500;
/** Longer would hold the only slot while everything that it shows grows old. */
const TIMEOUT_MAX_MS = 30_000;

/** More often would be a load that nobody sees. */
const INTERVAL_MIN_SECONDS = 10;
/** The longest period that a timer takes (2^31 - 1 ms); a longer one would fire without a pause. */
const INTERVAL_MAX_SECONDS = 2_147_483;

/** UTF-16 units kept of what a command prints. Part of the contract with its authors. */
export const STDOUT_MAX_UNITS = 8_192;

/** How long one run may take, in ms: floored, 500 to 30,000; 5,000 for what is no finite number. */
export function timeoutMsOf(value: unknown): number {
  if (!isFiniteNumber(value)) return TIMEOUT_DEFAULT_MS;
  return clamp(Math.floor(value), TIMEOUT_MIN_MS, TIMEOUT_MAX_MS);
}

/** The period of `intervalSeconds` in ms: floored, at least 10 s; absent for none (0, junk). */
export function intervalMsOf(value: unknown): number | undefined {
  if (!isFiniteNumber(value) || value <= 0) return undefined;
  return clamp(Math.floor(value), INTERVAL_MIN_SECONDS, INTERVAL_MAX_SECONDS) * 1_000;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
