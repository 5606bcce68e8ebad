/** The snapshot of a session that is followed: facts of the stream and of the machine, folded. */
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import { adaptEvent, adaptPhase, adaptState } from "./adapt.ts";
import type { FollowListener, FollowPhase } from "./runtime-client.ts";

export interface LiveSnapshot {
  readonly snapshot: () => Snapshot;
  /**
   * A listener for `RuntimeClient.follow`, one for each session that is followed. From then on what
   * earlier ones say counts no more, and what was known of another session is gone.
   */
  readonly listenTo: (sessionId: string) => FollowListener;
  /** Facts from elsewhere: git, clock, custom command. */
  readonly add: (facts: Iterable<Fact>) => void;
  /** Called after each change. */
  readonly onChange: (listener: () => void) => () => void;
}

export function createLiveSnapshot(base: Snapshot = EMPTY_SNAPSHOT): LiveSnapshot {
  let snapshot = base;
  let current: FollowListener | undefined;
  const listeners = new Set<() => void>();
  const add = (facts: Iterable<Fact>): void => {
    const next = foldAll(snapshot, facts);
    if (next === snapshot) return;
    snapshot = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    snapshot: () => snapshot,
    listenTo(sessionId) {
      const isOther = snapshot.session?.id !== sessionId;
      const listener = sessionListener((facts) => {
        if (current === listener) add(facts);
      });
      current = listener;
      add([...adaptPhase("starting"), ...(isOther ? [{ kind: "session-closed" } as const] : [])]);
      return listener;
    },
    add,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What the stream of one session says, as facts. After a gap its whole state is told anew. */
function sessionListener(add: (facts: readonly Fact[]) => void): FollowListener {
  let phase: FollowPhase = "starting";
  let state: SessionState | undefined;
  return {
    onSnapshot(next) {
      state = next;
      add([...adaptPhase(phase, state), ...adaptState(state)]);
    },
    onEvent(applied) {
      ({ state } = applied);
      const isOfAgent = applied.event.kind === "agent-known";
      add([...adaptEvent(applied), ...(isOfAgent ? adaptPhase(phase, state) : [])]);
    },
    onPhase(next) {
      phase = next;
      const isLive = next === "live" && state !== undefined;
      add([...adaptPhase(next, state), ...(isLive && state ? adaptState(state) : [])]);
    },
  };
}
