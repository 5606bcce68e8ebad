/**
 * How many columns texts take in real terminals: each is written to an empty row and the terminal is
 * asked where its cursor stands. In order of the texts; fewer numbers when the terminal fell silent.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import { Terminal } from "@xterm/headless";
import { startTmux } from "./tmux.ts";

/** Wider than any text that is asked about; a text that wraps would look narrow. */
const COLS = 400;
const WAIT_MS = 15_000;

function probe(texts: readonly string[]): string {
  return texts.map((text) => `\r\x1b[K${text}\x1b[6n`).join("");
}

const CURSOR_REPORT = /\x1b\[\d+;(\d+)R/g;

function columnsOf(reports: string): readonly number[] {
  return [...reports.matchAll(CURSOR_REPORT)].map((match) => Number(match[1]) - 1);
}

/** Columns in xterm.js, with the widths of grapheme clusters or with those of single characters. */
export async function xtermColumns(
  texts: readonly string[],
  graphemes: boolean,
): Promise<readonly number[]> {
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

/** Columns in a tmux of its own; throws where tmux is not installed. */
export async function tmuxColumns(texts: readonly string[]): Promise<readonly number[]> {
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
