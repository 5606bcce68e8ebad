/** Paused instances of one machine, kept in the order in which they are shown: a list of thousands is not sorted at each look. */
import { compareTexts } from "../../base/compare-texts.ts";
import { type InstanceRecord, labelOf } from "./records.ts";

export interface PausedList {
  readonly add: (instance: InstanceRecord) => void;
  /** Takes out one that was added, given as it was then. */
  readonly remove: (instance: InstanceRecord) => void;
  readonly count: () => number;
  /** The first `limit`, or all. */
  readonly newest: (limit?: number) => readonly InstanceRecord[];
}

/** Below 0: the first is shown before the second. Newest first; then by machine, label and id, so that no order is left to chance. */
export function comparePaused(one: InstanceRecord, other: InstanceRecord): number {
  return (
    other.updated - one.updated ||
    compareTexts(one.machine, other.machine) ||
    compareTexts(labelOf(one), labelOf(other)) ||
    compareTexts(one.id, other.id)
  );
}

export function createPausedList(): PausedList {
  const list: InstanceRecord[] = [];
  return {
    add: (instance) => void list.splice(placeOf(list, instance), 0, instance),
    remove: (instance) => {
      const place = placeOf(list, instance);
      if (list[place]?.id === instance.id) list.splice(place, 1);
    },
    count: () => list.length,
    newest: (limit) => list.slice(0, limit),
  };
}

/** Index of the first that is not shown before the instance. */
function placeOf(list: readonly InstanceRecord[], instance: InstanceRecord): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const there = list[middle];
    if (there !== undefined && comparePaused(there, instance) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
