/**
 * Readers of payload members with the bounds that every harness needs: no text without an end, no
 * number that is no amount. Each gives undefined for what it does not accept.
 */
import { asCount, asText } from "../../../base/shape.ts";
import type { Fact } from "../../../status/facts/fact.ts";

/** UTF-16 units kept of a text: the longest path Linux takes, and more than any row shows. */
const MAX_TEXT_UNITS = 4096;

/** UTF-16 units of an id, a version or a mode: longer ones are no such thing, and are dropped. */
const MAX_ID_UNITS = 256;

/** Members read of a list or mapping: far more than any row can name. */
export const MAX_MEMBERS = 256;

/** Percent above which a figure is nonsense rather than an overdrawn limit. */
const MAX_PCT = 100_000;

/** The last second of the year 9999: what lies beyond is no time in seconds. */
const MAX_EPOCH_S = 253_402_300_799;

/** A text that shows something: bounded, without lone surrogates; control bytes are kept. */
export function text(value: unknown): string | undefined {
  const whole = asText(value);
  if (whole === undefined) return undefined;
  const kept = whole.length > MAX_TEXT_UNITS ? whole.slice(0, MAX_TEXT_UNITS) : whole;
  return kept.trim() === "" ? undefined : kept.toWellFormed();
}

/** A short word: an id, a version, a mode. */
export function word(value: unknown): string | undefined {
  const whole = asText(value);
  return whole === undefined || whole.length > MAX_ID_UNITS ? undefined : text(whole);
}

/** A finite amount of at least zero that a number still holds exactly. */
export function count(value: unknown): number | undefined {
  const amount = asCount(value);
  return amount === undefined || amount > Number.MAX_SAFE_INTEGER ? undefined : amount;
}

/** An amount above zero. */
export function positive(value: unknown): number | undefined {
  const amount = count(value);
  return amount === undefined || amount === 0 ? undefined : amount;
}

/** A percentage of at least zero, with the noise of floating point removed: one decimal. */
export function pct(value: unknown): number | undefined {
  const amount = count(value);
  return amount === undefined || amount > MAX_PCT ? undefined : Math.round(amount * 10) / 10;
}

/** Epoch seconds as epoch milliseconds; zero is the usual stand-in for "none". */
export function epochMs(value: unknown): number | undefined {
  const seconds = positive(value);
  return seconds === undefined || seconds > MAX_EPOCH_S ? undefined : Math.round(seconds * 1000);
}

/** The fact in a list, or nothing if it says nothing beside its kind. */
export function told(fact: Fact): readonly Fact[] {
  return Object.keys(fact).length > 1 ? [fact] : [];
}
