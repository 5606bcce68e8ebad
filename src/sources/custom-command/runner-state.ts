/**
 * The long-lived runner as a state machine: what happened goes in, the next state and what to do come
 * out. It starts nothing itself; `runner.ts` does what it says.
 */
import type { ExtensionEvent } from "../../wire/extension/message.ts";
import type { RunOutcome } from "./run.ts";

export interface RunnerState {
  readonly phase: "off" | "on" | "disposed";
  /** Grows with every change after which an output under way is no longer wanted. */
  readonly generation: number;
  /** The one run under way, with the generation it was started in. */
  readonly running?: { readonly generation: number };
  /** The event of the one run that follows the one under way. */
  readonly pending?: ExtensionEvent;
  /** Last good output. Absent: none yet. Empty: the command succeeded and wants to be hidden. */
  readonly output?: string;
}

export type RunnerInput =
  /** Begins, or begins again after `pause`. */
  | { readonly kind: "start" }
  | { readonly kind: "trigger"; readonly event: ExtensionEvent }
  | { readonly kind: "settled"; readonly outcome: RunOutcome }
  /** The item left the list. */
  | { readonly kind: "pause" }
  | { readonly kind: "dispose" };

export type RunnerEffect =
  | { readonly kind: "run"; readonly event: ExtensionEvent }
  /** The output is another one now; draw again. */
  | { readonly kind: "show"; readonly output?: string }
  | { readonly kind: "start-interval" }
  | { readonly kind: "stop-interval" }
  | { readonly kind: "kill" };

type RunnerStep = readonly [state: RunnerState, effects: readonly RunnerEffect[]];

export const RUNNER_OFF: RunnerState = Object.freeze({ phase: "off", generation: 0 });

/** The state after `input`, and what to do, in order. */
export function transition(state: RunnerState, input: RunnerInput): RunnerStep {
  if (state.phase === "disposed") return [state, []];
  switch (input.kind) {
    case "start":
      return state.phase === "on" ? [state, []] : start(state);
    case "trigger":
      return state.phase === "on" ? trigger(state, input.event) : [state, []];
    case "settled":
      return settle(state, input.outcome);
    case "pause":
      return state.phase === "on" ? pause(state) : [state, []];
    case "dispose":
      return dispose(state);
    default:
      return input satisfies never;
  }
}

function start(state: RunnerState): RunnerStep {
  const [next, effects] = trigger({ ...state, phase: "on" }, "startup");
  return [next, [{ kind: "start-interval" }, ...effects]];
}

function trigger(state: RunnerState, event: ExtensionEvent): RunnerStep {
  const isElsewhere = event === "session-change" || event === "workspace-change";
  const [from, effects] = isElsewhere ? clear(state) : ([state, []] as const);
  if (from.running !== undefined) return [{ ...from, pending: event }, effects];
  return [
    { ...from, running: { generation: from.generation } },
    [...effects, { kind: "run", event }],
  ];
}

function settle(state: RunnerState, outcome: RunOutcome): RunnerStep {
  const { running, pending, ...rest } = state;
  if (running === undefined) return [state, []];
  const isWanted = state.phase === "on" && running.generation === state.generation;
  const isAccepted = isWanted && outcome.kind === "printed";
  const settled: RunnerState = isAccepted ? { ...rest, output: outcome.stdout } : rest;
  const shown: readonly RunnerEffect[] = isAccepted
    ? [{ kind: "show", output: outcome.stdout }]
    : [];
  if (pending === undefined) return [settled, shown];
  return [
    { ...settled, running: { generation: settled.generation } },
    [...shown, { kind: "run", event: pending }],
  ];
}

/** The process keeps the one slot until it ends, under its own timeout. */
function pause(state: RunnerState): RunnerStep {
  const [{ pending: _, ...rest }, effects] = clear(state);
  return [{ ...rest, phase: "off" }, [{ kind: "stop-interval" }, ...effects]];
}

function dispose(state: RunnerState): RunnerStep {
  const kill: readonly RunnerEffect[] = state.running === undefined ? [] : [{ kind: "kill" }];
  return [
    { phase: "disposed", generation: state.generation + 1 },
    [{ kind: "stop-interval" }, ...kill],
  ];
}

/** Old output goes, and what is still on its way will not be taken. */
function clear(state: RunnerState): RunnerStep {
  const { output, ...rest } = state;
  return [
    { ...rest, generation: state.generation + 1 },
    output === undefined ? [] : [{ kind: "show" }],
  ];
}
