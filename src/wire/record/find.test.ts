import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createRecordFinder, type Finding, FOOT_ROWS, findRecords, lowestRecord } from "./find.ts";
import { LINE_MAX_UNITS } from "./message.ts";

const REFS = "session=3j5p7m turn=0a1b2c request=none";
const recordOf = (state: string, background = 0, seq = "c") =>
  `[V] seq=${seq} state=${state} ${REFS} agents=0/0 background=${background}`;
const RUN = recordOf("run");
const DONE = recordOf("done");

/** What was found, in short: `run@0:2`, `missing-key@1:0`. */
function found(text: string, widthCols?: number): readonly string[] {
  return inShort(findRecords(text, widthCols === undefined ? {} : { widthCols }));
}

function inShort(findings: readonly Finding[]): readonly string[] {
  return findings.map((finding) => {
    const { kind, row, col } = finding;
    const what =
      kind === "record" ? finding.record.state : kind === "refused" ? finding.refusal.kind : kind;
    return `${what}@${row}:${col}`;
  });
}

/** Outputs with what is found in them, and why. */
const CORPUS = join(import.meta.dir, "../../../test/corpus/record/find");

// covers: record-find, record-edge, record-erased
describe("corpus of outputs", () => {
  for (const name of readdirSync(CORPUS).sort()) {
    test(`${name}: what is written beside it is found, whole and character by character`, () => {
      const { text, widthCols, ...beside } = JSON.parse(
        readFileSync(join(CORPUS, name), "utf8"),
      ) as { text: string; widthCols?: number; found: readonly string[] };
      expect(found(text, widthCols)).toEqual(beside.found);
      const finder = createRecordFinder(widthCols === undefined ? {} : { widthCols });
      const single = [...text].flatMap((unit) => [...finder.feed(unit)]);
      expect(inShort([...single, ...finder.end()])).toEqual(beside.found);
    });
  }
});

// covers: record-find
describe("around a record", () => {
  test.each([
    ["nothing", RUN, "run@0:0"],
    ["a line end of Windows", `${RUN}\r\n`, "run@0:0"],
    ["blanks", `   ${RUN}     `, "run@0:3"],
    ["a box", `│ ${RUN} │`, "run@0:2"],
    ["a heavy box", `┃ ${RUN} ┃`, "run@0:2"],
    ["an ASCII box", `| ${RUN} |`, "run@0:2"],
    ["colours", `\x1b[2m${RUN}\x1b[0m`, "run@0:0"],
    ["erasing", `\x1b[2K${RUN}\x1b[K`, "run@0:0"],
    ["a cursor that moves", `text\x1b[24;1H${RUN}\x1b[1;1Htext`, "run@0:0"],
    ["a saved cursor", `text\x1b7${RUN}\x1b8text`, "run@0:0"],
    ["a carriage return", `Working... 3s\r${RUN}\rWorking... 4s`, "run@0:0"],
    ["a title", `\x1b]0;a title\x07${RUN}\x1b]2;another\x1b\\`, "run@0:0"],
    ["a C1 colour", `\x9b2m${RUN}\x9b0m`, "run@0:0"],
    ["a charset designation", `\x1b(B\x1b[m${RUN}\x1b(B`, "run@0:0"],
    ["a device string", `\x1bPq#0;2\x1b\\${RUN}`, "run@0:0"],
    ["lines", `first\nsecond\n${RUN}\nlast\n`, "run@2:0"],
  ])("%s: the record is found", (_, text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  test.each([
    ["a quotation", `the line was ${RUN}`, "not-alone@0:13"],
    ["a quotation in colour", `the line was \x1b[36m${RUN}\x1b[0m`, "not-alone@0:13"],
    ["a quotation that names the mark before", `[V] says: ${RUN}`, "bad-field@0:0"],
    ["a quotation in prose about the mark", `the [V] line: ${RUN}`, "not-alone@0:4"],
    ["a bullet", `● ${RUN}`, "not-alone@0:2"],
    ["a quotation in Markdown", `> ${RUN}`, "not-alone@0:2"],
    ["a quotation without a blank", `>${RUN}`, "not-alone@0:1"],
    ["a heading", `# ${RUN}`, "not-alone@0:2"],
    ["a prompt", `$ ${RUN}`, "not-alone@0:2"],
    ["a prompt in a box", `│ ❯ ${RUN} │`, "not-alone@0:4"],
    ["a prompt in colour", `\x1b[32m%\x1b[0m ${RUN}`, "not-alone@0:2"],
    ["a remark behind it", `${RUN} is what it said`, "bad-field@0:0"],
    ["an arrow behind it", `${RUN}   ← running`, "foreign-character@0:0"],
    ["an ellipsis", `${RUN.slice(0, -4)}…`, "foreign-character@0:0"],
    ["a colour inside", RUN.replace("run", "\x1b[1mrun\x1b[0m"), "foreign-character@0:0"],
    ["columns skipped inside", RUN.replace(" state", "\x1b[1Cstate"), "foreign-character@0:0"],
    [
      "a link around a ref",
      RUN.replace("0a1b2c", "\x1b]8;;x:y\x07 0a1b2c"),
      "foreign-character@0:0",
    ],
    ["a cursor that moves inside", RUN.replace("none", "no\x1b[5;5Hne"), "missing-key@0:0"],
    ["a wrapped line", `${RUN.slice(0, 60)}\n${RUN.slice(60)}`, "missing-key@0:0"],
    ["two on a line", `${RUN} ${DONE}`, "bad-field@0:0"],
    ["a mark alone", "  [V]", "not-a-record@0:2"],
  ])("%s: refused", (_, text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  test.each([
    ["prose about it", "The [V] line tells a script what happens"],
    ["a record in a title", `\x1b]0;${RUN}\x07`],
    ["a record in a string that never ends", `\x1b]0;${RUN}\n${RUN}`],
    ["a long line", `${"x".repeat(LINE_MAX_UNITS * 2)}${RUN}`],
    ["nothing", ""],
  ])("%s: no candidate", (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test("good and refused ones: all of them, in order, with their places", () => {
    const text = `${RUN}\n  ${RUN.slice(0, 30)}\nsee ${RUN}\n│ ${DONE} │\n`;
    expect(found(text)).toEqual(["run@0:0", "missing-key@1:2", "not-alone@2:4", "done@3:2"]);
  });
});

// covers: record-edge
describe("a record at the edge of a screen", () => {
  const TEN = recordOf("run", 1);
  const cols = TEN.length;

  test("a number that may have had more digits: refused up to four columns from the edge", () => {
    for (const free of [0, 1, 2, 3]) expect(found(TEN, cols + free)).toEqual(["may-be-cut@0:0"]);
    expect(found(TEN, cols + 4)).toEqual(["run@0:0"]);
  });

  test("a zero, four digits, a further key: they cannot go on, so they count in the last column", () => {
    expect(found(RUN, RUN.length)).toEqual(["run@0:0"]);
    const full = recordOf("run", 9999);
    expect(found(full, full.length)).toEqual(["run@0:0"]);
    expect(found(`${TEN} x=1`, cols + 4)).toEqual(["run@0:0"]);
  });

  test("a border less than four columns behind the number: refused; further away: taken", () => {
    for (const free of ["", " ", "  ", " \x1b[0m  "]) {
      expect(found(`│ ${TEN}${free}│`)).toEqual(["may-be-cut@0:2"]);
      expect(found(`│ ${RUN}${free}│`)).toEqual(["run@0:2"]);
    }
    expect(found(`│ ${TEN}    │`)).toEqual(["run@0:2"]);
    expect(found(`│ ${TEN} │${" ".repeat(40)}│`, 200)).toEqual(["may-be-cut@0:2"]);
  });

  test("other order of the keys: the last number is the one that may be cut", () => {
    const text = `[V] background=0 state=run ${REFS} agents=1/1 seq=1`;
    expect(found(text, text.length)).toEqual(["may-be-cut@0:0"]);
    expect(found(text.replace(" seq=1", " seq=12345678"), text.length + 7)).toEqual(["run@0:0"]);
  });
});

// covers: record-screen
describe("the record that counts on a screen", () => {
  const onScreen = (...rows: readonly string[]) => {
    const lowest = lowestRecord(rows.join("\n"), { widthCols: 104 });
    return lowest?.kind === "refused" ? lowest.refusal.kind : lowest?.record.state;
  };

  test("the lowest of several", () => {
    expect(onScreen(DONE, "text", RUN, "", "")).toBe("run");
    expect(lowestRecord(`${DONE}\n\n\n${RUN}\n`)?.row).toBe(3);
  });

  test("broken or quoted ones lowest: refused, and no older one above is taken", () => {
    expect(onScreen(DONE, RUN.slice(0, 60))).toBe("missing-key");
    expect(onScreen(DONE, `it was ${RUN}`)).toBe("not-alone");
    expect(onScreen(DONE, "[V]")).toBe("not-a-record");
  });

  test("above the last rows with text: part of a transcript, and none", () => {
    const rows = (count: number) => Array.from({ length: count }, () => "text\n\n");
    expect(onScreen(DONE, ...rows(FOOT_ROWS - 1), "", "")).toBe("done");
    expect(onScreen(DONE, ...rows(FOOT_ROWS))).toBeUndefined();
  });
});

describe("records in a stream", () => {
  const screenful = [
    `a\x1b[2m${RUN}\x1b[0m\r\n\x1b]0;t\x1b\\│ ${DONE} │\x1b[5;1H${RUN.slice(0, 40)}\n`,
    `${RUN}\r\x1b[2K${DONE}\x1b[0;1m\x1b[0002K\x1b[24;1H${RUN}\x1b[?25l\x1b[2;2H\x1b[24;9H\x1b[1K`,
    `${DONE}\n\n\x1b[2A\x1b[J${RUN}\x1bc`,
  ].join("");

  test("any split: the same candidates", () => {
    const whole = findRecords(screenful);
    expect(whole.length).toBe(13);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: screenful.length })), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), screenful.length];
        const finder = createRecordFinder();
        const parts = places.slice(1).map((to, at) => screenful.slice(places[at], to));
        expect([...parts.flatMap((part) => finder.feed(part)), ...finder.end()]).toEqual([
          ...whole,
        ]);
      }),
    );
  });

  test("a line that has not ended: taken once it cannot go on, else refused", () => {
    const openOf = (text: string) => {
      const finder = createRecordFinder();
      expect(finder.feed(text)).toEqual([]);
      const open = finder.open();
      return open?.kind === "refused" ? open.refusal.kind : open?.record.state;
    };
    expect(openOf(DONE)).toBe("done");
    expect(openOf(recordOf("done", 1))).toBe("may-be-cut");
    expect(openOf(`${recordOf("done", 1)} `)).toBe("done");
    expect(openOf(`${recordOf("done", 1)}\x1b[0m`)).toBe("done");
    expect(openOf(`│ ${recordOf("done", 1)}   `)).toBe("may-be-cut");
    expect(openOf(`│ ${recordOf("done", 1)}    `)).toBe("done");
    expect(openOf(`│ ${DONE}`)).toBe("done");
    expect(openOf(DONE.slice(0, 30))).toBe("missing-key");
    expect(openOf("nothing of the kind")).toBeUndefined();
  });

  test("megabytes without a line end, or in a string that never ends: little is remembered", () => {
    const finder = createRecordFinder();
    const megabyte = "x".repeat(1_000_000);
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 64; at++) finder.feed(megabyte);
    finder.feed("\x1b]0;");
    for (let at = 0; at < 64; at++) finder.feed(megabyte);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16_000_000);
    expect(finder.feed(`\x07\n${RUN}\n`)).toMatchObject([{ kind: "record", row: 1 }]);
  });

  test("lines that are full of blanks and borders: as fast as others", () => {
    const line = `[V] a${" │".repeat(600)}x`;
    const startMs = performance.now();
    expect(findRecords(`${line}\n`.repeat(500))).toHaveLength(500);
    const finder = createRecordFinder();
    finder.feed(line);
    for (let look = 0; look < 500; look++) expect(finder.open()?.kind).toBe("refused");
    expect(performance.now() - startMs).toBeLessThan(1000);
  });

  test("random texts: candidates, never an error", () => {
    const part = fc.constantFrom(
      RUN,
      "[V] seq=",
      "\x1b[",
      "\x1b]",
      "\x1b",
      "\x9d",
      "\n",
      "│ ",
      "m",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: "binary" }))), (parts) => {
        const text = parts.join("");
        expect(findRecords(text, { widthCols: 80 })).toBeArray();
        expect(lowestRecord(text)).not.toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});
