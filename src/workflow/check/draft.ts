/**
 * A machine file as it was read, with the place of each word: what the checks look at before defaults
 * are filled in. Members that the file lacks are absent; so are those whose shape was wrong, which has
 * its own finding by then.
 */

/** Where something stands: line from 1, and path as in `Finding`. */
export interface Place {
  readonly line: number;
  readonly path: string;
}

export interface Placed<T = string> {
  readonly value: T;
  readonly at: Place;
}

export interface Draft {
  readonly id: Placed;
  readonly description?: Placed;
  readonly initial: Placed;
  readonly kind?: Placed;
  readonly refParam?: Placed;
  readonly refPattern?: Placed;
  readonly refDescription?: Placed;
  readonly events: readonly DraftEvent[];
  readonly shared: readonly DraftShared[];
  readonly states: readonly DraftState[];
  readonly statesAt: Place;
  /** Names below `states` without a value: they count as absent, which nobody expects. */
  readonly emptyStates: readonly string[];
}

export interface DraftEvent {
  readonly name: Placed;
  readonly description?: Placed;
  /** Place of `params`, whether anything stands in it or not. */
  readonly paramsAt?: Place;
  readonly params: readonly DraftParam[];
  readonly required: readonly Placed[];
}

export interface DraftParam {
  readonly name: Placed;
  readonly description?: Placed;
  readonly enum?: readonly Placed[];
  readonly pattern?: Placed;
}

export interface DraftShared {
  readonly states: readonly Placed[];
  readonly position: "before" | "after";
  readonly entry: readonly DraftAction[];
  readonly exit: readonly DraftAction[];
}

export interface DraftState {
  readonly name: Placed;
  readonly description?: Placed;
  readonly final: boolean;
  readonly entryPoint: boolean;
  /** Place of `fallback: true`. */
  readonly fallback?: Place;
  readonly paramDescriptions: readonly DraftWording[];
  readonly entry: readonly DraftAction[];
  readonly exit: readonly DraftAction[];
  readonly onAt?: Place;
  readonly on: readonly DraftStateEvent[];
  readonly alwaysAt?: Place;
  readonly always: readonly DraftTransition[];
}

/** Other words for parameters of one event. */
export interface DraftWording {
  readonly event: Placed;
  readonly params: readonly { readonly name: Placed; readonly text: Placed }[];
}

export interface DraftStateEvent {
  readonly event: Placed;
  readonly transitions: readonly DraftTransition[];
}

export interface DraftTransition {
  readonly at: Place;
  readonly target?: Placed;
  readonly guard?: DraftGuard;
  readonly actions: readonly DraftAction[];
  readonly reenter: boolean;
  readonly description?: Placed;
}

export type DraftAction =
  | { readonly kind: "prompt"; readonly at: Place; readonly text?: Placed; readonly file?: Placed }
  | { readonly kind: "command"; readonly at: Place; readonly command: DraftCommand }
  | { readonly kind: "setRef"; readonly at: Place };

export type DraftGuard =
  | { readonly kind: "command"; readonly at: Place; readonly command: DraftCommand }
  | {
      readonly kind: "visits";
      readonly at: Place;
      readonly state: Placed;
      readonly atLeast: Placed<number>;
    };

export interface DraftCommand {
  /** A text for the shell, or a program with its arguments. */
  readonly run: Placed<string | readonly string[]>;
  readonly timeoutSecs?: Placed<number>;
  readonly cwd?: Placed;
}
