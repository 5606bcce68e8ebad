/** An event of a session that works in a machine. */
import { failed, ok, type Result } from "../../base/result.ts";
import { type Machine, stateOf } from "../machine.ts";
import { rejectedInMachine } from "./answers.ts";
import type { EngineLine } from "./block.ts";
import { fireBuiltIn, isStateBuiltIn } from "./built-ins.ts";
import { checkParams, givenValue } from "./check-params.ts";
import { finishMove } from "./finish-move.ts";
import { offeredInMachine } from "./offer.ts";
import type { Store } from "./ports.ts";
import type { InstanceRecord } from "./records.ts";
import type { GivenParams, Reply } from "./reply.ts";
import { setsRef, takeTransition } from "./take-transition.ts";
import {
  conflictError,
  missingParamError,
  noGuardPassedError,
  notOfferedError,
  otherRefError,
  refTakenError,
  removedStateError,
} from "./text/errors.ts";
import { type Turn, workOf } from "./turn.ts";
import { choose, type Happening, startWalk, walkOn } from "./walk.ts";

/** Offer, parameters, then the event itself; what is rejected on the way has changed nothing. */
export function fireInMachine(
  turn: Turn,
  machine: Machine,
  instance: InstanceRecord,
  event: string,
  given: GivenParams,
): Reply {
  const offered = offeredInMachine(machine, instance);
  const offer = offered.find(({ name }) => name === event);
  if (offer === undefined) {
    const names = offered.map(({ name }) => name);
    const error =
      stateOf(machine, instance.state) === undefined
        ? removedStateError(event, machine.id, instance.state, names)
        : notOfferedError(event, names);
    return rejectedInMachine(turn, machine, instance, error);
  }
  const params = checkParams(event, offer.params, given, turn.host.matches);
  if (!params.ok) return rejectedInMachine(turn, machine, instance, params.reason);
  const happening: Happening = { turn, machine, event, params: params.value };
  return isStateBuiltIn(event)
    ? fireBuiltIn(happening, instance, event)
    : fireTransition(happening, instance);
}

function fireTransition(happening: Happening, instance: InstanceRecord): Reply {
  const { turn, machine, event, params } = happening;
  const on = stateOf(machine, instance.state)?.on.find((known) => known.event === event);
  const { transition, guards } = choose(happening, instance, on?.transitions ?? []);
  if (transition === undefined) {
    const error = noGuardPassedError(event, instance.state);
    return rejectedInMachine(turn, machine, instance, error, guards);
  }
  const ref = setsRef(transition) ? refToSet(happening, instance) : ok(instance.ref);
  if (!ref.ok) return rejectedInMachine(turn, machine, instance, ref.reason, guards);
  const step = takeTransition(machine, instance, transition, ref.value);
  return finishMove(happening, walkOn(happening, startWalk(instance, guards), step), {
    arrival: { how: "event", event, from: instance.state },
    shownParams: params,
    from: instance.state,
    conflict: conflictError(workOf(machine, instance)),
  });
}

/** The ref that the event carries, if the instance may have it: it is set once, and is nobody else's. */
function refToSet(
  { turn, machine, event, params }: Happening,
  instance: InstanceRecord,
): Result<string, EngineLine> {
  const { refParam } = machine;
  const ref = givenValue(params, refParam);
  if (ref === undefined) return failed(missingParamError(event, refParam));
  if (ref === instance.ref) return ok(ref);
  if (instance.ref !== null) return failed(otherRefError(refParam, instance.ref, ref));
  const owner = otherOwner(turn.store, machine, instance, ref);
  if (owner !== undefined) return failed(refTakenError(refParam, ref, workOf(machine, owner)));
  return ok(ref);
}

/** Another instance of the machine that has the text as its id or ref. */
function otherOwner(
  store: Store,
  { id: machine }: Machine,
  { id }: InstanceRecord,
  ref: string,
): InstanceRecord | undefined {
  const owners = [store.instance(machine, ref), store.instanceByRef(machine, ref)];
  return owners.find((owner) => owner !== undefined && owner.id !== id);
}
