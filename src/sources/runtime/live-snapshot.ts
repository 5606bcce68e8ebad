/** The snapshot of a session that is followed: facts of the stream and of the machine, folded. */
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import type { FollowListener } from "./client.ts";

export interface LiveSnapshot {
  readonly snapshot: () => Snapshot;
  /** Listener for `RuntimeClient.follow`. Another session clears what was known of the one before. */
  readonly listener: FollowListener;
  /** Facts from elsewhere: git, clock, custom command. */
  readonly add: (facts: Iterable<Fact>) => void;
  readonly onChange: (listener: () => void) => () => void;
}

export function createLiveSnapshot(base: Snapshot = EMPTY_SNAPSHOT): LiveSnapshot {
  let snapshot = base;
  const listeners = new Set<() => void>();
  return {
    snapshot: () => snapshot,
    listener: {},
    add(facts) {
      snapshot = foldAll(snapshot, facts);
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
