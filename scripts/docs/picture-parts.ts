/** Which rows the picture shows. */
import type { Row } from "../../src/status/fit.ts";
import type { LineSpec } from "../../src/status/layouts/layout.ts";
import { ownLines } from "../../src/status/own-lines.ts";
import { planLines } from "../../src/status/plan.ts";
import { EXAMPLE, EXAMPLE_IN_HOST, rowsOf } from "./example.ts";

/** Wide enough for every item of the default line, narrow enough to be read on a web page. */
const WIDTH_COLS = 124;
const NARROW_COLS = 64;

export interface PicturePart {
  readonly title: string;
  readonly rows: readonly Row[];
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
