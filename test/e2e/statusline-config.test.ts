/** The real program with a config file: lists, lines of one's own, the custom command, and damage. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";
import { callProgram, filesBelow, programPath } from "./program.ts";

const DEFAULT_ROW = "~/work │ ◇ e2e │ Permissions │ ✦ Opus 5.5 │ Context 77% left";

let root: string;
let home: string;
let config: string;
let payload: string;
let cases = 0;

beforeAll(async () => {
  root = tempFolder("e2e-config");
  await programPath();
}, 60_000);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  home = join(root, `home-${cases++}`);
  config = join(home, ".config/telltale/config.yaml");
  fs.mkdirSync(join(home, "work"), { recursive: true });
  fs.mkdirSync(join(config, ".."), { recursive: true });
  payload = JSON.stringify({
    session_id: "c0ffee00-0000-4000-8000-00000000e2e1",
    session_name: "e2e",
    model: { id: "claude-opus-5-5", display_name: "Opus 5.5" },
    workspace: { current_dir: join(home, "work") },
    cost: { total_cost_usd: 1.234 },
    context_window: { context_window_size: 200_000, current_usage: { input_tokens: 46_000 } },
  });
});

interface Asked {
  readonly args?: readonly string[];
  readonly env?: Record<string, string>;
  /** Absent: the file is as the test made it. */
  readonly yaml?: string;
}

async function draw({ args = ["--format", "plain"], env = {}, yaml }: Asked): Promise<string> {
  if (yaml !== undefined) fs.writeFileSync(config, yaml);
  const { code, out, err } = await callProgram(["statusline", ...args], {
    stdin: payload,
    env: { HOME: home, PATH: process.env.PATH ?? "", ...env },
  });
  expect([code, err]).toEqual([0, ""]);
  return out;
}

function script(text: string): string {
  const file = join(home, "status script.sh");
  fs.writeFileSync(file, `#!/bin/sh\n${text}\n`);
  fs.chmodSync(file, 0o755);
  return file;
}

describe("tui.statusLine", () => {
  const rows: readonly (readonly [title: string, yaml: string, row: string])[] = [
    ["missing: the defaults, without the machine's record", "tui: {}", `${DEFAULT_ROW}\n`],
    ["empty: no row", "tui: { statusLine: [] }", ""],
    [
      "unknown names: passed over, the rest shows",
      "tui: { statusLine: [tips, model, five-hour-limit] }",
      "✦ Opus 5.5\n",
    ],
    [
      "twice the same, once by its alias: the first place counts",
      "tui: { statusLine: [identity, cwd, model-with-reasoning, current-dir] }",
      "✦ Opus 5.5 │ ~/work\n",
    ],
    [
      "meter and percentage: the meter alone, at its own place",
      "tui: { statusLine: [context, model, context-meter] }",
      "✦ Opus 5.5 │ Context ▕██████░░▏ 77% left\n",
    ],
    ["only junk: no row", "tui: { statusLine: [1, null, {}] }", ""],
    ["no list: the defaults", "tui: { statusLine: model }", `${DEFAULT_ROW}\n`],
  ];

  // covers: config-missing, config-empty, config-unknown, config-duplicate, meter-replaces
  test.each(rows)("%s", async (_title, yaml, row) => {
    expect(await draw({ yaml })).toBe(row);
  });

  // covers: config-build-mode, custom-build-mode
  test("build-mode anywhere: the record alone, and no command runs, inline or as a block", async () => {
    const trace = join(home, "trace");
    const command = script(`touch "${trace}"; echo from-script`);
    for (const display of ["inline", "block"]) {
      const out = await draw({
        args: [],
        yaml: `tui:
  statusLine: [current-dir, custom-command, vela, model]
  customStatusLine: { command: '"${command}"', display: ${display}, position: below, colorMode: ansi, maxLines: 5 }
`,
      });
      expect(out).toMatch(
        /^\[V\] seq=\S+ state=[a-z]+ session=[0-9a-z]{6} turn=none request=none agents=0\/0 background=0\n$/,
      );
    }
    expect(fs.existsSync(trace)).toBe(false);
  });
});

describe("a config with a mistake", () => {
  const damage: readonly (readonly [string, string])[] = [
    ["a list that does not end", "tui:\n  statusLine: [model, current-dir\n"],
    ["a comma behind the last member of a mapping that is cut", "{ tui: { statusLine: [model], \n"],
    ["a comment of another language", '// mine\n{ "tui": { "statusLine": ["model"] } }\n'],
    ["a tab as indent", "tui:\n\tstatusLine: [model]\n"],
    ["half of a file", "tui:\n  statusLine:\n    - model\n    - 'current"],
  ];

  // covers: config-damaged
  test.each(damage)("%s: the defaults, the file byte for byte as it was", async (_title, yaml) => {
    expect(await draw({ yaml })).toBe(`${DEFAULT_ROW}\n`);
    expect(fs.readFileSync(config, "utf8")).toBe(yaml);
    expect(filesBelow(join(config, ".."))).toEqual(["config.yaml"]);
    const { err } = await callProgram(["statusline", "--explain"], {
      stdin: payload,
      env: { HOME: home },
    });
    expect(err).toMatch(/telltale: config: (error|warning): /);
  });

  // covers: config-damaged
  test("a folder in its place: the defaults, the folder stays", async () => {
    fs.mkdirSync(config);
    expect(await draw({})).toBe(`${DEFAULT_ROW}\n`);
    expect(fs.statSync(config).isDirectory()).toBe(true);
  });
});

describe("lines of one's own", () => {
  const LINES = `tui:
  layout: lines
  lines:
    - left: [current-dir, { group: [session-title, model], glue: "+", open: "<", close: ">" }]
      right: [context-remaining]
      separator: " · "
      drop: [current-dir]
    - left: [session-title, model]
      separator: powerline
`;

  // covers: own-lines
  test("two lines with a group, sides and an order of dropping", async () => {
    const args = ["--format", "plain", "--width"];
    const [first] = (await draw({ yaml: LINES, args: [...args, "60"] })).split("\n");
    expect(first).toBe("~/work · <◇ e2e+✦ Opus 5.5>                 Context 77% left");
    const [narrow] = (await draw({ args: [...args, "40"] })).split("\n");
    expect(narrow).toHaveLength(40);
    expect(narrow).toMatch(/^.*<◇ e2e\+✦ Opus 5\.5> +(Context 77% left|Ctx 77%)$/);
  });

  // covers: own-lines, powerline
  test("powerline: segments on backgrounds, joined by arrows, the text as without colours", async () => {
    const env = { COLORTERM: "truecolor" };
    const [, painted = ""] = (await draw({ yaml: LINES, args: [], env })).split("\n");
    const [, plain] = (await draw({})).split("\n");
    expect(painted.replaceAll(/\x1b\[[\d;]*m/g, "")).toBe(plain as string);
    expect(plain).toContain("◇ e2e");
    expect(plain).toContain("✦ Opus 5.5");
    expect(painted).toMatch(/\x1b\[48;[25];\d+/);
    expect(painted).toEndWith("\x1b[0m");
  });
});

describe("the custom command", () => {
  const withCommand = (command: string, more = "") =>
    `tui:
  statusLine: [model, custom-command]
  customStatusLine:
    command: '"${command}"'
${more}`;

  // covers: custom-first-line, custom-stdin-line
  test("inline: the first line, cleaned, and the session's line on its stdin", async () => {
    const seen = join(home, "seen");
    const command = script(`cat > "${seen}"; printf '\\033[31mone\\033[2J\\007 two\\nthree\\n'`);
    expect(await draw({ yaml: withCommand(command) })).toBe("✦ Opus 5.5 │ one two\n");
    const line = fs.readFileSync(seen, "utf8");
    expect(line).toEndWith("}\n");
    expect(Object.keys(JSON.parse(line))).toEqual([
      "protocol",
      "event",
      "session_id",
      "workspace_dir",
      "model",
      "session_title",
      "tui_version",
    ]);
  });

  // covers: custom-inline-limits
  test("inline, a long line: 60 columns, then 24, then 12", async () => {
    const command = script(`printf '%s' "$(printf 'x%.0s' $(seq 1 100))"`);
    const yaml = withCommand(command);
    const at = async (cols: number) =>
      (await draw({ yaml, args: ["--format", "plain", "--width", String(cols)] })).trimEnd();
    expect(await at(200)).toBe(`✦ Opus 5.5 │ ${"x".repeat(59)}…`);
    expect(await at(40)).toBe(`✦ Opus 5.5 │ ${"x".repeat(23)}…`);
    expect(await at(30)).toBe(`✦ Opus 5.5 │ ${"x".repeat(11)}…`);
  });

  // covers: custom-keeps-last, custom-empty-hides
  test("a failure after a good run: the good text; an empty success: nothing", async () => {
    const mode = join(home, "mode");
    const command = script(`. "${mode}"`);
    const yaml = withCommand(command);
    const runs: readonly (readonly [string, string])[] = [
      ["echo good", "✦ Opus 5.5 │ good\n"],
      ["echo bad; exit 3", "✦ Opus 5.5 │ good\n"],
      ["true", "✦ Opus 5.5\n"],
      ["echo bad; exit 3", "✦ Opus 5.5\n"],
    ];
    for (const [text, row] of runs) {
      fs.writeFileSync(mode, text);
      expect(await draw({ yaml })).toBe(row);
    }
  });

  // covers: block-rows, block-max-lines
  test("block: above or below, blank lines left out, never more than maxLines, each cut", async () => {
    const command = script(
      `printf '\\n  first of all lines \\n\\n漢字漢字漢字漢字漢字\\nthird\\nfourth\\n'`,
    );
    const block = (position: string, maxLines: string) =>
      withCommand(
        command,
        `    display: block\n    position: ${position}\n    maxLines: ${maxLines}\n`,
      );
    const at = async (yaml: string) =>
      (await draw({ yaml, args: ["--format", "plain", "--width", "16"] })).split("\n");
    expect(await at(block("above", "2"))).toEqual([
      "first of all li…",
      "漢字漢字漢字漢…",
      "✦ Opus 5.5",
      "",
    ]);
    expect(await at(block("below", "3"))).toEqual([
      "✦ Opus 5.5",
      "first of all li…",
      "漢字漢字漢字漢…",
      "third",
      "",
    ]);
    expect(await at(block("above", "0"))).toEqual(["first of all li…", "✦ Opus 5.5", ""]);
    expect((await at(block("above", "100"))).slice(0, 5)).toHaveLength(5);
  });

  // covers: block-blank
  test("block of blanks and controls: the ordinary line as it was", async () => {
    const command = script(String.raw`printf '  \n\t\n\033[31m\033[0m\n'`);
    const out = await draw({ yaml: withCommand(command, "    display: block\n") });
    expect(out).toBe("✦ Opus 5.5\n");
  });

  // covers: custom-colour-filter
  test("colorMode ansi: its colours, reset at the end, nothing else; none with NO_COLOR", async () => {
    const command = script(
      String.raw`printf '\033[32mok\033[1;5m blink\033[38:5:1m \033]8;;http://x\033\\link\033]8;;\033\\\n'`,
    );
    const yaml = withCommand(command, "    display: block\n    colorMode: ansi\n");
    const [painted = ""] = (await draw({ yaml, args: [] })).split("\n");
    expect(painted).toBe("\x1b[32mok blink link\x1b[0m");
    const [plain] = (await draw({ args: [], env: { NO_COLOR: "1" } })).split("\n");
    expect(plain).toBe("ok blink link");
  });

  // covers: custom-no-shell
  test("an open quote, a missing command, a program that is not there: no item, exit 0", async () => {
    for (const command of ['"\'open"', '""', '"/nonexistent/program"']) {
      const yaml = `tui:\n  statusLine: [model, custom-command]\n  customStatusLine: { command: ${command} }\n`;
      expect(await draw({ yaml })).toBe("✦ Opus 5.5\n");
    }
  });
});

// covers: block-rows
test("a harness that shows one row: the ordinary line, and no block in its place", async () => {
  const command = script("echo block");
  fs.writeFileSync(
    config,
    `tui:\n  statusLine: [model, custom-command]\n  customStatusLine: { command: '"${command}"', display: block }\n`,
  );
  const { out } = await callProgram(["statusline", "--harness", "codex", "--format", "plain"], {
    stdin: JSON.stringify({
      app: { cli_version: "0.171.0" },
      thread: { id: "t", model: { display_name: "gpt-6 codex", id: "gpt-6-codex" } },
    }),
    env: { HOME: home },
  });
  expect(out).toBe("✦ gpt-6 codex\n");
});
