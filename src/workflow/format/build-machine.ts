/** A checked draft as the machine that the engine walks: defaults, shared actions, params of `setRef`, absolute paths. */
import { known } from "../../base/shape.ts";
import type {
  Draft,
  DraftAction,
  DraftCommand,
  DraftEvent,
  DraftGuard,
  DraftState,
  DraftTransition,
} from "../check/draft.ts";
import { refParamOf, setRefEvents } from "../check/ref-param.ts";
import type {
  Action,
  ActionList,
  CommandSpec,
  EventType,
  Guard,
  Machine,
  Param,
  Prompt,
  State,
  Transition,
} from "../machine.ts";

/** What the machine calls an instance when it does not say. */
const DEFAULT_KIND = "instance";

/** How paths of the file become those of the machine. */
export interface PathReading {
  readonly prompt: (path: string) => string;
  readonly cwd: (path: string) => string;
}

export function buildMachine(draft: Draft, paths: PathReading): Machine {
  return {
    id: draft.id.value,
    ...known({ description: draft.description?.value }),
    initial: draft.initial.value,
    kind: draft.kind?.value ?? DEFAULT_KIND,
    refParam: refParamOf(draft),
    ...known({
      refPattern: draft.refPattern?.value,
      refDescription: draft.refDescription?.value,
    }),
    events: buildEvents(draft),
    states: draft.states.map((state) => buildState(draft, state, paths)),
  };
}

function buildEvents(draft: Draft): readonly EventType[] {
  const declared = new Map(draft.events.map((event) => [event.name.value, event]));
  const occurring = draft.states.flatMap((state) => state.on.map(({ event }) => event.value));
  const withRef = setRefEvents(draft);
  return [...new Set([...declared.keys(), ...occurring])].map((name) => {
    const event = declared.get(name);
    const params = event === undefined ? [] : buildParams(event);
    return {
      name,
      ...known({ description: event?.description?.value }),
      params: withRef.has(name) ? withRefParam(draft, params) : params,
    };
  });
}

function buildParams(event: DraftEvent): readonly Param[] {
  const required = new Set(event.required.map(({ value }) => value));
  return event.params.map((param) => ({
    name: param.name.value,
    required: required.has(param.name.value),
    ...known({
      description: param.description?.value,
      enum: param.enum?.map(({ value }) => value),
      pattern: param.pattern?.value,
    }),
  }));
}

/** With the ref parameter required, in the words of the machine where it has none of its own, first where it is new. */
function withRefParam(draft: Draft, params: readonly Param[]): readonly Param[] {
  const name = refParamOf(draft);
  const inherited = known({
    description: draft.refDescription?.value,
    pattern: draft.refPattern?.value,
  });
  const isDeclared = params.some((param) => param.name === name);
  if (!isDeclared) return [{ name, required: true, ...inherited }, ...params];
  return params.map((param) =>
    param.name === name ? { ...inherited, ...param, required: true } : param,
  );
}

function buildState(draft: Draft, state: DraftState, paths: PathReading): State {
  return {
    name: state.name.value,
    ...known({ description: state.description?.value }),
    final: state.final,
    entryPoint: state.entryPoint,
    fallback: state.fallback !== undefined,
    paramDescriptions: state.paramDescriptions.flatMap(({ event, params }) =>
      params.map(({ name, text }) => ({ event: event.value, param: name.value, text: text.value })),
    ),
    entry: buildLists(draft, state, "entry", paths),
    exit: buildLists(draft, state, "exit", paths),
    on: state.on.map(({ event, transitions }) => ({
      event: event.value,
      transitions: transitions.map((transition) => buildTransition(transition, paths)),
    })),
    always: state.always.map((transition) => buildTransition(transition, paths)),
  };
}

/** Shared lists before, the state's own, shared lists after; those without an action are left out. */
function buildLists(
  draft: Draft,
  state: DraftState,
  moment: "entry" | "exit",
  paths: PathReading,
): readonly ActionList[] {
  const name = state.name.value;
  const own = state[moment].map((action) => buildAction(action, paths));
  if (moment === "entry" && hasImpliedPrompt(state)) {
    const file = paths.prompt(impliedPromptFile(name));
    own.push({ kind: "prompt", prompt: { file, optional: true } });
  }
  const shared = (position: "before" | "after"): readonly ActionList[] =>
    draft.shared.flatMap((list, index) => {
      const times = list.position === position ? list.states : [];
      return times
        .filter(({ value }) => value === name)
        .map(() => ({
          where: `sharedActions[${index}] ${moment}`,
          actions: list[moment].map((action) => buildAction(action, paths)),
        }));
    });
  const lists = [
    ...shared("before"),
    { where: `${name} ${moment}`, actions: own },
    ...shared("after"),
  ];
  return lists.filter(({ actions }) => actions.length > 0);
}

/** Whether the state has no prompt of its own, and a name that can be part of the name of a file beside it. */
export function hasImpliedPrompt(state: DraftState): boolean {
  return !state.entry.some(({ kind }) => kind === "prompt") && !/[/\\]/.test(state.name.value);
}

export function impliedPromptFile(state: string): string {
  return `enter-${state}.md`;
}

function buildTransition(transition: DraftTransition, paths: PathReading): Transition {
  const { guard } = transition;
  return {
    ...known({
      target: transition.target?.value,
      guard: guard && buildGuard(guard, paths),
      description: transition.description?.value,
    }),
    actions: transition.actions.map((action) => buildAction(action, paths)),
    reenter: transition.reenter,
  };
}

function buildAction(action: DraftAction, paths: PathReading): Action {
  switch (action.kind) {
    case "setRef":
      return { kind: "setRef" };
    case "command":
      return { kind: "command", command: buildCommand(action.command, paths) };
    case "prompt": {
      const { file } = action;
      const prompt: Prompt =
        file === undefined
          ? { text: action.text?.value ?? "" }
          : { file: paths.prompt(file.value) };
      return { kind: "prompt", prompt };
    }
    default:
      return action satisfies never;
  }
}

function buildGuard(guard: DraftGuard, paths: PathReading): Guard {
  switch (guard.kind) {
    case "command":
      return { kind: "command", command: buildCommand(guard.command, paths) };
    case "visits":
      return { kind: "visits", state: guard.state.value, atLeast: guard.atLeast.value };
    default:
      return guard satisfies never;
  }
}

function buildCommand(command: DraftCommand, paths: PathReading): CommandSpec {
  return {
    run: command.run.value,
    ...known({
      timeoutSecs: command.timeoutSecs?.value,
      cwd: command.cwd && paths.cwd(command.cwd.value),
    }),
  };
}
