/**
 * What machines that are well shaped can still have wrong so that the engine could not walk them: names
 * that are bad, taken twice or of nothing. The full check with its findings is that of machine files.
 */
import { isPattern } from "../format/text-forms.ts";
import {
  BUILT_IN_EVENTS,
  type Guard,
  type Machine,
  type MachineSet,
  type State,
  type Transition,
} from "../machine.ts";

/** Names that become files, variables and parameters. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/** The first flaw with its place, or undefined. */
export function findFlaw({ machines }: MachineSet): string | undefined {
  const twice = firstTwice(machines.map(({ id }) => id));
  if (twice !== undefined) return `machines[${twice}].id: taken by an earlier machine`;
  return first(machines, (machine, index) => flawOfMachine(machine, `machines[${index}]`));
}

function flawOfMachine(machine: Machine, place: string): string | undefined {
  const { id, initial, states, events, refParam, refPattern } = machine;
  if (!PLAIN_NAME.test(id)) return `${place}.id: expected letters, digits, - and _`;
  if (!PLAIN_NAME.test(refParam)) return `${place}.refParam: expected letters, digits, - and _`;
  if (isWrong(refPattern)) return `${place}.refPattern: not a regular expression`;
  const names = new Set(states.map(({ name }) => name));
  const twice = firstTwice(states.map(({ name }) => name));
  if (twice !== undefined) return `${place}.states[${twice}].name: taken by an earlier state`;
  if (!names.has(initial)) return `${place}.initial: names no state`;
  const fallbacks = states.filter(({ fallback }) => fallback).length;
  if (fallbacks > 1) return `${place}.states: more than one fallback`;
  return (
    flawOfEvents(machine, place) ??
    first(states, (state, index) =>
      flawOfState(
        state,
        names,
        new Set(events.map(({ name }) => name)),
        `${place}.states[${index}]`,
      ),
    )
  );
}

function flawOfEvents({ events }: Machine, place: string): string | undefined {
  const twice = firstTwice(events.map(({ name }) => name));
  if (twice !== undefined) return `${place}.events[${twice}].name: taken by an earlier event`;
  return first(events, ({ params }, index) => {
    const at = `${place}.events[${index}].params`;
    const again = firstTwice(params.map(({ name }) => name));
    if (again !== undefined) return `${at}[${again}].name: taken by an earlier param`;
    return first(params, ({ name, pattern }, number) => {
      if (!PLAIN_NAME.test(name)) return `${at}[${number}].name: expected letters, digits, - and _`;
      return isWrong(pattern) ? `${at}[${number}].pattern: not a regular expression` : undefined;
    });
  });
}

function flawOfState(
  state: State,
  states: ReadonlySet<string>,
  events: ReadonlySet<string>,
  place: string,
): string | undefined {
  const { name, final, fallback, on, always } = state;
  if (!/^\S+$/.test(name)) return `${place}.name: expected a name without blanks`;
  if (final && (fallback || on.length > 0 || always.length > 0))
    return `${place}: a final state that is left`;
  const twice = firstTwice(on.map(({ event }) => event));
  if (twice !== undefined) return `${place}.on[${twice}].event: taken by an earlier one`;
  const ofEvents = first(on, ({ event, transitions }, index) => {
    const at = `${place}.on[${index}]`;
    if (BUILT_IN_EVENTS.some((builtIn) => builtIn === event))
      return `${at}.event: the name of a built-in event`;
    if (!events.has(event)) return `${at}.event: names none of the machine's events`;
    return flawOfTransitions(transitions, states, `${at}.transitions`);
  });
  return ofEvents ?? flawOfTransitions(always, states, `${place}.always`);
}

function flawOfTransitions(
  transitions: readonly Transition[],
  states: ReadonlySet<string>,
  place: string,
): string | undefined {
  return first(transitions, ({ target, guard }, index) => {
    if (target !== undefined && !states.has(target))
      return `${place}[${index}].target: names no state`;
    return isStray(guard, states) ? `${place}[${index}].guard.state: names no state` : undefined;
  });
}

function isStray(guard: Guard | undefined, states: ReadonlySet<string>): boolean {
  return guard?.kind === "visits" && !states.has(guard.state);
}

function isWrong(pattern: string | undefined): boolean {
  return pattern !== undefined && !isPattern(pattern);
}

/** The first answer that one of them gives. */
function first<T>(
  items: readonly T[],
  ask: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const answer = ask(item, index);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The index of the first name that stood before. */
function firstTwice(names: readonly string[]): number | undefined {
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) return index;
    seen.add(name);
  }
  return undefined;
}
