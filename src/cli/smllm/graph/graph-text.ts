/** A machine as lines to read: its states, and beneath each where its events lead. */
import { type Span, span } from "../../../text/span.ts";
import { escaped } from "../../../workflow/engine/text/quote.ts";
import type { Machine, State } from "../../../workflow/machine.ts";
import { type Arrow, arrowsOf } from "./arrows.ts";

/** The lines as spans; their texts alone are the form that other programs may read. */
export function graphText(machine: Machine): readonly (readonly Span[])[] {
  const head = [
    { text: machine.id, tone: "accent" as const, bold: true as const },
    span(` (initial ${escaped(machine.initial)})`, "muted"),
  ];
  return [head, ...machine.states.flatMap(stateLines)];
}

function stateLines(state: State): readonly (readonly Span[])[] {
  const marks = [
    ...(state.entryPoint ? ["entry point"] : []),
    ...(state.fallback ? ["fallback"] : []),
    ...(state.final ? ["final"] : []),
  ];
  const name = { text: `  ${escaped(state.name)}`, bold: true as const };
  const shown = marks.length === 0 ? [] : [span(` [${marks.join(", ")}]`, "muted")];
  return [[name, ...shown], ...arrowsOf(state).map(arrowLine)];
}

function arrowLine({ event, target, guard, reenter, setRef }: Arrow): readonly Span[] {
  return [
    event === null ? span("    always", "muted") : span(`    ${escaped(event)}`),
    ...(guard === null ? [] : [span(` [${guard}]`, "warning")]),
    span(" → ", "muted"),
    target === null ? span("(stays)", "muted") : span(escaped(target), "accent"),
    ...(reenter ? [span(" (reenter)", "muted")] : []),
    ...(setRef ? [span(" (setRef)", "muted")] : []),
  ];
}
