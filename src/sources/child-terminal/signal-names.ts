/** Signals by number, as a wait status has them. */
import { constants } from "node:os";

const NAMES: ReadonlyMap<number, NodeJS.Signals> = new Map(
  // Two names of one number (SIGABRT, SIGIOT): the first one is the usual one.
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name as NodeJS.Signals]),
);

/** The name of a signal; undefined for a number that has none (real-time signals). */
export function signalName(number: number): NodeJS.Signals | undefined {
  return NAMES.get(number);
}
