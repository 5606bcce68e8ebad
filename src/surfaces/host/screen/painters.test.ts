/** Both painters against an emulated terminal: what it shows is the frame, whatever came before. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createTerminal, readRows } from "../../../testing/pty.ts";
import { createMeasure } from "../../../text/width.ts";
import type { Frame } from "./frame.ts";
import { fullscreenPainter } from "./fullscreen-painter.ts";
import { regularPainter } from "./regular-painter.ts";

const measure = createMeasure({ ambiguousWide: false });

const word = fc.constantFrom(
  "plain",
  "界面",
  "é",
  "─│●",
  "x".repeat(60),
  "",
  "a b",
  "✈️ x",
  "👨‍👩‍👧",
);
const row = fc
  .tuple(word, fc.constantFrom("", "1", "31", "48;5;20"), word)
  .map(([first, style, last]) => `${first}${style === "" ? "" : `\x1b[${style}m`}${last}\x1b[0m`);

/** How a frame differs from the one before. */
const step = fc.record({
  added: fc.array(row, { maxLength: 12 }),
  footer: fc.array(row, { minLength: 1, maxLength: 6 }),
  changesLast: fc.boolean(),
});

function plain(source: string): string {
  return Bun.stripANSI(source);
}

async function write(terminal: ReturnType<typeof createTerminal>, bytes: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  terminal.write(bytes, resolve);
  await promise;
}

const isCertain = (text: string): boolean => !/[✈👨]/u.test(text);

/** The part of a row that a terminal of that width shows; undefined where the emulator counts otherwise. */
function shownPart(source: string, cols: number): string | undefined {
  const text = plain(source);
  if (!isCertain(text)) return undefined;
  let out = "";
  for (const character of text) {
    if (measure(out + character) > cols) break;
    out += character;
  }
  return out.trimEnd();
}

describe("regular", () => {
  test("random growth: the screen ends with the footer, and all rows of the transcript are there once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 12 }),
        fc.integer({ min: 4, max: 40 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (heightRows, widthCols, steps) => {
          const terminal = createTerminal(widthCols, heightRows);
          const painter = regularPainter({ measure });
          await write(terminal, "\x1b[?7l$ shell\r\n");
          let transcript: readonly string[] = [];
          for (const { added, footer: rows, changesLast } of steps) {
            const kept = changesLast ? transcript.slice(0, -1) : transcript;
            transcript = [...kept, ...added.map((each, at) => `${transcript.length + at}:${each}`)];
            const footer = rows.slice(0, heightRows - 1);
            const size = { widthCols, heightRows };
            await write(terminal, painter.draw({ transcript, footer, size, documentId: "a" }));
            const buffer = terminal.buffer.active;
            const all = readRows(terminal, 0, buffer.length);
            const used = all.findLastIndex((each) => each !== "") + 1;
            const end = Math.max(used, buffer.baseY + buffer.cursorY + 1);
            const shown = all.slice(end - footer.length, end);
            const parts = footer.map((source) => shownPart(source, widthCols));
            // Where the last row cannot be seen, its place cannot either.
            if (parts.every((part) => part !== undefined && part !== "")) {
              expect(shown.map((each) => each.trimEnd())).toEqual(parts as string[]);
            }
          }
          await write(terminal, painter.leave());
          const left = readRows(terminal, 0, terminal.buffer.active.length);
          for (const source of transcript.slice(-2)) {
            const part = shownPart(source, widthCols);
            if (part !== undefined)
              expect(left.filter((each) => each.trimEnd() === part).length).toBeGreaterThan(0);
          }
          terminal.dispose();
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test("rows that only grow stand in the scrollback in order, each once, in front of no footer", async () => {
    const terminal = createTerminal(30, 8);
    const painter = regularPainter({ measure });
    let transcript: readonly string[] = [];
    let seed = 7;
    for (let at = 0; at < 120; at++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const count = seed % 11;
      const added = Array.from({ length: count }, (_, by) => `row ${transcript.length + by}`);
      transcript = [...transcript, ...added];
      const footer = Array.from({ length: 1 + (seed % 5) }, (_, by) => `footer ${by}`);
      const frame: Frame = {
        transcript,
        footer,
        size: { widthCols: 30, heightRows: 8 },
        documentId: "a",
      };
      await write(terminal, painter.draw(frame));
    }
    await write(terminal, painter.leave());
    const rows = readRows(terminal, 0, terminal.buffer.active.length).filter((each) => each !== "");
    expect(rows).toEqual([...transcript]);
    terminal.dispose();
  });

  test("a tall footer that has gone leaves no hole above the next one", async () => {
    const terminal = createTerminal(30, 12);
    const painter = regularPainter({ measure });
    const size = { widthCols: 30, heightRows: 12 };
    const draw = (rows: number, footer: readonly string[]) => {
      const transcript = Array.from({ length: rows }, (_, at) => `row ${at}`);
      return write(terminal, painter.draw({ transcript, footer, size, documentId: "a" }));
    };
    const screen = () => readRows(terminal, terminal.buffer.active.baseY, 12);
    const panel = Array.from({ length: 8 }, (_, at) => `panel ${at}`);
    const blank = (count: number) => Array<string>(count).fill("");

    await draw(10, ["> ", "line"]);
    await draw(10, panel);
    await draw(10, ["> ", "line"]);
    expect(screen()).toEqual(["row 6", "row 7", "row 8", "row 9", ">", "line", ...blank(6)]);

    // Room below is used before anything scrolls; a row or two that come and go move nothing else.
    await draw(11, ["> ", "line"]);
    await draw(11, ["note", "> ", "line"]);
    await draw(11, ["> ", "line"]);
    const rows = ["row 6", "row 7", "row 8", "row 9", "row 10"];
    expect(screen()).toEqual([...rows, "", ">", "line", ...blank(4)]);

    await draw(30, ["> ", "line"]);
    const all = readRows(terminal, 0, terminal.buffer.active.length);
    expect(all).toEqual([...Array.from({ length: 30 }, (_, at) => `row ${at}`), ">", "line"]);
    terminal.dispose();
  });

  test("a row that changed out of reach changes nothing on the screen", () => {
    const painter = regularPainter({ measure });
    const size = { widthCols: 30, heightRows: 6 };
    const transcript = Array.from({ length: 30 }, (_, at) => `row ${at}`);
    const frame = { footer: ["> "], size, documentId: "a" };
    painter.draw({ ...frame, transcript });
    expect(painter.draw({ ...frame, transcript: transcript.with(3, "another") })).toBe("");
    expect(painter.draw({ ...frame, transcript: ["new", "new too", ...transcript] })).toBe("");
  });
});

describe("fullscreen", () => {
  test("random frames: every row of the screen is the frame's", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 10 }),
        fc.integer({ min: 2, max: 40 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (heightRows, widthCols, steps) => {
          const terminal = createTerminal(widthCols, heightRows);
          const painter = fullscreenPainter({ measure });
          await write(terminal, "\x1b[?7l");
          let transcript: readonly string[] = [];
          for (const { added, footer: rows } of steps) {
            transcript = [...transcript, ...added];
            const footer = rows.slice(0, heightRows);
            const size = { widthCols, heightRows };
            await write(terminal, painter.draw({ transcript, footer, size, documentId: "a" }));
            const room = heightRows - footer.length;
            const window = room === 0 ? [] : transcript.slice(-room);
            const blank = Array<string>(room - window.length).fill("");
            const shown = readRows(terminal, 0, heightRows);
            for (const [at, source] of [...window, ...blank, ...footer].entries()) {
              const part = shownPart(source, widthCols);
              if (part !== undefined) expect(shown[at]?.trimEnd()).toBe(part);
            }
          }
          terminal.dispose();
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});

test("what is neither text, SGR nor a safe link never reaches the terminal", () => {
  const painter = regularPainter({ measure });
  const hostile =
    "a\x1b]52;c;AAAA\x07b\x1b[2Jc\x1bPq\x1b\\d\x1b]8;;javascript:1\x1b\\e\x9b31mf\u202e";
  const bytes = painter.draw({
    transcript: [hostile],
    footer: ["x"],
    size: { widthCols: 40, heightRows: 5 },
    documentId: "a",
  });
  expect(bytes).not.toContain("\x1b]");
  expect(bytes).not.toContain("\x1b[2J");
  expect(bytes).not.toContain("\x1bP");
  expect(Bun.stripANSI(bytes)).toContain("abcde");
});
