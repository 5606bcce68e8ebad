/** Names of an author as messages and paths show them. */
import { cleanLine, cutUnits } from "../../text/clean.ts";

/** Longer names are an accident, and must not flood a terminal. */
const MAX_SHOWN_UNITS = 80;

/** The name clean and on one line; a long one is cut. */
export function shownName(name: string): string {
  const clean = cleanLine(name);
  return clean.length > MAX_SHOWN_UNITS ? `${cutUnits(clean, MAX_SHOWN_UNITS)}…` : clean;
}
