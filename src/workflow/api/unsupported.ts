/** What in the machines this host cannot do, for a program that wants to say so before the work begins. */
import { runsCommands } from "../engine/ask-host.ts";
import type { Host } from "../engine/ports.ts";
import { escaped } from "../engine/text/quote.ts";
import type { Action, Guard, Machine, MachineSet, Prompt, State } from "../machine.ts";

/** One line for each state and kind, `fix.CODE: action type command does not run on this host`. */
export function unsupportedLines(set: MachineSet, host: Host): readonly string[] {
  const runs = {
    guard: runsCommands(host, "check"),
    action: runsCommands(host, "run"),
    file: host.read !== undefined,
  };
  const lines = set.machines.flatMap((machine) =>
    machine.states.flatMap((state) =>
      stateNeeds(state)
        .filter((need) => !runs[need])
        .map((need) => needLine(machine, state, need)),
    ),
  );
  const idle = set.idle.some(isFile) && !runs.file ? [`idle: ${NEED_WORDS.file}`] : [];
  return [...new Set([...lines, ...idle])];
}

type Need = "guard" | "action" | "file";

const NEED_WORDS: Readonly<Record<Need, string>> = {
  guard: "guard type command does not run on this host",
  action: "action type command does not run on this host",
  file: "action type prompt has a file, and this host reads none",
};

function needLine(machine: Machine, state: State, need: Need): string {
  return `${escaped(machine.id)}.${escaped(state.name)}: ${NEED_WORDS[need]}`;
}

function stateNeeds(state: State): readonly Need[] {
  const transitions = [...state.on.flatMap((handled) => handled.transitions), ...state.always];
  const actions = [
    ...[...state.entry, ...state.exit].flatMap((list) => list.actions),
    ...transitions.flatMap((transition) => transition.actions),
  ];
  return [
    ...transitions.flatMap(({ guard }) => guardNeeds(guard)),
    ...actions.flatMap(actionNeeds),
  ];
}

function guardNeeds(guard: Guard | undefined): readonly Need[] {
  return guard?.kind === "command" ? ["guard"] : [];
}

function actionNeeds(action: Action): readonly Need[] {
  switch (action.kind) {
    case "command":
      return ["action"];
    case "prompt":
      return isFile(action.prompt) ? ["file"] : [];
    case "setRef":
      return [];
    default:
      return action satisfies never;
  }
}

/** An implied prompt that is not there is no loss, so it is none of the host's. */
function isFile(prompt: Prompt): boolean {
  return "file" in prompt && prompt.optional !== true;
}
