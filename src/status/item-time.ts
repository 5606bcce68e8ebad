/** When items on a line have to be drawn anew although nothing has happened but time. */
import { findItem } from "./selection.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * The time with which the items are drawn: the same until one of them may show something else. 0 where
 * none looks at the clock, so that equal rows have equal options.
 */
export function drawnTimeMs(itemIds: readonly string[], nowMs: number): number {
  const steps = itemIds.flatMap((id) => findItem(id)?.time?.stepMs ?? []);
  if (steps.length === 0) return 0;
  const stepMs = Math.min(...steps);
  return Math.floor(nowMs / stepMs) * stepMs;
}

/** When the line must be drawn again by itself; undefined: not before something happens. */
export function nextTickMs(
  itemIds: readonly string[],
  snapshot: Snapshot,
  nowMs: number,
): number | undefined {
  const steps = itemIds.flatMap((id) => {
    const time = findItem(id)?.time;
    return time?.ticks?.(snapshot, nowMs) === true ? time.stepMs : [];
  });
  if (steps.length === 0) return undefined;
  const stepMs = Math.min(...steps);
  return (Math.floor(nowMs / stepMs) + 1) * stepMs;
}
