/** `enter`: start work in a machine, or go on with work that is known, whoever held it. */
import type { Result } from "../../base/result.ts";
import { failed, ok } from "../../base/result.ts";
import type { Machine } from "../machine.ts";
import { rejectedInIdle } from "./answers.ts";
import type { EngineLine, OfferedEvent } from "./block.ts";
import { type CheckedParams, checkParams, givenValue, repeatedParam } from "./check-params.ts";
import { finishMove } from "./finish-move.ts";
import { freeId } from "./ids.ts";
import { enterParams, refParamsOf } from "./offer.ts";
import { type EnterPlan, planKnown, planNew } from "./plan-enter.ts";
import { WorkflowError } from "./ports.ts";
import type { InstanceRecord } from "./records.ts";
import type { GivenParams, Reply } from "./reply.ts";
import { enterState } from "./take-transition.ts";
import {
  conflictError,
  noMachinesError,
  refRaceError,
  unknownMachineError,
} from "./text/errors.ts";
import { takeoverNote } from "./text/lines.ts";
import { type Turn, workOf } from "./turn.ts";
import { type Happening, startWalk, walkOn } from "./walk.ts";

/** What is known of the session before it enters. */
export interface BeforeEnter {
  /** Such as that it let go of other work. */
  readonly notes?: readonly EngineLine[];
  /** Menu of a rejection; that of idle when absent. */
  readonly menu?: readonly OfferedEvent[];
}

interface Entering {
  readonly machine: Machine;
  readonly params: CheckedParams;
}

/** Without success nothing is written, not even a hold that is let go of. */
export function fireEnter(turn: Turn, given: GivenParams, before: BeforeEnter = {}): Reply {
  const entering = checkEnter(turn, given);
  if (!entering.ok) return rejectedInIdle(turn, entering.reason, before.menu);
  const { machine, params } = entering.value;
  const ref = givenValue(params, machine.refParam);
  const state = givenValue(params, "state");
  const known = ref === undefined ? undefined : instanceNamed(turn, machine, ref);
  const plan =
    known === undefined
      ? planNew(machine, ref, state, turn.host.matches)
      : planKnown(machine, known, state);
  if (!plan.ok) return rejectedInIdle(turn, plan.reason, before.menu);
  const happening: Happening = { turn, machine, event: "enter", params };
  const takeover = known === undefined ? [] : takeoverNotes(turn, known);
  const notes = [...(before.notes ?? []), ...takeover, ...plan.value.notes];
  const instance = known ?? newInstance(turn, machine, ref, plan.value);
  const step = enterState(machine, instance, plan.value.to, plan.value.from ?? undefined);
  return finishMove(happening, walkOn(happening, startWalk(instance), step), {
    arrival: plan.value.arrival,
    notes,
    from: plan.value.from,
    conflict:
      known === undefined && ref !== undefined
        ? refRaceError(machine.refParam, ref)
        : conflictError(workOf(machine, instance)),
  });
}

/** The machine and the parameters, which are those of that machine alone. */
function checkEnter({ set, host }: Turn, given: GivenParams): Result<Entering, EngineLine> {
  const twice = repeatedParam("enter", given);
  if (twice !== undefined) return failed(twice);
  const named = givenValue(given, "stateMachine");
  if (named === undefined && set.machines.length === 0) return failed(noMachinesError());
  const machine = set.machines.find(({ id }) => id === named);
  const refParams = machine === undefined ? refParamsOf(set) : [machine.refParam];
  // Without its enumeration: that there is no such machine has an error of its own.
  const [{ enum: _, ...machineParam }, ...others] = enterParams(set, refParams);
  const params = checkParams("enter", [machineParam, ...others], given, host.matches);
  if (!params.ok) return params;
  if (machine !== undefined) return ok({ machine, params: params.value });
  const ids = set.machines.map(({ id }) => id);
  return failed(unknownMachineError(named ?? "", ids));
}

/** By id first, so that an id that the engine gave always names its instance. */
function instanceNamed({ store }: Turn, { id }: Machine, name: string): InstanceRecord | undefined {
  return store.instance(id, name) ?? store.instanceByRef(id, name);
}

function newInstance(
  { store, host, session, nowMs }: Turn,
  { id: machine }: Machine,
  ref: string | undefined,
  { to }: EnterPlan,
): InstanceRecord {
  const id = freeId(
    "i",
    host.random,
    (taken) =>
      store.hasInstance(machine, taken) || store.instanceByRef(machine, taken) !== undefined,
  );
  return {
    id,
    machine,
    ref: ref ?? null,
    state: to,
    status: "active",
    holder: session.key,
    version: 0,
    visits: {},
    resumeState: null,
    created: nowMs,
    updated: nowMs,
  };
}

function takeoverNotes(turn: Turn, { status, holder }: InstanceRecord): readonly EngineLine[] {
  const held = status === "active" || status === "interrupted";
  if (!held || holder === null || holder === turn.session.key) return [];
  return [takeoverNote(holder, lastActiveMs(turn, holder))];
}

/** When the other session was last seen; a record of it that cannot be read is no reason to fail. */
function lastActiveMs({ store }: Turn, key: string): number | undefined {
  try {
    return store.session(key)?.lastActive;
  } catch (error) {
    if (error instanceof WorkflowError) return undefined;
    throw error;
  }
}
