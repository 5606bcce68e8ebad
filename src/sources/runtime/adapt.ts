/** What a followed session says of itself, as facts. */
import type { Fact } from "../../status/facts/fact.ts";
import type { AppliedEvent } from "../../wire/runtime/follow.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import type { FollowPhase } from "./client.ts";

/** All that the state says, for a snapshot that knows nothing or is of before a gap. */
export function adaptState(_state: SessionState): readonly Fact[] {
  return [];
}

/** What one event says; the state is the one after it. */
export function adaptEvent(_applied: AppliedEvent): readonly Fact[] {
  return [];
}

/** How the stream stands. */
export function adaptPhase(phase: FollowPhase): readonly Fact[] {
  return [{ kind: "connection-changed", phase }];
}
