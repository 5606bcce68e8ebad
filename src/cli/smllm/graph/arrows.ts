/** The transitions of a state as a drawing shows them: events in file order, then what it leaves by itself. */
import { guardLabel } from "../../../workflow/engine/text/lines.ts";
import type { Machine, State, Transition } from "../../../workflow/machine.ts";

/** One arrow. */
export interface Arrow {
  /** Null: `always`. */
  readonly event: string | null;
  /** Null: the state stays. */
  readonly target: string | null;
  /** As a reply shows it, without a result; null without a guard. */
  readonly guard: string | null;
  readonly reenter: boolean;
  readonly setRef: boolean;
}

/** The arrows of a state. */
export function arrowsOf(state: State): readonly Arrow[] {
  return [
    ...state.on.flatMap(({ event, transitions }) => transitions.map((each) => arrow(event, each))),
    ...state.always.map((each) => arrow(null, each)),
  ];
}

function arrow(event: string | null, { target, guard, actions, reenter }: Transition): Arrow {
  return {
    event,
    target: target ?? null,
    guard: guard === undefined ? null : guardLabel(guard),
    reenter,
    setRef: actions.some(({ kind }) => kind === "setRef"),
  };
}

/** What `graph --json` prints of machines. */
export function graphJson(machines: readonly Machine[]): object {
  return {
    machines: machines.map(({ id, initial, states }) => ({
      id,
      initial,
      states: states.map((state) => ({
        name: state.name,
        final: state.final,
        entryPoint: state.entryPoint,
        fallback: state.fallback,
        transitions: arrowsOf(state).map(({ event, target, guard, reenter }) => ({
          event,
          target,
          guard,
          reenter,
        })),
      })),
    })),
  };
}
