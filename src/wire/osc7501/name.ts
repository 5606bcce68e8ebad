/** Names on the wire: record ids of segments joined by `/`, and names of programs. */
import { givenNumber, givenText } from "../../base/given.ts";
import { LIMITS } from "./message.ts";

const SEGMENT = /^[A-Za-z0-9_.+-]+$/;
const NOT_IN_SEGMENT = /[^A-Za-z0-9_.+-]/gu;

/** Whether an id is within its limits, whatever characters it has. */
export function isIdWithinLimits(id: string): boolean {
  // JavaScript lets other things than a string pass.
  if (typeof id !== "string" || id.length > LIMITS.id) return false;
  const segments = id.split("/");
  return (
    segments.length <= LIMITS.idSegments &&
    segments.every((segment) => segment.length <= LIMITS.idSegment)
  );
}

/** Whether an id names a record below the root. The root has no id on the wire. */
export function isRecordId(id: string): boolean {
  return isIdWithinLimits(id) && id.split("/").every((segment) => SEGMENT.test(segment));
}

/** Whether a text can stand as `app`. */
export function isAppName(name: string): boolean {
  // As with ids.
  return typeof name === "string" && name.length <= LIMITS.app && SEGMENT.test(name);
}

/**
 * A name made into one segment of an id, or into an `app`: each character that may not stand there
 * becomes `_`, and what is longer than `maxBytes` is cut. Never empty. Two names can become the same
 * segment.
 */
export function idSegment(name: string, maxBytes: number = LIMITS.idSegment): string {
  const most = Math.min(LIMITS.idSegment, Math.max(1, Math.trunc(givenNumber(maxBytes)) || 1));
  // Only as much is looked at as can be kept: a character has at most two units.
  const start = givenText(name).slice(0, 2 * most);
  return start.replace(NOT_IN_SEGMENT, "_").slice(0, most) || "_";
}
