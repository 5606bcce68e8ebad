/** OSC 9;4, writing side. */
import { givenObject } from "../../base/given.ts";
import { OSC_NUMBER, PROGRESS_PARAMETER, PROGRESS_STATES, type ProgressReport } from "./message.ts";

const PCT_MAX = 100;

/**
 * One report as a whole sequence of ASCII, ended by ST. A percentage is rounded and brought into 0 to
 * 100; one that is no number, or that the state has no use for, is left out. Nothing for a state that
 * there is not.
 */
export function encodeProgress(report: ProgressReport): string {
  const { state, pct } = givenObject(report);
  const number = state === undefined ? -1 : PROGRESS_STATES.indexOf(state);
  if (number < 0) return "";
  const parameters = [OSC_NUMBER, PROGRESS_PARAMETER, number];
  const hasPct = state === "set" || state === "error" || state === "paused";
  if (hasPct && typeof pct === "number" && !Number.isNaN(pct)) {
    parameters.push(Math.round(Math.min(PCT_MAX, Math.max(0, pct))));
  }
  return `\x1b]${parameters.join(";")}\x1b\\`;
}
