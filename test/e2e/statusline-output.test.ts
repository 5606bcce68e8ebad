/** The real program's options, formats and colours. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { callProgram, programPath } from "./program.ts";

const PAYLOAD = fs.readFileSync(
  join(
    import.meta.dir,
    "../fixtures/payloads/claude-code/23-github-pr-changes-requested_2.1.332.json",
  ),
  "utf8",
);
const PLAIN =
  "~/src/shop-api │ PR #91 │ Permissions │ ✦ Opus 5.5 · Effort medium │ Context 97% left";
const LINK = "\x1b]8;;https://github.com/acme/shop-api/pull/91\x1b\\";

let folder: string;
let home: Record<string, string>;

beforeAll(async () => {
  folder = tempFolder("e2e-output");
  home = { HOME: "/home/ana", TELLTALE_HOME: join(folder, "own") };
  await programPath();
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function line(args: readonly string[], env: Record<string, string> = {}, stdin = PAYLOAD) {
  const ran = await callProgram(["statusline", ...args], { stdin, env: { ...home, ...env } });
  expect(ran.code).toBe(0);
  return ran;
}

describe("--format", () => {
  // covers: format-plain
  test("plain: the text alone, without colours and links, whatever is forced", async () => {
    const { out, err } = await line(["--format", "plain", "--color", "always"], {
      FORCE_COLOR: "3",
    });
    expect([out, err]).toEqual([`${PLAIN}\n`, ""]);
  });

  // covers: format-json
  test("json: rows with their items, and the facts behind them, on one line", async () => {
    const { out } = await line(["--format", "json", "--width", "60"]);
    expect(out.split("\n")).toHaveLength(2);
    const { rows, facts } = JSON.parse(out);
    expect(rows).toEqual([
      {
        text: "shop-api │ #91 │ Permissions │ ✦ Opus 5.5 │ Context 97% left",
        widthCols: 60,
        items: [
          { id: "current-dir", text: "shop-api" },
          { id: "review-link", text: "#91" },
          { id: "approval-mode", text: "Permissions" },
          { id: "model-with-reasoning", text: "✦ Opus 5.5" },
          { id: "context-remaining", text: "Context 97% left" },
        ],
      },
    ]);
    expect(facts.context).toEqual({ windowTokens: 1_000_000, usedTokens: 26_312, source: "usage" });
    expect(facts.session.id).toBe("c0ffee00-0000-4000-8000-000000000023");
    expect(facts).not.toHaveProperty("tokens");
  });

  // covers: format-tmux
  test("tmux: styles of tmux, signs of formats escaped, no escape sequence", async () => {
    const payload = JSON.stringify({ session_id: "s", session_name: "50% #[fg=red] #{pane_id}" });
    const { out } = await line(["--format", "tmux", "--items", "session-title"], {}, payload);
    expect(out).not.toContain("\x1b");
    expect(out).toMatch(/^#\[fg=[a-z0-9#]+\]◇ /);
    expect(out).not.toMatch(/(^|[^#])#(##)*\[fg=red\]/);
    expect(out).toContain("50% ");
  });

  // covers: format-json
  test("json of an empty line: no rows, the facts all the same", async () => {
    const { out } = await line(["--format", "json", "--items", "no-such-item"]);
    const { rows, facts } = JSON.parse(out);
    expect(rows).toEqual([]);
    expect(facts.model.displayName).toBe("Opus 5.5");
  });
});

// covers: items-option
test("--items: those and no others, in that order, by id or alias", async () => {
  const { out } = await line(["--format", "plain", "--items", "version,pr, Model ,nonsense,model"]);
  expect(out).toBe("Claude Code 2.1.332 │ PR #91 │ ✦ Opus 5.5\n");
});

describe("the width", () => {
  const shown = async (args: readonly string[], env: Record<string, string> = {}) =>
    (await line(["--format", "plain", ...args], env)).out;

  // covers: width-order, row-fits
  test("--width, then COLUMNS less the four that Claude Code keeps, then unknown", async () => {
    const sixty = "shop-api │ #91 │ Permissions │ ✦ Opus 5.5 │ Context 97% left\n";
    expect(await shown(["--width", "60"], { COLUMNS: "200" })).toBe(sixty);
    expect(await shown([], { COLUMNS: "64" })).toBe(sixty);
    expect(await shown([], { COLUMNS: "63" })).not.toBe(sixty);
    expect(await shown([])).toBe(`${PLAIN}\n`);
  });

  // covers: width-order
  test.each(["0", "-5", "abc", "", "1e3", "99999999"])(
    "%p is none: the row is neither cut nor dropped from",
    async (columns) => {
      expect(await shown([], { COLUMNS: columns })).toBe(`${PLAIN}\n`);
      expect(await shown(["--width", columns])).toBe(`${PLAIN}\n`);
    },
  );
});

// covers: explain
test("--explain: where facts come from and why an item is absent, on stderr; stdout as always", async () => {
  const { out, err } = await line(["--explain", "--format", "plain", "--width", "60"]);
  expect(out).toBe("shop-api │ #91 │ Permissions │ ✦ Opus 5.5 │ Context 97% left\n");
  const lines = err.split("\n").slice(0, -1);
  expect(lines.every((text) => text.startsWith("telltale: "))).toBe(true);
  expect(lines).toContain("telltale: harness: Claude Code");
  expect(lines).toContain("telltale: width: 60, from --width");
  expect(lines).toContain('telltale: review-link: "#91"');
  expect(lines.find((text) => text.startsWith("telltale: session-title: absent: "))).toBeDefined();
  expect(err).not.toContain("\x1b");
});

describe("colours", () => {
  const NONE = "none";
  const cases: readonly (readonly [string, Record<string, string>, string, readonly string[]])[] = [
    ["nothing said: 16, as Claude Code draws colours", {}, "16", []],
    ["a terminal of 256 colours", { TERM: "xterm-256color" }, "256", []],
    ["COLORTERM", { TERM: "xterm-256color", COLORTERM: "truecolor" }, "rgb", []],
    ["NO_COLOR", { TERM: "xterm-256color", NO_COLOR: "1" }, NONE, []],
    ["an empty NO_COLOR: as if it were unset", { TERM: "xterm-256color", NO_COLOR: "" }, "256", []],
    ["NO_COLOR against FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "3" }, NONE, []],
    ["FORCE_COLOR=0", { TERM: "xterm-256color", FORCE_COLOR: "0" }, NONE, []],
    ["FORCE_COLOR=1", { FORCE_COLOR: "1" }, "16", []],
    ["FORCE_COLOR=2", { FORCE_COLOR: "2" }, "256", []],
    ["FORCE_COLOR=3 on a dumb terminal", { TERM: "dumb", FORCE_COLOR: "3" }, "rgb", []],
    ["a dumb terminal", { TERM: "dumb", COLORTERM: "truecolor" }, NONE, []],
    ["--color never against FORCE_COLOR", { FORCE_COLOR: "3" }, NONE, ["--color", "never"]],
    ["--color always against NO_COLOR", { NO_COLOR: "1" }, "16", ["--color", "always"]],
  ];
  const PATTERNS: Record<string, RegExp> = {
    "16": /\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])m/,
    "256": /\x1b\[(?:\d+;)*38;5;\d+m/,
    rgb: /\x1b\[(?:\d+;)*38;2;\d+;\d+;\d+m/,
  };

  // covers: colour-precedence, colour-never-changes-text, links-zero-width
  test.each(cases)("%s", async (_title, env, depth, args) => {
    const { out } = await line(args, env);
    const withoutLinks = out.replaceAll(/\x1b\]8;;[^\x1b]*\x1b\\/g, "");
    expect(withoutLinks.replaceAll(/\x1b\[[\d;]*m/g, "")).toBe(`${PLAIN}\n`);
    const found = Object.keys(PATTERNS).filter((name) => PATTERNS[name]?.test(withoutLinks));
    expect(found).toEqual(depth === NONE ? [] : [depth]);
    // A link is no colour: it stays.
    expect(out).toContain(LINK);
  });

  // covers: ascii-mode
  test("TELLTALE_ASCII: glyphs of ASCII, and the same words", async () => {
    const { out } = await line(["--format", "plain"], { TELLTALE_ASCII: "1" });
    expect(out).toMatch(/^[\x20-\x7e\n·—]+$/);
    for (const word of ["PR #91", "Permissions", "Opus 5.5", "Context 97% left"]) {
      expect(out).toContain(word);
    }
  });
});

// covers: layouts-worked-examples, trim-survives
test("--layout full at the width of a terminal: rows start with a cell that is not trimmed", async () => {
  const { out } = await line(["--layout", "full", "--format", "plain"], { COLUMNS: "104" });
  const rows = out.split("\n").slice(0, -1);
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row.length).toBe(100);
    expect(row.trim()).toBe(row);
  }
});
