/**
 * What moving about in a machine means, on plain data: an instance and a move in, the instance after it
 * and the lists of actions in their order out. Nothing is run here.
 */
import { type ActionList, type Machine, stateOf, type Transition } from "../machine.ts";
import type { InstanceRecord } from "./records.ts";
import { transitionActionsOf } from "./text/lines.ts";
import { withVisit } from "./visits.ts";

/** One list to run, and what its commands are told of the move. */
export interface Effect {
  readonly list: ActionList;
  readonly state: string;
  readonly from?: string;
  readonly to?: string;
  readonly ref: string | null;
}

export interface Step {
  readonly instance: InstanceRecord;
  readonly effects: readonly Effect[];
}

/** Whether the state is left: an own state as target without `reenter` is no move. */
export function isExternal(transition: Transition, state: string): boolean {
  return transition.target !== undefined && (transition.target !== state || transition.reenter);
}

/** Whether taking it sets the ref. */
export function setsRef(transition: Transition): boolean {
  return transition.actions.some(({ kind }) => kind === "setRef");
}

/**
 * Exit list, transition actions, entry list; inside, the actions alone. `ref` is the value that a
 * `setRef` among them sets; the instance has it from the transition's actions on.
 */
export function takeTransition(
  machine: Machine,
  before: InstanceRecord,
  transition: Transition,
  ref: string | null = before.ref,
): Step {
  const { state } = before;
  const to = isExternal(transition, state) ? (transition.target ?? state) : undefined;
  const during = { ...before, ref };
  const actions: Effect = {
    list: { where: transitionActionsOf(state), actions: transition.actions },
    state,
    from: state,
    to: to ?? state,
    ref,
  };
  if (to === undefined) return { instance: during, effects: [actions] };
  const entered = enterState(machine, during, to, state);
  return {
    instance: entered.instance,
    effects: [...leaveState(machine, before, to), actions, ...entered.effects],
  };
}

/** The exit lists of the state where the instance is; none of one that was removed. */
export function leaveState(machine: Machine, before: InstanceRecord, to?: string): Effect[] {
  const { state, ref } = before;
  const lists = stateOf(machine, state)?.exit ?? [];
  return lists.map((list) => ({ list, state, from: state, ...(to !== undefined && { to }), ref }));
}

/**
 * One visit more, and the entry lists. Only the fallback state keeps where `resume` goes back to: who
 * comes to another has come back already, or goes elsewhere.
 */
export function enterState(
  machine: Machine,
  before: InstanceRecord,
  to: string,
  from?: string,
): Step {
  const target = stateOf(machine, to);
  const { ref } = before;
  return {
    instance: {
      ...before,
      state: to,
      visits: withVisit(before.visits, to),
      resumeState: target?.fallback === true ? before.resumeState : null,
    },
    effects: (target?.entry ?? []).map((list) => ({
      list,
      state: to,
      ...(from !== undefined && { from }),
      to,
      ref,
    })),
  };
}
