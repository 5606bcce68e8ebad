import { expect, test } from "bun:test";
import { createMeasure } from "../../../text/width.ts";
import { createRecordFinder } from "../../../wire/record/find.ts";
import { readCells } from "./row-cells.ts";
import { encodeRow, encodeRowChange } from "./row-diff.ts";

const COLS = 120;
const measure = createMeasure({ ambiguousWide: false });
const cellsOf = (source: string) => readCells(source, COLS, measure);

const LINE =
  "[V] seq=7 state=run session=sr3zeh turn=ta1b2c request=none agents=0/0 background=0" as const;

test("a record that changes: it is written whole, so that who reads the bytes alone reads it too", () => {
  const finder = createRecordFinder();
  const before = cellsOf(`\x1b[2m${LINE}\x1b[0m`);
  finder.feed(encodeRow(before, COLS));
  const after = cellsOf(`\x1b[2m${LINE.replace("seq=7 state=run", "seq=8 state=done")}\x1b[0m`);
  finder.feed(`\x1b[3A${encodeRowChange(before, after, COLS)}`);
  expect(finder.open()).toMatchObject({ record: { seq: 8, state: "done" } });
});

test("another row that changes: its other cells are not written again", () => {
  const changed = encodeRowChange(
    cellsOf(`context 41% ${LINE}`),
    cellsOf(`context 42% ${LINE}`),
    COLS,
  );
  expect(changed).toBe("\x1b[10G2");
});

// covers: host-one-number
test("a number behind one of our own marks changes: it is written alone", () => {
  const line = (left: number) =>
    cellsOf(`~/work │ ◇ title │ ✦ Model │ Context ${left}% left │ 3 €`);
  expect(encodeRowChange(line(41), line(42), COLS)).toBe("\x1b[39G2");
});

test("behind what terminals show one or two columns wide everything is written anew, before it nothing", () => {
  const line = (first: number, last: number) => cellsOf(`one ${first} then ✈️ and ${last}`);
  expect(encodeRowChange(line(1, 1), line(2, 1), COLS)).toBe("\x1b[5G2");
  expect(encodeRowChange(line(1, 1), line(1, 2), COLS)).toBe("\x1b[12G\x1b[K✈️ and 2");
  expect(encodeRowChange(line(1, 1), line(2, 2), COLS)).toBe("\x1b[5G2\x1b[12G\x1b[K✈️ and 2");
  expect(encodeRowChange(line(1, 1), cellsOf("one 1 then ✈️"), COLS)).toBe("\x1b[12G\x1b[K✈️");
  expect(encodeRowChange(line(1, 1), cellsOf("one 1"), COLS)).toBe("\x1b[6G\x1b[K");
  expect(encodeRowChange(cellsOf("one 界"), cellsOf("one ✈️"), COLS)).toBe("\x1b[5G\x1b[K✈️");
});
