/**
 * Facts of a source that numbers what it says: whatever comes twice, late or in the wrong order is put
 * where it belongs, and the snapshot is that of the ordered run. What is lost for good is made good by
 * the source's next `state-read`. Facts without numbers are simply folded as they come.
 */
import type { Fact } from "./facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "./snapshot.ts";

/** What a source said at one time; a number is used once, and later is greater. */
export interface Numbered {
  readonly order: number;
  readonly facts: readonly Fact[];
}

/** A snapshot, and what is needed to put a late message into its place. */
export interface Ordered {
  readonly snapshot: Snapshot;
  /** The snapshot before the messages that are kept. */
  readonly base: Snapshot;
  /** Number of the newest message in `base`: older ones come too late to be of use. */
  readonly baseOrder: number;
  /** The newest messages, oldest first. */
  readonly kept: readonly Numbered[];
}

/** How far messages of one stream overtake each other, with room: a few arrive at the same moment. */
export const MAX_KEPT = 64;

/** Nothing was said yet; `base` is what is known from elsewhere. */
export function startOrdered(base: Snapshot = EMPTY_SNAPSHOT): Ordered {
  return { snapshot: base, base, baseOrder: Number.NEGATIVE_INFINITY, kept: [] };
}

/**
 * The state after one more message. In order it costs a fold; a late one folds those after it anew. A
 * message that was there, or that is older than the oldest kept one, changes nothing.
 */
export function foldOrdered(state: Ordered, message: Numbered): Ordered {
  const { order } = message;
  if (!(order > state.baseOrder)) return state;
  const before = state.kept.findLastIndex((kept) => kept.order <= order);
  if (state.kept[before]?.order === order) return state;
  const kept = state.kept.toSpliced(before + 1, 0, message);
  const isLast = before + 1 === state.kept.length;
  const { base, baseOrder } = state;
  const snapshot = isLast ? foldAll(state.snapshot, message.facts) : foldKept(base, kept);
  const [oldest] = kept;
  if (kept.length <= MAX_KEPT || oldest === undefined) return { snapshot, base, baseOrder, kept };
  return {
    snapshot,
    base: foldAll(base, oldest.facts),
    baseOrder: oldest.order,
    kept: kept.slice(1),
  };
}

function foldKept(base: Snapshot, kept: readonly Numbered[]): Snapshot {
  return kept.reduce((snapshot, { facts }) => foldAll(snapshot, facts), base);
}
