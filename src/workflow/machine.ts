/**
 * A state machine after reading and checking: plain data without defaults left to guess, the form that
 * `compile` prints and the engine walks. Source: `smllm` format, machine files. Lists and not mappings
 * where order counts: an object would move names that are numbers to the front.
 */

/** All machines of a call, in the order of their configs, and what idle shows beside its list. */
export interface MachineSet {
  readonly machines: readonly Machine[];
  /** `[idle] on-enter`: none or one. */
  readonly idle: readonly Prompt[];
}

/** One `<id>.smllm.yaml`. */
export interface Machine {
  readonly id: string;
  readonly description?: string;
  /** Name of the state in which a new instance starts. */
  readonly initial: string;
  /** What the machine calls an instance (`meta.instance.kind`). */
  readonly kind: string;
  readonly refParam: string;
  readonly refPattern?: string;
  readonly refDescription?: string;
  /** Declared ones in file order, then those that only occur in states, as they occur. */
  readonly events: readonly EventType[];
  /** In file order; at least one. */
  readonly states: readonly State[];
}

/** An event with its parameters resolved: `setRef` has put the ref parameter in where it is needed. */
export interface EventType {
  readonly name: string;
  /** Guidance where the state has none of its own. May belong to a built-in. */
  readonly description?: string;
  /** In the order in which they are declared, checked and shown. */
  readonly params: readonly Param[];
}

/** A text that goes with an event. */
export interface Param {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly enum?: readonly string[];
  /** A regular expression without flags, searched for anywhere in the value. */
  readonly pattern?: string;
}

export interface State {
  readonly name: string;
  readonly description?: string;
  readonly final: boolean;
  readonly entryPoint: boolean;
  readonly fallback: boolean;
  /** Other words for parameters in this state (`meta.paramDescriptions`). */
  readonly paramDescriptions: readonly ParamDescription[];
  /** Shared actions before, its own, shared actions after; each list fails by itself. */
  readonly entry: readonly ActionList[];
  readonly exit: readonly ActionList[];
  /** In file order. */
  readonly on: readonly StateEvent[];
  /** Candidates that leave the state at once; the first whose guard passes is taken. */
  readonly always: readonly Transition[];
}

export interface ParamDescription {
  readonly event: string;
  readonly param: string;
  readonly text: string;
}

export interface StateEvent {
  readonly event: string;
  /** Candidates; the first whose guard passes is taken. */
  readonly transitions: readonly Transition[];
}

export interface ActionList {
  /** As failure lines name it: `WORK entry`, `sharedActions[0] exit`. */
  readonly where: string;
  readonly actions: readonly Action[];
}

export interface Transition {
  /** Absent: internal, the state stays. */
  readonly target?: string;
  readonly guard?: Guard;
  readonly actions: readonly Action[];
  /** With the own state as target: leave and enter it. */
  readonly reenter: boolean;
  readonly description?: string;
}

/** Text for the agent, here or in a file. */
export type Prompt =
  | { readonly text: string }
  /** Absolute path. Optional: the implied `enter-<STATE>.md`, nothing where it is not there. */
  | { readonly file: string; readonly optional?: true };

/** A command: a text for the shell, or a program with arguments and no shell. */
export interface CommandSpec {
  readonly run: string | readonly string[];
  /** Seconds, 60 when absent. */
  readonly timeoutSecs?: number;
  /** Absolute after loading; absent: the directory of the session. */
  readonly cwd?: string;
}

export type Action =
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  | { readonly kind: "command"; readonly command: CommandSpec }
  | { readonly kind: "setRef" };

export type Guard =
  | { readonly kind: "command"; readonly command: CommandSpec }
  /** Passes when the state was entered at least so often, the present visit included. */
  | { readonly kind: "visits"; readonly state: string; readonly atLeast: number };

/** Events that every machine has; an author may reword them and not use them as names. */
export const BUILT_IN_EVENTS = [
  "enter",
  "resume",
  "listPaused",
  "pause",
  "unmatched",
  "yield",
] as const;

/** The state with that name; undefined where a saved instance rests in one that was removed. */
export function stateOf(machine: Machine, name: string): State | undefined {
  return machine.states.find((state) => state.name === name);
}
