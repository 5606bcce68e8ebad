/** What a person reads on a terminal of a usual and of a small size: no row of it is broken in a word. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type InTerminalOptions, startInside, telltale } from "./in-terminal.ts";

let home = "";
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "telltale-pages-")));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Shown {
  readonly rows: readonly string[];
  /** Rows that go on in the next one because they were too wide. */
  readonly broken: readonly string[];
}

/** Runs the program to its end in a terminal, and gives what is seen in it. */
async function show(args: readonly string[], size: InTerminalOptions): Promise<Shown> {
  const env = { HOME: home, TELLTALE_HOME: home };
  const inside = startInside(telltale(...args), { cwd: home, env, ...size });
  try {
    await inside.exited;
    await inside.rest(50, 5_000);
    const rows = inside.history();
    const cols = size.cols ?? 0;
    const full = rows.filter((row, at) => row.length === cols && (rows[at + 1] ?? "") !== "");
    return { rows, broken: full.filter((row) => isBroken(row, inside.raw())) };
  } finally {
    await inside.end();
  }
}

/** Whether what was written goes on behind the row in the same line. */
function isBroken(row: string, raw: Uint8Array): boolean {
  const text = Bun.stripANSI(new TextDecoder().decode(raw));
  return !text.split(/\r?\n/).some((line) => line.trimEnd() === row.trimEnd());
}

// covers: pages-fit
test.each<[string, number, string[]]>([
  ["the help of a command", 80, ["help", "install"]],
  ["the help of a command", 60, ["report", "--help"]],
  ["the list of items", 80, ["config", "items"]],
  ["the list of items", 40, ["config", "items"]],
  ["the examination", 80, ["doctor", "claude-code"]],
  ["the examination", 60, ["doctor", "claude-code"]],
  ["a refusal", 40, ["install", "codex"]],
  ["the demonstration", 80, ["demo"]],
  ["the demonstration", 60, ["demo"]],
])(
  "%s on a terminal of %d columns: no row is broken but of a command to copy",
  async (_name, cols, args) => {
    const { rows, broken } = await show(args, { cols, rows: 24 });
    expect(rows.length).toBeGreaterThan(1);
    expect(broken.filter((row) => !row.startsWith("  telltale "))).toEqual([]);
  },
);

describe("the demonstration at 80 columns", () => {
  test("the record is cut, and it is said what it needs; what to do next is the last thing seen", async () => {
    const { rows } = await show(["demo"], { cols: 80, rows: 24 });
    const record = rows.findIndex((row) => row.startsWith("[V] "));
    expect(rows[record + 1]).toBe("  a record needs up to 104 columns: this one is cut");
    const next = rows.indexOf("What to do next:");
    expect(rows.slice(next).join("\n")).toMatch(
      / install claude-code\s+puts it.* --help\s+says what else there is\s*$/s,
    );
    // The path of the program may be long enough to break each call; all of it still stands on one screen.
    expect(rows.length - next).toBeLessThan(24);
  });

  test("headings of rows with percentages: left, or used", async () => {
    const { rows } = await show(["demo"], { cols: 80, rows: 24 });
    for (const [heading, word] of [
      ["Layout items, the default", "left"],
      ["Items of your choice", "used"],
      ["Layout full", "used"],
      ["Layout compact", "used"],
    ]) {
      expect(rows.find((row) => row.startsWith(heading ?? ""))).toEndWith(word ?? "");
    }
  });
});

describe("config preview", () => {
  const WIDER = "telltale config preview: rows are wider than this terminal (80 columns)";
  test.each([
    ["120", true],
    ["80", false],
  ])(
    "rows for %s columns on a terminal of 80: said where they are wider",
    async (width, isSaid) => {
      const args = ["config", "preview", "--layout", "full", "--width", width];
      const { rows } = await show(args, { cols: 80, rows: 24 });
      expect(rows.filter((row) => row === WIDER).length).toBe(isSaid ? 1 : 0);
    },
  );
});
