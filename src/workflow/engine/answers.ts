/** The replies that several events share: rejections, the idle list, the state after a move. */

import type { Machine } from "../machine.ts";
import type { BlockPlace, EngineLine, OfferedEvent } from "./block.ts";
import type { CheckedParams } from "./check-params.ts";
import type { Claim } from "./claim.ts";
import { idleMenu, idleParts } from "./idle-list.ts";
import { offeredInMachine, offeredUnconfigured } from "./offer.ts";
import { type InstanceRecord, labelOf } from "./records.ts";
import type { Reply } from "./reply.ts";
import { type MovedTo, movedError, unconfiguredError } from "./text/errors.ts";
import { type Arrival, arrivalLine, completedLine } from "./text/lines.ts";
import {
  blockOf,
  IDLE_LOCATION,
  locationOf,
  replyOf,
  shownKey,
  type Turn,
  workOf,
} from "./turn.ts";
import { visitsOf } from "./visits.ts";
import type { Walk } from "./walk.ts";

/** The header of a machine. */
export function placeIn(machine: Machine, instance: InstanceRecord): BlockPlace {
  return {
    at: "machine",
    machine: machine.id,
    state: instance.state,
    visit: visitsOf(instance.visits, instance.state),
    kind: machine.kind,
    label: labelOf(instance),
  };
}

/** An event that the state does not take: nothing has changed. */
export function rejectedInMachine(
  turn: Turn,
  machine: Machine,
  instance: InstanceRecord,
  error: EngineLine,
  guards: readonly EngineLine[] = [],
): Reply {
  const place = placeIn(machine, instance);
  const menu = offeredInMachine(machine, instance);
  return replyOf(
    false,
    blockOf(shownKey(turn), { place, guards, error, menu }),
    locationOf(instance),
  );
}

/** An event that idle does not take. */
export function rejectedInIdle(
  turn: Turn,
  error: EngineLine,
  menu: readonly OfferedEvent[] = idleMenu(turn),
): Reply {
  return replyOf(false, blockOf(shownKey(turn), { error, menu }), IDLE_LOCATION);
}

/** What stands before the idle list. */
export interface BeforeIdle {
  readonly notes?: readonly EngineLine[];
  readonly failures?: readonly EngineLine[];
  readonly instructions?: readonly string[];
  readonly error?: EngineLine;
  /** In place of the events of idle. */
  readonly menu?: readonly OfferedEvent[];
}

/** The idle list. It is no success where it begins with an error. */
export function idleReply(turn: Turn, before: BeforeIdle): Reply {
  const { failures, ...list } = idleParts(turn);
  const block = blockOf(shownKey(turn), {
    ...list,
    ...before,
    failures: [...(before.failures ?? []), ...failures],
  });
  return replyOf(before.error === undefined, block, IDLE_LOCATION);
}

/** Somebody else wrote the instance: this session lets go of it. What was gathered is not told. */
export function conflictReply(turn: Turn, error: EngineLine): Reply {
  return idleReply(dropHold(turn), { error });
}

/**
 * The turn of a session without its hold, which is written if it had one. A stop does not wait for the
 * events of its session: what one of them holds since this call began stays held.
 */
export function dropHold(turn: Turn): Turn {
  const { store, session, kept } = turn;
  const { holding } = session;
  if (!kept || holding === null) return turn;
  return { ...turn, session: store.updateSession(session.key, { holding: null }, { holding }) };
}

/** What a block about an event in a machine tells beside the walk. */
export interface Arrived {
  readonly arrival: Arrival;
  /** Those of the event, where they tell something that the header does not. */
  readonly shownParams?: CheckedParams;
  readonly notes?: readonly EngineLine[];
}

/** Where the event led: the instructions there, and after a final state the idle list. The turn is that after the event. */
export function arrivedReply(
  turn: Turn,
  machine: Machine,
  walk: Walk,
  { arrival, shownParams = [], notes = [] }: Arrived,
): Reply {
  const { instance } = walk;
  const parts = {
    place: placeIn(machine, instance),
    arrival: arrivalLine(arrival, walk.via),
    params: shownParams,
    notes,
    guards: walk.guards,
    failures: walk.failures,
    instructions: walk.prompts,
  };
  if (instance.status !== "completed")
    return replyOf(true, blockOf(shownKey(turn), parts), locationOf(instance));
  const { failures, ...list } = idleParts(turn);
  const block = blockOf(shownKey(turn), {
    ...parts,
    ...list,
    failures: [...parts.failures, ...failures],
    closing: completedLine(workOf(machine, instance)),
  });
  return replyOf(true, block, IDLE_LOCATION);
}

/** Why the held work is no longer this session's. */
export function movedLine(claim: Extract<Claim, { kind: "moved" }>, key: string): EngineLine {
  const { machine, instance } = claim;
  const label = instance === undefined ? claim.key.id : labelOf(instance);
  return movedError(label, machine.id, movedTo(instance, key));
}

/** Who has an instance, or what became of it, seen from that session. */
export function movedTo(instance: InstanceRecord | undefined, key: string): MovedTo {
  if (instance === undefined) return { now: "gone" };
  const { status, holder } = instance;
  return holder !== null && holder !== key && status !== "paused" && status !== "completed"
    ? { now: "held", session: holder }
    : { now: "status", status };
}

/** An event while the machine of the held work is missing: nothing is saved, so the place outlasts it. */
export function unconfiguredReply(
  turn: Turn,
  { key }: Extract<Claim, { kind: "unconfigured" }>,
): Reply {
  const error = unconfiguredError(key.machine, key.id);
  return rejectedInIdle(turn, error, offeredUnconfigured(turn.set, key.id));
}
