import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import type { Workflow } from "../facts/workflow.ts";
import { cell } from "./cell.ts";
import type { Item, RenderOptions } from "./item.ts";

export const workflow: Item = {
  id: "workflow",
  aliases: ["smllm"],
  describe: "Where the work stands in its state machine",
  absent: "no workflow is bound to the session",
  needs: ["workflow"],
  options: [],
  sample: [
    {
      kind: "workflow-seen",
      workflow: {
        at: "machine",
        machine: "dev",
        state: "WORK",
        visit: 3,
        instanceKind: "issue",
        label: "GH-123",
        yielded: true,
      },
    },
  ],
  shrink: 32,
  drop: 62,
  hostOnly: true,
  render(snapshot, options) {
    const place = snapshot.workflow;
    return place === undefined ? null : cell(formsOf(place, options));
  },
};

function formsOf(place: Workflow, { glyphs }: RenderOptions): readonly (readonly Span[])[] {
  const name = span("smllm", "dim");
  const dot = span(` ${glyphs.dot} `);
  if (place.at === "idle") {
    const notes: Span[] = [];
    if (place.interrupted) notes.push(dot, span(`${place.interrupted} interrupted`, "dim"));
    if (place.paused) notes.push(dot, span(`${place.paused} paused`, "dim"));
    return [
      [name, span(" idle"), ...notes],
      [name, span(" idle")],
    ];
  }
  const state: Span = { text: cleanLine(place.state), bold: true };
  const where = [span(cleanLine(place.machine), "accent"), span(` ${glyphs.chevron} `), state];
  const visits = place.visit ?? 1;
  const visit = visits > 1 ? [span(` (visit ${visits})`, "dim")] : [];
  const instance = span(cleanLine(`${place.instanceKind} ${place.label}`), "tool");
  const yielded = place.yielded === true ? [dot, span("yielded", "warning")] : [];
  return [
    [name, span(" "), ...where, ...visit, dot, instance, ...yielded],
    [...where, dot, instance, ...yielded],
    [...where, ...yielded],
    [state],
  ];
}
