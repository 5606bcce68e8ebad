/** Which events may be fired where, in the order of the menu, with the author's words or ours. Pure. */
import {
  type EventType,
  type Machine,
  type MachineSet,
  type State,
  type StateEvent,
  stateOf,
} from "../machine.ts";
import type { OfferedEvent, OfferedParam } from "./block.ts";
import type { Claim } from "./claim.ts";
import type { InstanceRecord } from "./records.ts";
import {
  ENTER_GUIDANCE,
  listPausedGuidance,
  MACHINE_PARAM_GUIDANCE,
  NOTE_PARAM_GUIDANCE,
  pauseGuidance,
  REF_PARAM_GUIDANCE,
  resumeStateGuidance,
  resumeWorkGuidance,
  STATE_PARAM_GUIDANCE,
  unmatchedGuidance,
  yieldGuidance,
} from "./text/guidance.ts";
import { workOf } from "./turn.ts";

/** Paused instances that the idle list shows; an agent reads all of it each time. `listPaused` shows the others. */
export const SHOWN_PAUSED = 10;

/**
 * Events of the state where the held instance is, then the built-in ones. Work that is done is not held;
 * what rests in a state that an edit removed or made final can be put aside, so that nobody is stuck.
 */
export function offeredInMachine(machine: Machine, instance: InstanceRecord): OfferedEvent[] {
  const state = stateOf(machine, instance.state);
  if (state === undefined || state.final)
    return [pauseOffer(machine, instance), unmatchedOffer(machine, instance)];
  const { resumeState } = instance;
  return [
    ...state.on.map((on) => stateEventOffer(machine, state, on)),
    ...(resumesTo(machine, instance) && resumeState !== null
      ? [builtIn(machine, "resume", resumeStateGuidance(resumeState))]
      : []),
    builtIn(machine, "yield", yieldGuidance(state.name), [
      { name: "note", required: false, description: NOTE_PARAM_GUIDANCE },
    ]),
    pauseOffer(machine, instance),
    unmatchedOffer(machine, instance),
  ];
}

/** Whether the instance is in a detour of the fallback state from which it can go back. */
function resumesTo(machine: Machine, { state, resumeState }: InstanceRecord): boolean {
  return (
    resumeState !== null &&
    stateOf(machine, state)?.fallback === true &&
    stateOf(machine, resumeState) !== undefined
  );
}

/** The state that takes what fits nowhere, if it is another than that where the instance is. */
export function fallbackFrom(machine: Machine, { state }: InstanceRecord): State | undefined {
  return machine.states.find(({ fallback, name }) => fallback && name !== state);
}

/** What idle depends on. */
export interface IdleOffers {
  readonly set: MachineSet;
  readonly slot: Claim;
  readonly pausedCount: number;
}

/** `enter`, and what there is to go back to or to list. */
export function offeredInIdle({ set, slot, pausedCount }: IdleOffers): OfferedEvent[] {
  return [
    ...(set.machines.length > 0 ? [enterOffer(set)] : []),
    ...(slot.kind === "live" ? [resumeOffer(slot.machine, slot.instance)] : []),
    ...(pausedCount > SHOWN_PAUSED
      ? [builtIn(onlyMachine(set), "listPaused", listPausedGuidance(pausedCount))]
      : []),
  ];
}

/** `enter` and `pause` let go of work whose machine is not there; nothing else can be done with it. */
export function offeredUnconfigured(set: MachineSet, id: string): OfferedEvent[] {
  const guidance = pauseGuidance({ kind: "instance", label: id });
  return [
    ...(set.machines.length > 0 ? [enterOffer(set)] : []),
    { name: "pause", guidance, params: [] },
  ];
}

function enterOffer(set: MachineSet): OfferedEvent {
  const params = enterParams(set, [refParamsOf(set).join(" | ")]);
  return builtIn(onlyMachine(set), "enter", ENTER_GUIDANCE, params);
}

/** Parameters of `enter`, the machine first: with the ref parameters as a menu shows them, or one by one. */
export function enterParams(
  { machines }: MachineSet,
  refParams: readonly string[],
): [machine: OfferedParam, ...others: OfferedParam[]] {
  return [
    {
      name: "stateMachine",
      required: true,
      enum: machines.map(({ id }) => id),
      description: MACHINE_PARAM_GUIDANCE,
    },
    ...refParams.map((name) => ({ name, required: false, description: REF_PARAM_GUIDANCE })),
    { name: "state", required: false, description: STATE_PARAM_GUIDANCE },
  ];
}

/** The names that machines have for their ref, each once. */
export function refParamsOf({ machines }: MachineSet): readonly string[] {
  return [...new Set(machines.map(({ refParam }) => refParam))];
}

/** Names of the states that `enter` may name. */
export function entryPointsOf({ states }: Machine): readonly string[] {
  return states.filter(({ entryPoint }) => entryPoint).map(({ name }) => name);
}

function resumeOffer(machine: Machine, instance: InstanceRecord): OfferedEvent {
  return builtIn(machine, "resume", resumeWorkGuidance(workOf(machine, instance), instance.state));
}

function pauseOffer(machine: Machine, instance: InstanceRecord): OfferedEvent {
  return builtIn(machine, "pause", pauseGuidance(workOf(machine, instance)));
}

function unmatchedOffer(machine: Machine, instance: InstanceRecord): OfferedEvent {
  const guidance = unmatchedGuidance(fallbackFrom(machine, instance)?.name);
  return builtIn(machine, "unmatched", guidance);
}

/** Idle belongs to no machine: an author may word its events only where no other author could. */
function onlyMachine({ machines }: MachineSet): Machine | undefined {
  return machines.length === 1 ? machines[0] : undefined;
}

function builtIn(
  machine: Machine | undefined,
  name: string,
  guidance: string,
  params: readonly OfferedParam[] = [],
): OfferedEvent {
  return { name, guidance: eventTypeOf(machine, name)?.description ?? guidance, params };
}

function stateEventOffer(machine: Machine, state: State, on: StateEvent): OfferedEvent {
  const type = eventTypeOf(machine, on.event);
  const described = on.transitions.find(({ description }) => description !== undefined);
  const guidance = described?.description ?? type?.description;
  return {
    name: on.event,
    ...(guidance !== undefined && { guidance }),
    params: (type?.params ?? []).map((param): OfferedParam => {
      const inState = state.paramDescriptions.find(
        (words) => words.event === on.event && words.param === param.name,
      );
      const description = inState?.text ?? param.description;
      return {
        name: param.name,
        required: param.required,
        ...(param.enum !== undefined && { enum: param.enum }),
        ...(param.pattern !== undefined && { pattern: param.pattern }),
        ...(description !== undefined && { description }),
      };
    }),
  };
}

function eventTypeOf(machine: Machine | undefined, name: string): EventType | undefined {
  return machine?.events.find((event) => event.name === name);
}
