/**
 * Going through a machine for real: the effects of each step are run through the host, in their order,
 * and what they say is gathered. Guards of `always` states are asked after the commands before them.
 */
import type { ActionList, CommandSpec, Guard, Machine, Prompt } from "../machine.ts";
import { stateOf } from "../machine.ts";
import type { EngineLine } from "./block.ts";
import type { CheckedParams } from "./check-params.ts";
import { type Choice, chooseTransition } from "./choose-transition.ts";
import { type CommandPlace, commandEnv } from "./command-env.ts";
import type { GuardAnswer } from "./ports.ts";
import type { InstanceRecord } from "./records.ts";
import { type Effect, isExternal, type Step, takeTransition } from "./take-transition.ts";
import {
  actionFailedLine,
  alwaysStoppedLine,
  alwaysUnmatchedLine,
  passedThroughLine,
  promptFailedLine,
  visitsDetail,
} from "./text/lines.ts";
import type { Turn } from "./turn.ts";
import { visitsOf } from "./visits.ts";

/** `always` states left in a row. A longer chain is a circle that guards were meant to end. */
const MAX_ALWAYS_HOPS = 32;

/** The event that is under way. */
export interface Happening {
  readonly turn: Turn;
  readonly machine: Machine;
  readonly event: string;
  readonly params: CheckedParams;
}

/** What has happened so far; the instance is as it will be written. */
export interface Walk {
  readonly instance: InstanceRecord;
  /** `always` states that were passed. */
  readonly via: readonly string[];
  readonly guards: readonly EngineLine[];
  readonly failures: readonly EngineLine[];
  readonly prompts: readonly string[];
  /** All lines of the above and the states passed, as they happened. */
  readonly trace: readonly EngineLine[];
}

export function startWalk(instance: InstanceRecord, guards: readonly EngineLine[] = []): Walk {
  return { instance, via: [], guards, failures: [], prompts: [], trace: guards };
}

/** One step: its effects are run, then `always` states are left. */
export function walkOn(happening: Happening, walk: Walk, step: Step): Walk {
  return followAlways(happening, perform(happening, walk, step));
}

/** The first transition whose guard passes, from where the instance is. */
export function choose(
  happening: Happening,
  instance: InstanceRecord,
  candidates: Parameters<typeof chooseTransition>[0],
): Choice {
  return chooseTransition(candidates, (guard) => judge(happening, instance, guard));
}

/** Runs the effects of a step and follows nothing. */
export function perform(happening: Happening, before: Walk, { instance, effects }: Step): Walk {
  return effects.reduce<Walk>((walk, effect) => runList(happening, walk, effect), {
    ...before,
    instance,
  });
}

/** The text of a prompt, or why there is none; neither where the file is optional and not there. */
export function readPrompt(
  { host }: Turn,
  prompt: Prompt,
): { readonly text?: string; readonly failure?: EngineLine } {
  if ("text" in prompt) return { text: prompt.text };
  const answer = host.read(prompt.file);
  switch (answer.kind) {
    case "text":
      return { text: answer.text };
    case "missing":
      return prompt.optional ? {} : { failure: promptFailedLine(prompt.file, "not found") };
    case "failed":
      return { failure: promptFailedLine(prompt.file, answer.why) };
    default:
      return answer satisfies never;
  }
}

function followAlways(happening: Happening, before: Walk): Walk {
  let walk = before;
  for (let hops = 0; ; hops++) {
    const state = stateOf(happening.machine, walk.instance.state);
    if (state === undefined || state.always.length === 0) return walk;
    if (hops === MAX_ALWAYS_HOPS) return withFailure(walk, alwaysStoppedLine(state.name, hops));
    const { transition, guards } = choose(happening, walk.instance, state.always);
    walk = withGuards(walk, guards);
    if (transition === undefined) return withFailure(walk, alwaysUnmatchedLine(state.name));
    if (isExternal(transition, state.name)) walk = withPassed(walk, state.name);
    const step = takeTransition(happening.machine, walk.instance, transition);
    walk = perform(happening, walk, step);
  }
}

/**
 * One list of actions. A command that fails takes those after it in this list along, since they build
 * on each other; prompts are told all the same.
 */
function runList(happening: Happening, before: Walk, effect: Effect): Walk {
  let walk = before;
  let failedBefore = false;
  for (const [index, action] of effect.list.actions.entries()) {
    switch (action.kind) {
      case "prompt":
        walk = withPrompt(happening.turn, walk, action.prompt);
        break;
      case "command": {
        if (failedBefore) break;
        const detail = runCommand(happening, walk.instance, effect, action.command);
        failedBefore = detail !== "";
        if (failedBefore) walk = withFailure(walk, failedAction(effect.list, index, detail));
        break;
      }
      case "setRef":
        // The step has set it already.
        break;
      default:
        return action satisfies never;
    }
  }
  return walk;
}

function failedAction({ where }: ActionList, index: number, detail: string): EngineLine {
  return actionFailedLine(where, index, detail);
}

function runCommand(
  happening: Happening,
  instance: InstanceRecord,
  { state, from, to, ref }: Effect,
  command: CommandSpec,
): string {
  const { host, session } = happening.turn;
  const place = { ...placeOf(happening, instance, state), ref, from, to };
  return host.run(command, commandEnv(place), command.cwd ?? session.cwd);
}

function judge(happening: Happening, instance: InstanceRecord, guard: Guard): GuardAnswer {
  switch (guard.kind) {
    case "command": {
      const { host, session } = happening.turn;
      const env = commandEnv(placeOf(happening, instance, instance.state));
      return host.check(guard.command, env, guard.command.cwd ?? session.cwd);
    }
    case "visits": {
      const visits = visitsOf(instance.visits, guard.state);
      return { passed: visits >= guard.atLeast, detail: visitsDetail(visits) };
    }
    default:
      return guard satisfies never;
  }
}

function placeOf(
  { turn, machine, event, params }: Happening,
  { id, ref }: InstanceRecord,
  state: string,
): CommandPlace {
  return {
    session: turn.session.key,
    machine: machine.id,
    instance: id,
    ref,
    event,
    state,
    params,
  };
}

function withPrompt(turn: Turn, walk: Walk, prompt: Prompt): Walk {
  const { text, failure } = readPrompt(turn, prompt);
  if (failure !== undefined) return withFailure(walk, failure);
  return text === undefined ? walk : { ...walk, prompts: [...walk.prompts, text] };
}

function withFailure(walk: Walk, line: EngineLine): Walk {
  return { ...walk, failures: [...walk.failures, line], trace: [...walk.trace, line] };
}

function withGuards(walk: Walk, lines: readonly EngineLine[]): Walk {
  return { ...walk, guards: [...walk.guards, ...lines], trace: [...walk.trace, ...lines] };
}

function withPassed(walk: Walk, state: string): Walk {
  const trace = [...walk.trace, passedThroughLine(state)];
  return { ...walk, via: [...walk.via, state], trace };
}
