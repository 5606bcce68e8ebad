import { expect, test } from "bun:test";
import { createRecordFinder } from "./find.ts";

const RECORD =
  "[V] seq=c state=done session=3j5p7m turn=0a1b2c request=none agents=0/0 background=0";

/** How often a record went after it was found: after `before`, the record and `after`. */
function erasedIn(after: string, before = ""): number {
  const finder = createRecordFinder();
  finder.feed(`${before}${RECORD}`);
  const findings = [...finder.feed(after), ...finder.end()];
  return findings.filter(({ kind }) => kind === "erased").length;
}

// covers: record-erased
test.each([
  ["a full reset", "\x1bc"],
  ["the screen", "\x1b[2J"],
  ["the screen and what scrolled out of it", "\x1b[H\x1b[2J\x1b[3J"],
  ["the screen, from anywhere", "\n\n\x1b[7;9Htext\x1b[2J"],
  ["what is not protected of the screen", "\n\x1b[?2J"],
  ["the rest of the screen from its beginning", "\x1b[H\x1b[J"],
  ["the screen up to a row below", "\n\n\x1b[1J"],
  ["its line, from its beginning", "\r\x1b[2K"],
  ["its line, from behind it", "\x1b[2K"],
  ["the rest of its line, from its beginning", "\r\x1b[K"],
  ["the rest of its line, from inside of it", "\b\b\x1b[0K"],
  ["the rest of its line, after a column was named", "\x1b[1G\x1b[K"],
  ["the rest of the screen, from its line", "\r\x1b[J"],
  ["lines upward, as programs that paint anew do", "\n\n\x1b[2K\x1b[1A\x1b[2K\x1b[1A\x1b[2K"],
  ["everything below, from above it", "\n\n\x1b[2A\r\x1b[J"],
  ["characters at its beginning", "\r\x1b[4X"],
  ["characters taken out of it", "\r\x1b[1P"],
  ["its line taken out", "\r\x1b[M"],
  ["its line, with a colour between", "\r\x1b[0m\x1b[2K"],
  ["its line, then written over", "\r\x1b[Ktext"],
])("%s erased: the record is gone, once", (_, after) => {
  expect(erasedIn(after)).toBe(1);
});

test("its row named again and erased: gone", () => {
  expect(erasedIn("\x1b[3;1Htext\x1b[24;1H\x1b[2K", "\x1b[24;1H")).toBe(1);
  expect(erasedIn("\x1b7\x1b[2;2Hx\x1b8\x1b[24;1H\x1b[K", "\x1b[24;1H")).toBe(1);
});

// covers: record-erased
test.each([
  ["the rest of its line, from behind it", "\x1b[K"],
  ["the rest of the screen, from behind it", "\x1b[J"],
  ["another line", "\r\n\x1b[2K"],
  ["the lines below it", "\n\n\x1b[1A\x1b[2K\x1b[J"],
  ["a line above it", "\x1b[1A\x1b[2K"],
  ["the screen up to a row above it", "\x1b[2A\x1b[1J"],
  ["a line that nobody can tell", "\x1b[9;1H\x1b[2K"],
  ["a line after the cursor was put back", "\x1b8\x1b[2K"],
  ["something that has no such number", "\r\x1b[7K\x1b[9J"],
  ["a line of another screen", "\x1b[?1049h\x1b[2K"],
  ["nothing: a soft reset, a title, a movement", "\x1b[!p\x1b]0;c\x07\x1b[5;5H"],
])("%s erased: the record stands", (_, after) => {
  expect(erasedIn(after)).toBe(0);
});

test("erasing before it, or where no record stands: nothing is said of it", () => {
  expect(erasedIn("", "\x1bc\x1b[2J\x1b[2K\r\x1b[K")).toBe(0);
  expect(createRecordFinder().feed("text\x1b[2J\x1bc\r\x1b[2K")).toEqual([]);
});

test("a record in the place of an erased one: found after it, with its column", () => {
  const finder = createRecordFinder();
  const kinds = finder.feed(`${RECORD}\r\x1b[2K  ${RECORD}\x1b[2K\r${RECORD}\n`);
  expect(kinds.map(({ kind, col }) => `${kind}@${col}`)).toEqual([
    "record@0",
    "erased@0",
    "record@2",
    `erased@${RECORD.length + 2}`,
    "record@0",
  ]);
});

test("text that is erased before a record on its line: the record stands alone", () => {
  const [found] = createRecordFinder().feed(`text\x1b[2K${RECORD}\n`);
  expect(found).toMatchObject({ kind: "record", col: 4 });
});

test("erased on a line that has not ended: no open record any more", () => {
  const finder = createRecordFinder();
  expect(finder.feed(`${RECORD}`)).toEqual([]);
  expect(finder.open()?.kind).toBe("record");
  expect(finder.feed("\x1b[2").length).toBe(0);
  expect(finder.feed("K").map(({ kind }) => kind)).toEqual(["record", "erased"]);
  expect(finder.open()).toBeUndefined();
});
