/** The range of a number: whether a value lies in it, and how a person is told. */
import { type Clamp, CUSTOM_MAX_LINES } from "./settings.ts";

/** Whether another number is used in its place. Fractions are cut off by the user of the number. */
export function isOutside(value: number, { min, max, offBelow }: Clamp): boolean {
  if (value === offBelow) return false;
  return value < min || (max !== undefined && Math.floor(value) > max);
}

/** `number from 1 to 5`, with the number for "off" where there is one. */
export function rangeText({ min, max, offBelow }: Clamp): string {
  const range = max === undefined ? `number from ${min}` : `number from ${min} to ${max}`;
  return offBelow === undefined ? range : `${range}, or ${offBelow} for none`;
}

/** Rows of a block as they are used: floored, and brought into range. */
export function blockLines(lines: number): number {
  return Math.min(CUSTOM_MAX_LINES.max, Math.max(CUSTOM_MAX_LINES.min, Math.floor(lines)));
}
