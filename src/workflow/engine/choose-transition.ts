/** Which of the candidates of an event is taken: the first whose guard passes. */
import type { Guard, Transition } from "../machine.ts";
import type { EngineLine } from "./block.ts";
import type { GuardAnswer } from "./ports.ts";
import { guardLine } from "./text/lines.ts";

export interface Choice {
  /** Absent: none passed. */
  readonly transition?: Transition;
  /** A line for each guard that was asked. */
  readonly guards: readonly EngineLine[];
}

/** Guards after the first that passes are not asked. */
export function chooseTransition(
  candidates: readonly Transition[],
  judge: (guard: Guard) => GuardAnswer,
): Choice {
  const guards: EngineLine[] = [];
  for (const transition of candidates) {
    if (transition.guard === undefined) return { transition, guards };
    const { passed, detail } = judge(transition.guard);
    guards.push(guardLine(transition.guard, passed, detail));
    if (passed) return { transition, guards };
  }
  return { guards };
}
