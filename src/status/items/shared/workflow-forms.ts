/** The place of the work in its state machine as spans: for the item, and for the row of `smllm statusline`. */
import type { Glyphs } from "../../../text/ascii.ts";
import { cleanLine } from "../../../text/clean.ts";
import { type Span, span } from "../../../text/span.ts";
import type { Workflow } from "../../facts/workflow.ts";

/**
 * The forms from the widest to the narrowest. Each part that has a colour of its own is a span of its
 * own, without the blanks around it: others compare the bytes of the widest form.
 */
export function workflowForms(
  place: Workflow,
  { chevron, dot: dotGlyph }: Pick<Glyphs, "chevron" | "dot">,
): readonly [widest: readonly Span[], ...narrower: (readonly Span[])[]] {
  const name = [span("smllm", "dim"), span(" ")];
  const dot = span(` ${dotGlyph} `);
  if (place.at === "idle") {
    const notes: Span[] = [];
    if (place.interrupted) notes.push(dot, span(`${place.interrupted} interrupted`, "dim"));
    if (place.paused) notes.push(dot, span(`${place.paused} paused`, "dim"));
    const idle = [...name, span("idle")];
    return [[...idle, ...notes], idle];
  }
  const state: Span = { text: cleanLine(place.state), bold: true };
  const where = [span(cleanLine(place.machine), "accent"), span(` ${chevron} `), state];
  const visits = place.visit ?? 1;
  const visit = visits > 1 ? [span(" "), span(`(visit ${visits})`, "dim")] : [];
  const instance = span(cleanLine(`${place.instanceKind} ${place.label}`), "tool");
  const yielded = place.yielded === true ? [dot, span("yielded", "warning")] : [];
  return [
    [...name, ...where, ...visit, dot, instance, ...yielded],
    [...where, dot, instance, ...yielded],
    [...where, ...yielded],
    // That the agent waits for the person outlives all else.
    ...(yielded.length > 0 ? [[state, ...yielded]] : []),
    [state],
  ];
}
