/** What the two items that say how much context is left have in common. */
import type { Tone } from "../../../text/span.ts";

/** Tone of the whole percent that is left. */
export function headroomTone(leftPct: number): Tone {
  return leftPct <= 10 ? "error" : leftPct <= 25 ? "warning" : "muted";
}
