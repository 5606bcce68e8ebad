/**
 * Why an event was rejected, and what would be accepted: the line behind `error: `. Data in, one line
 * out; values of outside stand in quotes.
 */
import type { EngineLine } from "../block.ts";
import type { InstanceStatus } from "../records.ts";
import { type NamedWork, namedWork } from "./lines.ts";
import { escaped, quoted } from "./quote.ts";

/** The event is none of those that the place offers. */
export function notOfferedError(event: string, offered: readonly string[]): EngineLine {
  return `${quoted(event)} is not offered here; ${listed("fire one of", offered, "nothing can be fired")}`;
}

/** A parameter that the event does not have. */
export function unknownParamError(
  event: string,
  param: string,
  params: readonly string[],
): EngineLine {
  const known = listed("it takes", params, "it takes no params");
  return `${escaped(event)} has no param ${quoted(param)}; ${known}`;
}

export function missingParamError(event: string, param: string): EngineLine {
  return `${escaped(event)} needs the param ${escaped(param)}`;
}

/** `enter` with one parameter twice. */
export function repeatedParamError(event: string, param: string): EngineLine {
  return `${escaped(event)} was given the param ${quoted(param)} more than once`;
}

/** The value is none of the enumeration. */
export function enumError(param: string, value: string, allowed: readonly string[]): EngineLine {
  return `${escaped(param)} cannot be ${quoted(value)}; ${listed("it is one of", allowed, "it has no values")}`;
}

/** The pattern is not found in the value. */
export function patternError(param: string, value: string, pattern: string): EngineLine {
  return `${escaped(param)} ${quoted(value)} does not match the pattern ${escaped(pattern)}`;
}

/** The host could not tell whether the pattern matches. */
export function hostFaultError(param: string, pattern: string, fault: string): EngineLine {
  return `${escaped(param)} could not be held against the pattern ${escaped(pattern)}: ${escaped(fault)}`;
}

/** There is nothing to enter. */
export function noMachinesError(): EngineLine {
  return "no state machine is configured, so there is nothing to enter";
}

/** `stateMachine` names none that is configured. */
export function unknownMachineError(machine: string, machines: readonly string[]): EngineLine {
  return `there is no state machine ${quoted(machine)}; ${listed("there are", machines, "none are configured")}`;
}

/** `state` names none where one may start or jump to. */
export function entryPointError(
  machine: string,
  state: string,
  entryPoints: readonly string[],
): EngineLine {
  const known = listed("entry points are", entryPoints, "it has none");
  return `${quoted(state)} is not an entry point of ${escaped(machine)}; ${known}`;
}

/** Work that is done is entered with a state alone. */
export function completedError(work: NamedWork, entryPoints: readonly string[]): EngineLine {
  const known = listed(
    "give one of the entry points as state",
    entryPoints,
    "nothing opens it again",
  );
  return `${namedWork(work)} is completed; ${known}`;
}

/** The saved state is no longer in the machine. Entering repairs that with a state. */
export function savedStateGoneError(
  work: NamedWork,
  machine: string,
  state: string,
  states: readonly string[],
): EngineLine {
  const known = listed("enter with one of these as state", states, "it has no states");
  return `${namedWork(work)} was saved in ${escaped(state)}, which ${escaped(machine)} no longer has; ${known}`;
}

/** In a state that is gone: an event that is not offered, with what the states are now. */
export function removedStateError(
  event: string,
  machine: string,
  state: string,
  offered: readonly string[],
): EngineLine {
  const gone = `${escaped(machine)} no longer has the state ${escaped(state)}`;
  return `${quoted(event)} is not offered here: ${gone}; ${listed("fire one of", offered, "nothing can be fired")}`;
}

/** `state` in a repair names no state at all. */
export function unknownStateError(
  machine: string,
  state: string,
  states: readonly string[],
): EngineLine {
  return `${escaped(machine)} has no state ${quoted(state)}; ${listed("its states are", states, "it has none")}`;
}

/** A ref is set once. */
export function otherRefError(param: string, ref: string, given: string): EngineLine {
  return `${escaped(param)} is ${quoted(ref)} already and cannot become ${quoted(given)}`;
}

/** The ref is that of other work in the machine, or its id. */
export function refTakenError(param: string, given: string, owner: NamedWork): EngineLine {
  return `${escaped(param)} ${quoted(given)} belongs to another instance, ${namedWork(owner)}`;
}

/** All guards of the event's transitions said no. */
export function noGuardPassedError(event: string, state: string): EngineLine {
  return `no transition of ${escaped(event)} from ${escaped(state)} passed its guard; nothing changed`;
}

/** What became of work that a session held or put aside. */
export type MovedTo =
  | { readonly now: "held"; readonly session: string }
  | { readonly now: "status"; readonly status: InstanceStatus }
  | { readonly now: "gone" };

/** The held work is no longer this session's. `label` is the ref or id as far as it is known. */
export function movedError(label: string, machine: string, moved: MovedTo): EngineLine {
  return `${quoted(label)} (${escaped(machine)}) ${movedWords(moved)}; this session is idle`;
}

/** The interrupted work is no longer this session's to resume. */
export function slotMovedError(label: string, machine: string, moved: MovedTo): EngineLine {
  return `cannot resume ${quoted(label)} (${escaped(machine)}): it ${movedWords(moved)}`;
}

function movedWords(moved: MovedTo): string {
  switch (moved.now) {
    case "held":
      return `is held by session ${escaped(moved.session)} now`;
    case "status":
      return `is ${moved.status} now`;
    case "gone":
      return "no longer exists";
    default:
      return moved satisfies never;
  }
}

/** The machine of the held work is missing or has errors now. */
export function unconfiguredError(machine: string, id: string): EngineLine {
  return `the state machine ${escaped(machine)} of ${escaped(id)} is not configured now, or its file has errors; nothing changed. Mend it, or fire pause or enter to let go of the work`;
}

/** The same for work that waits in the interrupted slot. */
export function slotUnconfiguredError(machine: string, id: string): EngineLine {
  return `cannot resume ${escaped(id)}: its state machine ${escaped(machine)} is not configured now, or its file has errors; nothing changed`;
}

/** Somebody wrote the instance first. */
export function conflictError(work: NamedWork): EngineLine {
  return `${namedWork(work)} was changed by another session at the same moment; nothing was written, and this session is idle`;
}

/** The store refused a new instance: its ref was taken at the same moment. */
export function refRaceError(param: string, ref: string): EngineLine {
  return `${escaped(param)} ${quoted(ref)} was taken by another session at the same moment; enter again to go on with that work`;
}

/** A key that no session has: not for the agent's fence, but as the message of the fault. */
export function unknownSessionMessage(key: string): string {
  return `there is no session ${quoted(key)}: use the key of the latest header, or fire enter without one to begin`;
}

/** No key, and the event is not `enter`. */
export function missingSessionMessage(): string {
  return "no session is named: give the key of the latest header, or fire enter without one to begin";
}

function listed(words: string, names: readonly string[], none: string): string {
  return names.length === 0 ? none : `${words}: ${names.map(escaped).join(", ")}`;
}
