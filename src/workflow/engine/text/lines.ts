/**
 * What the engine says of itself, line by line: how a state was reached, what happened beside it, which
 * guards were asked and what failed. Data in, one line out. Forms that begin with a fixed label are a
 * contract; notes are words of ours around the data that they must hold. Errors are in `errors.ts`.
 */

import type { Guard } from "../../machine.ts";
import type { EngineLine } from "../block.ts";
import { escaped, quoted } from "./quote.ts";

/** Work as a line names it: `ticket "T-3"`. */
export interface NamedWork {
  readonly kind: string;
  /** The ref, else the id. */
  readonly label: string;
}

/** How a session came to a state; the ways that name no state are shown by their event alone. */
export type Arrival =
  | { readonly how: "event"; readonly event: string; readonly from: string }
  | { readonly how: "new"; readonly kind: string }
  | { readonly how: "enter" }
  | { readonly how: "jump"; readonly from: string }
  | { readonly how: "reopened"; readonly from: string }
  | { readonly how: "repaired"; readonly gone: string }
  | { readonly how: "resume" }
  | { readonly how: "unmatched"; readonly from: string };

/** Work as lines name it, the label in quotes. */
export function namedWork({ kind, label }: NamedWork): string {
  return `${escaped(kind)} ${quoted(label)}`;
}

/** `2026-08-01 09:30 UTC` of epoch milliseconds; `at an unknown time` where there is no such moment. */
export function utcMinute(epochMs: number): string {
  const moment = new Date(epochMs);
  if (Number.isNaN(moment.getTime())) return "at an unknown time";
  return `${moment.toISOString().slice(0, -8).replace("T", " ")} UTC`;
}

/** Behind `Arrived by: `; `via` are the `always` states that were passed, in their order. */
export function arrivalLine(arrival: Arrival, via: readonly string[] = []): EngineLine {
  const passed = via.length === 0 ? "" : ` via ${via.map(escaped).join(", ")}`;
  return `${arrivalWords(arrival)}${passed}`;
}

function arrivalWords(arrival: Arrival): string {
  switch (arrival.how) {
    case "event":
      return `${escaped(arrival.event)} from ${escaped(arrival.from)}`;
    case "new":
      return `enter (new ${escaped(arrival.kind)})`;
    case "enter":
      return "enter";
    case "jump":
      return `enter (jump from ${escaped(arrival.from)})`;
    case "reopened":
      return `enter (reopened from ${escaped(arrival.from)})`;
    case "repaired":
      return `enter (saved state ${escaped(arrival.gone)} no longer exists)`;
    case "resume":
      return "resume";
    case "unmatched":
      return `unmatched from ${escaped(arrival.from)}`;
    default:
      return arrival satisfies never;
  }
}

/** An `always` state that was left at once, as the history has it. */
export function passedThroughLine(state: string): EngineLine {
  return `Passed through: ${escaped(state)}`;
}

/** The work was held by another session; `lastActiveMs` is absent where that one cannot be read. */
export function takeoverNote(session: string, lastActiveMs?: number): EngineLine {
  const seen = lastActiveMs === undefined ? "unknown" : utcMinute(lastActiveMs);
  return `Note: took over from session ${escaped(session)} (last active ${seen}).`;
}

/** `pause` put the work aside; anybody may enter it. */
export function pausedNote(work: NamedWork, state: string): EngineLine {
  return `Note: ${namedWork(work)} is paused at ${escaped(state)}; enter it again to go on.`;
}

/** `unmatched` put the work into the session's interrupted slot. */
export function interruptedNote(work: NamedWork, state: string): EngineLine {
  return `Note: ${namedWork(work)} is interrupted at ${escaped(state)}; resume goes back to it.`;
}

/** A second interruption: the older one left the slot. */
export function olderPausedNote(work: NamedWork, machine: string): EngineLine {
  return `Note: ${namedWork(work)} (${escaped(machine)}), interrupted before, is paused now.`;
}

/** `pause` or `enter` while the machine of the held work is not configured. */
export function letGoNote(machine: string, id: string): EngineLine {
  return `Note: let go of ${escaped(id)}: its machine ${escaped(machine)} is not configured now, and the work stays as it was.`;
}

/** Completed work was entered again. */
export function reopenedNote(work: NamedWork): EngineLine {
  return `Note: ${namedWork(work)} was completed and is open again; its visits go on counting.`;
}

/** A view of work whose state the machine lost. */
export function removedStateNote(machine: string, state: string): EngineLine {
  return `Note: ${escaped(machine)} no longer has the state ${escaped(state)}; pause, then enter with another state to go on.`;
}

/** A view of work whose state an edit made final: nothing leads out of it, and it was not completed. */
export function finalStateNote(machine: string, state: string): EngineLine {
  return `Note: ${escaped(state)} is a final state of ${escaped(machine)} by now; pause, then enter the same work to complete it.`;
}

/** The closing line of a yield. */
export function yieldedLine(state: string): EngineLine {
  return `Yielded: the work stays in ${escaped(state)}, and the turn may end now.`;
}

/** The closing line of a final state, before the idle list. */
export function completedLine(work: NamedWork): EngineLine {
  return `Done: ${namedWork(work)} is completed, and this session is idle.`;
}

/** A guard without its result, as `graph` shows it too. */
export function guardLabel(guard: Guard): string {
  switch (guard.kind) {
    case "command": {
      const { run } = guard.command;
      return typeof run === "string"
        ? `command \`${escaped(run)}\``
        : `command [${escaped(run.join(" "))}]`;
    }
    case "visits":
      return `visits ${escaped(guard.state)} ≥ ${guard.atLeast}`;
    default:
      return guard satisfies never;
  }
}

/** A guard that was asked; `detail` says why not, or how many visits there were. */
export function guardLine(guard: Guard, passed: boolean, detail = ""): EngineLine {
  const why = detail === "" ? "" : ` (${escaped(detail)})`;
  return `Guard: ${guardLabel(guard)} → ${passed}${why}`;
}

/** The detail of a `visits` guard. */
export function visitsDetail(visits: number): string {
  return `visits: ${visits}`;
}

/** `where` as an action list names itself, such as `WORK entry`; `index` from 0. */
export function actionFailedLine(where: string, index: number, detail: string): EngineLine {
  return `Action failed: ${escaped(where)}[${index}] command: ${escaped(detail)}`;
}

/** The `where` of the actions of a transition out of that state. */
export function transitionActionsOf(state: string): string {
  return `${state} transition actions`;
}

/** A prompt file that could not be read. */
export function promptFailedLine(file: string, why: string): EngineLine {
  return `Prompt failed: ${escaped(file)}: ${escaped(why)}`;
}

/** An `always` state without a way out that passes. */
export function alwaysUnmatchedLine(state: string): EngineLine {
  return `Always failed: no transition of ${escaped(state)} passed, so the work stays there`;
}

/** The cap of `always` states in a row was reached. */
export function alwaysStoppedLine(state: string, hops: number): EngineLine {
  return `Always failed: stopped at ${escaped(state)} after ${hops} always hops`;
}
