/** The width policy against real terminals: what a clean text takes there is never more than counted. */
import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/headless";
import fc from "fast-check";
import { HOSTILE_CLUSTERS, hostileTexts } from "../testing/hostile-text.ts";
import { startTmux, tmuxVersion } from "../testing/tmux.ts";
import { glyphs } from "./ascii.ts";
import { cleanLine } from "./clean.ts";
import { cutText } from "./cut.ts";
import { createMeasure } from "./width.ts";

const measure = createMeasure({ ambiguousWide: false });
const COLS = 400;
const WAIT_MS = 15_000;

/** Cursor reports asked after each text: the terminal itself says how far it moved. */
function probe(texts: readonly string[]): string {
  return texts.map((text) => `\r\x1b[K${text}\x1b[6n`).join("");
}

const CURSOR_REPORT = /\x1b\[\d+;(\d+)R/g;

function columnsOf(reports: string): readonly number[] {
  return [...reports.matchAll(CURSOR_REPORT)].map((match) => Number(match[1]) - 1);
}

async function xtermColumns(texts: readonly string[], graphemes: boolean) {
  const terminal = new Terminal({ cols: COLS, rows: 5, allowProposedApi: true });
  if (graphemes) terminal.loadAddon(new UnicodeGraphemesAddon());
  let reports = "";
  terminal.onData((data) => {
    reports += data;
  });
  await new Promise<void>((done) => terminal.write(probe(texts), done));
  terminal.dispose();
  return columnsOf(reports);
}

/** A program in the pane writes the texts and reads what tmux answers. */
const PANE_PROGRAM = `
import fs from "node:fs";
const [input, output] = process.argv.slice(2);
const texts = JSON.parse(fs.readFileSync(input, "utf8"));
let all = "";
const bytes = Buffer.alloc(65536);
for (let at = 0; at < texts.length; at += 50) {
  const part = texts.slice(at, at + 50);
  fs.writeSync(1, part.map((text) => "\\r\\x1b[K" + text + "\\x1b[6n").join(""));
  let got = "";
  while (got.split("R").length <= part.length) {
    got += bytes.toString("latin1", 0, fs.readSync(0, bytes, 0, bytes.length, null));
  }
  all += got;
}
fs.writeFileSync(output + ".part", all);
fs.renameSync(output + ".part", output);
`;

async function tmuxColumns(texts: readonly string[]): Promise<readonly number[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "telltale-width-"));
  const [program, input, output] = ["pane.mjs", "in.json", "out.txt"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  fs.writeFileSync(program, PANE_PROGRAM);
  fs.writeFileSync(input, JSON.stringify(texts));
  const run = 'stty raw -echo; "$0" "$@"; sleep 5';
  const tmux = startTmux(["sh", "-c", run, process.execPath, program, input, output], {
    cols: COLS,
    rows: 5,
  });
  try {
    await tmux.wait(() => fs.existsSync(output), WAIT_MS);
    return columnsOf(fs.readFileSync(output, "latin1"));
  } finally {
    await tmux.end();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Hostile texts, random mixes of their clusters, and cuts of both. */
function cleanTexts(): readonly string[] {
  const mixes = fc.sample(
    fc
      .array(fc.oneof(fc.constantFrom(...HOSTILE_CLUSTERS), fc.string({ unit: "binary" })), {
        maxLength: 8,
      })
      .map((parts) => parts.join("")),
    { numRuns: 400, seed: 20_261_130 },
  );
  const clean = [...hostileTexts(), ...mixes].map(cleanLine);
  return [...clean, ...clean.map((text, at) => cutText(text, (at % 9) + 1, measure))];
}

function codePointName(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

function tooWide(texts: readonly string[], columns: readonly number[]): readonly unknown[] {
  return texts.flatMap((text, at) => {
    const [counted, taken] = [measure(text), columns[at] ?? Number.NaN];
    return taken <= counted ? [] : [{ text, units: [...text].map(codePointName), counted, taken }];
  });
}

const GLYPHS = Object.values(glyphs(false));
const version = tmuxVersion();
const mayMiss = version === undefined && process.env.CI !== "true";
if (mayMiss) process.stderr.write("skipped: widths in tmux, which is not installed\n");

describe("widths in real terminals", () => {
  const texts = cleanTexts();

  test.each([false, true])(
    "xterm.js, grapheme widths %p: nothing wider than counted",
    async (g) => {
      const columns = await xtermColumns(texts, g);
      expect(columns.length).toBe(texts.length);
      expect(tooWide(texts, columns)).toEqual([]);
    },
  );

  test("a measure that counts graphemes as modern terminals do: caught as too narrow", async () => {
    const optimistic = ["👍🏽", "👨‍👩‍👧", "\u{1fae9}", "\u0897", "\u1ac1"];
    const columns = await xtermColumns(optimistic, false);
    const under = optimistic.filter((text, at) => (columns[at] ?? 0) > Bun.stringWidth(text));
    expect(under.length).toBeGreaterThan(0);
  });

  test.skipIf(mayMiss)(
    "tmux: nothing wider than counted",
    async () => {
      const columns = await tmuxColumns(texts);
      expect(columns.length).toBe(texts.length);
      expect(tooWide(texts, columns)).toEqual([]);
    },
    30_000,
  );

  test("our own glyphs: one column everywhere, as counted", async () => {
    const ones = GLYPHS.map(() => 1);
    expect(GLYPHS.map((glyph) => measure(glyph))).toEqual(ones);
    expect(await xtermColumns(GLYPHS, false)).toEqual(ones);
    expect(await xtermColumns(GLYPHS, true)).toEqual(ones);
    if (!mayMiss) expect(await tmuxColumns(GLYPHS)).toEqual(ones);
  }, 30_000);

  test("every assigned character, cleaned: nothing wider than counted in xterm.js", async () => {
    const all: string[] = [];
    for (let codePoint = 0xa0; codePoint < 0x32400; codePoint++) {
      const text = cleanLine(`a${String.fromCodePoint(codePoint)}`);
      if (text !== "a?" && text !== "a") all.push(text);
    }
    expect(all.length).toBeGreaterThan(150_000);
    expect(tooWide(all, await xtermColumns(all, false))).toEqual([]);
    expect(tooWide(all, await xtermColumns(all, true))).toEqual([]);
  }, 30_000);
});
