/** The rules that bring the configured numbers of the custom command into range. */
import {
  CUSTOM_DEFAULTS,
  CUSTOM_INTERVAL_SECONDS,
  CUSTOM_TIMEOUT_MS,
} from "../../config/settings.ts";

/** The longest period that a timer takes (2^31 - 1 ms); a longer one would fire without a pause. */
const INTERVAL_MAX_SECONDS = 2_147_483;

/** UTF-16 units kept of what a command prints. Part of the contract with its authors. */
export const STDOUT_MAX_UNITS = 8_192;

/** How long one run may take, in ms: floored, 500 to 30,000; 5,000 for what is no finite number. */
export function timeoutMsOf(value: unknown): number {
  if (!isFiniteNumber(value)) return CUSTOM_DEFAULTS.timeoutMs;
  return clamp(Math.floor(value), CUSTOM_TIMEOUT_MS.min, CUSTOM_TIMEOUT_MS.max);
}

/** The period of `intervalSeconds` in ms: floored, at least 10 s; absent for none (0, junk). */
export function intervalMsOf(value: unknown): number | undefined {
  if (!isFiniteNumber(value) || value <= 0) return undefined;
  return clamp(Math.floor(value), CUSTOM_INTERVAL_SECONDS.min, INTERVAL_MAX_SECONDS) * 1_000;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
