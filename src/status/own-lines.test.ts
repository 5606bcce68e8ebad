import { expect, test } from "bun:test";
import { drawFacts, testOptions } from "../testing/draw.ts";
import { BUSY_SESSION } from "../testing/states.ts";
import type { Fact } from "./facts/fact.ts";
import { type OwnLine, ownLines } from "./own-lines.ts";

const { measure } = testOptions();
const FACTS: readonly Fact[] = [
  { kind: "place-known", cwd: "/srv/shop" },
  { kind: "git-head-read", repo: true, branch: "main" },
  { kind: "model-selected", id: "m2" },
];
const drawn = (lines: readonly OwnLine[], widthCols?: number) =>
  drawFacts(FACTS, ownLines(lines), widthCols ? { widthCols } : {});

const LINE: OwnLine = { left: [{ item: "cwd" }, { item: "git" }], right: [{ item: "model" }] };

test("a line without words on its look: the usual separator, both sides", () => {
  expect(drawn([LINE], 40)).toEqual(["/srv/shop │ ⎇ main                  ✦ m2"]);
  expect(drawn([LINE])).toEqual(["/srv/shop │ ⎇ main │ ✦ m2"]);
});

test("a separator and an order of one's own", () => {
  const own: OwnLine = { ...LINE, separator: " / ", drop: ["model"] };
  expect(drawn([own])).toEqual(["/srv/shop / ⎇ main / ✦ m2"]);
  expect(drawn([own], 15)).toEqual(["shop / ⎇ main"]);
});

test("members of a group stand close, in its brackets", () => {
  const group = [{ item: "cwd" }, { item: "nope" }, { item: "git" }];
  expect(drawn([{ left: [{ group }], right: [] }])).toEqual(["/srv/shop ⎇ main"]);
  expect(drawn([{ left: [{ group, glue: "·", open: "<", close: ">" }], right: [] }])).toEqual([
    "</srv/shop·⎇ main>",
  ]);
});

test("several lines are several rows; one with nothing to show is none", () => {
  const empty: OwnLine = { left: [{ item: "session-title" }], right: [] };
  expect(drawn([LINE, empty, { left: [], right: [{ item: "model" }] }])).toEqual([
    "/srv/shop │ ⎇ main │ ✦ m2",
    "✦ m2",
  ]);
  expect(drawn([])).toEqual([]);
});

test("the machine's record anywhere, also by an alias or in a group, takes all the lines", () => {
  const record = "[V] seq=0 state=run session=none turn=none request=none agents=0/0 background=0";
  for (const item of ["build-mode", "vela"]) {
    expect(drawn([LINE, { left: [], right: [{ item }] }])).toEqual([record]);
    expect(drawn([{ left: [{ group: [{ item: "cwd" }, { item }] }], right: [] }, LINE])).toEqual([
      record,
    ]);
  }
  expect(drawn([{ left: [{ item: "vela" }], right: [] }], 20)).toEqual([record.slice(0, 20)]);
});

test("the word powerline asks for arrows", () => {
  expect(drawn([{ ...LINE, separator: "powerline" }])[0]).toContain("\ue0b0");
});

test("texts between items are cleaned: hostile ones stay on one row, within the width, and blanks at their ends stay", () => {
  const hostile = ["\n", "\u001b]0;x\u0007", "\u009b2J", " \u001b[31m✈️ ", "a\u202eb\tc", "\ud83d"];
  for (const text of hostile) {
    const lines = ownLines([
      {
        left: [
          { item: "model" },
          { group: [{ item: "cost" }, { item: "mode" }], glue: text, open: text, close: text },
        ],
        right: [{ item: "fold-hint" }],
        separator: ` ${text} `,
        drop: [],
      },
    ]);
    for (const widthCols of [1, 9, 40, 120]) {
      for (const row of drawFacts(BUSY_SESSION, lines, { widthCols })) {
        expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|\ufe0f/);
        expect(row.isWellFormed()).toBe(true);
        expect(measure(row)).toBeLessThanOrEqual(widthCols);
      }
    }
  }
  const spaced = ownLines([
    { left: [{ item: "model" }, { item: "cost" }], right: [], separator: "  ¦  " },
  ]);
  expect(drawFacts(BUSY_SESSION, spaced)).toEqual(["✦ gpt-5.4-codex  ¦  $1.23"]);
});
