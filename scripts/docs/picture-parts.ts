/** Which rows the pictures show. */
import type { Workflow } from "../../src/status/facts/workflow.ts";
import type { Row } from "../../src/status/fit.ts";
import { workflowForms } from "../../src/status/items/shared/workflow-forms.ts";
import type { LineSpec } from "../../src/status/layouts/layout.ts";
import { ownLines } from "../../src/status/own-lines.ts";
import { planLines } from "../../src/status/plan.ts";
import { foldAll } from "../../src/status/snapshot.ts";
import { plainText } from "../../src/text/span.ts";
import { EXAMPLE, EXAMPLE_IN_HOST, rowsOf } from "./example.ts";

/** Wide enough for every item of the default line, narrow enough to be read on a web page. */
const WIDTH_COLS = 124;
const NARROW_COLS = 64;

export interface PicturePart {
  readonly title: string;
  readonly rows: readonly Pick<Row, "spans" | "widthCols">[];
}

export function demoParts(): readonly PicturePart[] {
  const layout = (id: string) => planLines({ layout: id, lines: [] }, EXAMPLE);
  const rateLine = layout("full").slice(0, 1);
  const part = (
    title: string,
    lines: readonly LineSpec[],
    widthCols = WIDTH_COLS,
  ): PicturePart => ({
    title,
    rows: rowsOf(lines, widthCols),
  });
  return [
    part("items, the default", layout("items")),
    part(`the same in ${NARROW_COLS} columns`, layout("items"), NARROW_COLS),
    part("full, in Claude Code, which tells no speeds", layout("full")),
    {
      title: "the first line of full in a host program that tells them",
      rows: rowsOf(rateLine, WIDTH_COLS, EXAMPLE_IN_HOST),
    },
    part("compact", layout("compact")),
    part("lines of your own, with powerline arrows", ownLines([POWERLINE])),
  ];
}

const POWERLINE = {
  left: [{ item: "directory" }, { item: "git-branch" }, { item: "git-counts" }],
  right: [{ item: "model" }, { item: "context-meter" }, { item: "rate-limits" }, { item: "cost" }],
  separator: "powerline",
};

const AT_WORK: Extract<Workflow, { at: "machine" }> = {
  at: "machine",
  machine: "issue",
  state: "BUILD",
  visit: 2,
  instanceKind: "issue",
  label: "GH-123",
};

/** The forms of the row of `smllm statusline`, and the item on Telltale's own line. */
export function workflowParts(): readonly PicturePart[] {
  const part = (title: string, place: Workflow): PicturePart => {
    const [spans] = workflowForms(place, { chevron: "›", dot: "·" });
    // Each of its glyphs takes one column.
    return { title, rows: [{ spans, widthCols: plainText(spans).length }] };
  };
  const line = {
    left: ["directory", "git-branch", "model", "context-meter", "workflow"].map((item) => ({
      item,
    })),
    right: [],
  };
  const fact = { kind: "workflow-seen", workflow: AT_WORK } as const;
  const rows = rowsOf(ownLines([line]), WIDTH_COLS, foldAll(EXAMPLE, [fact]));
  return [
    part("at work, in a state for the second time", AT_WORK),
    part("the agent has stopped to ask", {
      ...AT_WORK,
      state: "PLAN",
      visit: 1,
      yielded: true,
    }),
    part("nothing is held, something waits", { at: "idle", interrupted: 1, paused: 2 }),
    { title: "the item workflow on Telltale's own line", rows },
  ];
}
