/** Machines whose commands name their folders from one place instead of from each machine's file. */
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type {
  Action,
  ActionList,
  CommandSpec,
  Guard,
  Machine,
  Transition,
} from "../../../workflow/machine.ts";

/**
 * The machine of `file`, its directories of commands written from the folder of `from`, with `/` between;
 * absolute ones stay. Both paths are absolute.
 */
export function moveFolders(machine: Machine, file: string, from: string): Machine {
  const command = (spec: CommandSpec): CommandSpec => {
    if (spec.cwd === undefined || isAbsolute(spec.cwd)) return spec;
    const moved = relative(dirname(from), join(dirname(file), spec.cwd));
    return { ...spec, cwd: moved.split(sep).join("/") || "." };
  };
  const action = (one: Action): Action =>
    one.kind === "command" ? { ...one, command: command(one.command) } : one;
  const list = (one: ActionList): ActionList => ({ ...one, actions: one.actions.map(action) });
  const guard = (one: Guard): Guard =>
    one.kind === "command" ? { ...one, command: command(one.command) } : one;
  const transition = (one: Transition): Transition => ({
    ...one,
    actions: one.actions.map(action),
    ...(one.guard !== undefined && { guard: guard(one.guard) }),
  });
  return {
    ...machine,
    states: machine.states.map((state) => ({
      ...state,
      entry: state.entry.map(list),
      exit: state.exit.map(list),
      on: state.on.map(({ event, transitions }) => ({
        event,
        transitions: transitions.map(transition),
      })),
      always: state.always.map(transition),
    })),
  };
}
