/**
 * What `enter` means for the instance that it names: start, go on, jump, open again or repair, or why
 * not. Pure: what is in the store was read before.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { type Machine, type State, stateOf } from "../machine.ts";
import type { MatchAnswer } from "./ask-host.ts";
import type { EngineLine } from "./block.ts";
import { wrongValue } from "./check-params.ts";
import { entryPointsOf } from "./offer.ts";
import type { InstanceRecord } from "./records.ts";
import {
  completedError,
  entryPointError,
  savedStateGoneError,
  unknownStateError,
} from "./text/errors.ts";
import { type Arrival, reopenedNote } from "./text/lines.ts";
import { workOf } from "./turn.ts";

export interface EnterPlan {
  /** State to enter. */
  readonly to: string;
  /** State before, as the history has it; null where none is left behind. */
  readonly from: string | null;
  readonly arrival: Arrival;
  readonly notes: readonly EngineLine[];
}

/** New work: its ref is given for the first time. */
export function planNew(
  machine: Machine,
  ref: string | undefined,
  state: string | undefined,
  matches: (pattern: string, value: string) => MatchAnswer,
): Result<EnterPlan, EngineLine> {
  const { refParam, refPattern, kind, initial } = machine;
  if (ref !== undefined && refPattern !== undefined) {
    const wrong = wrongValue({ name: refParam, pattern: refPattern }, ref, matches);
    if (wrong !== undefined) return failed(wrong);
  }
  const to = state === undefined ? ok(initial) : entryPoint(machine, state);
  if (!to.ok) return to;
  return ok({ to: to.value, from: null, arrival: { how: "new", kind }, notes: [] });
}

/** Work that is known: whose it is does not matter, only how far it is. */
export function planKnown(
  machine: Machine,
  instance: InstanceRecord,
  state: string | undefined,
): Result<EnterPlan, EngineLine> {
  const saved = stateOf(machine, instance.state);
  if (instance.status === "completed") return planReopen(machine, instance, state);
  if (saved === undefined) return planRepair(machine, instance, state);
  if (state === undefined)
    return ok({ to: saved.name, from: null, arrival: { how: "enter" }, notes: [] });
  return elsewhere(instance, entryPoint(machine, state), { how: "jump", from: saved.name });
}

function planReopen(
  machine: Machine,
  instance: InstanceRecord,
  state: string | undefined,
): Result<EnterPlan, EngineLine> {
  const work = workOf(machine, instance);
  if (state === undefined) return failed(completedError(work, entryPointsOf(machine)));
  const arrival: Arrival = { how: "reopened", from: instance.state };
  return elsewhere(instance, entryPoint(machine, state), arrival, [reopenedNote(work)]);
}

function planRepair(
  machine: Machine,
  instance: InstanceRecord,
  state: string | undefined,
): Result<EnterPlan, EngineLine> {
  const work = workOf(machine, instance);
  const states = machine.states.map(({ name }) => name);
  if (state === undefined)
    return failed(savedStateGoneError(work, machine.id, instance.state, states));
  const to = stateOf(machine, state);
  return elsewhere(
    instance,
    to === undefined ? failed(unknownStateError(machine.id, state, states)) : ok(to.name),
    { how: "repaired", gone: instance.state },
  );
}

/** Another state than the one where the work was left. */
function elsewhere(
  { state: from }: InstanceRecord,
  to: Result<State["name"], EngineLine>,
  arrival: Arrival,
  notes: readonly EngineLine[] = [],
): Result<EnterPlan, EngineLine> {
  return to.ok ? ok({ to: to.value, from, arrival, notes }) : to;
}

function entryPoint(machine: Machine, state: string): Result<string, EngineLine> {
  const points = entryPointsOf(machine);
  return points.includes(state) ? ok(state) : failed(entryPointError(machine.id, state, points));
}
