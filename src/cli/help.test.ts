import { describe, expect, test } from "bun:test";
import { createMeasure } from "../text/width.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./commands/registry.ts";
import { commandHelp, optionForm, programHelp } from "./help.ts";

const COMMAND: Command = {
  name: "draw",
  summary: "Draws rows",
  usage: ["draw [OPTIONS]", "draw FILE"],
  options: [
    { name: "width", value: "N", describe: "Columns" },
    { name: "color", value: "WHEN", choices: ["auto", "never"], describe: "Colours" },
  ],
  examples: [{ command: "telltale draw x", describe: "Draws x" }],
  exitCodes: [{ code: 0, when: "it worked" }],
  run: () => 0,
};

/** Wider than any text. */
const WIDE = 200;

test("help of a command: what it does, its forms, options in a table, an example, exit codes", () => {
  expect(commandHelp(COMMAND, WIDE)).toBe(`Draws rows.

Usage:
  telltale draw [OPTIONS]
  telltale draw FILE

Options:
  --width N           Columns
  --color auto|never  Colours
  --help              Show this help

Examples:
  # Draws x
  telltale draw x

Exit codes:
  0  it worked
`);
});

test("notes stand below the summary, before the forms of the call, each on a line of its own", () => {
  const help = commandHelp({ ...COMMAND, notes: ["It is slow.", "It is loud."] }, 80);
  expect(help).toStartWith("Draws rows.\n\nIt is slow.\nIt is loud.\n\nUsage:\n");
});

test("report and run: where reports go, how to see them, and that tmux gets none unasked", async () => {
  const examples = { report: "telltale report done", run: "telltale run -- make test" };
  for (const [name, example] of Object.entries(examples)) {
    const command = await COMMANDS.find((entry) => entry.name === name)!.load();
    const help = commandHelp(command, 100);
    expect(help).toContain("goes to the controlling terminal, also where stdout is a pipe.");
    expect(help).toContain(`To see it: telltale spy -- ${example}\n`);
    expect(help).toContain("Inside tmux nothing is sent unless --when on");
  }
});

test("a command without examples has no heading for them", () => {
  expect(commandHelp({ ...COMMAND, examples: [] }, WIDE)).not.toContain("Examples:");
});

test("help of the program: its version and every command with its summary", () => {
  const help = programHelp("1.2.3", [COMMAND, { ...COMMAND, name: "statusline" }], WIDE);
  expect(help).toStartWith("telltale 1.2.3");
  expect(help).toContain("\n  draw        Draws rows\n  statusline  Draws rows\n");
  expect(help).toEndWith("tells more about one of them.\n");
});

test("an option is written with its choices, else with the name of its value", () => {
  expect(optionForm({ name: "explain", describe: "" })).toBe("--explain");
  expect(optionForm({ name: "width", value: "N", describe: "" })).toBe("--width N");
  const out = { name: "out", short: "o", value: "OUT", describe: "" };
  expect(optionForm(out)).toBe("-o, --out OUT");
  expect(optionForm({ ...out, repeats: true })).toBe("-o, --out OUT...");
});

test("every command that lists itself says what it does, and that it can end well", async () => {
  for (const entry of COMMANDS.filter((command) => command.hidden !== true)) {
    const command = await entry.load();
    expect(command.name).toBe(entry.name);
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(command.exitCodes.map(({ code }) => code)).toContain(0);
    for (const option of command.options)
      expect(commandHelp(command, WIDE)).toContain(`  ${optionForm(option)}`);
  }
});

const KEYS = {
  title: "Keys:",
  rows: [["a.long.key", "One thing"] as const, ["b", "Another"] as const],
};

test("a table of the words that a command takes: before its options, or where it says so at the end", () => {
  const shown = "\n\nKeys:\n  a.long.key  One thing\n  b           Another\n";
  expect(commandHelp({ ...COMMAND, table: KEYS }, WIDE)).toContain(`${shown}\nOptions:`);
  const last = commandHelp({ ...COMMAND, table: { ...KEYS, place: "end" } }, WIDE);
  expect(last).toEndWith(`  0  it worked${shown}`);
});

test("a narrow terminal: texts hang beneath their column, a wide option stands alone", () => {
  const [width, color] = COMMAND.options;
  const options = [
    { ...width, name: "width", describe: "Columns that a row may take at most" },
    { ...color, name: "color", describe: "Colours, or none" },
  ];
  const usage = ["draw [--width N | --color WHEN] [FILE]"];
  const examples = [
    { command: `telltale draw ${"x".repeat(40)}`, describe: "A file of such a name" },
  ];
  const help = commandHelp({ ...COMMAND, usage, options, examples }, 40);
  expect(help).toContain(`Usage:
  telltale draw
      [--width N | --color WHEN] [FILE]
`);
  expect(help).toContain(`Options:
  --width N  Columns that a row may take
             at most
  --color auto|never
             Colours, or none
  --help     Show this help
`);
  expect(help).toContain(`  # A file of such a name\n  telltale draw ${"x".repeat(40)}\n`);
});

test("choices that are wider than the terminal: named in the text", () => {
  const choices = ["one-choice", "another-choice", "a-third-choice"];
  const options = [{ name: "how", value: "WAY", choices, describe: "How it is done" }];
  expect(commandHelp({ ...COMMAND, options }, 40)).toContain(`
  --how WAY  How it is done. One of:
             one-choice, another-choice,
             a-third-choice
`);
});

const LISTED = COMMANDS.filter((entry) => entry.hidden !== true);

// covers: pages-fit
describe.each(LISTED.map((entry) => [entry.name, entry] as const))("help of %s", (_name, entry) => {
  test.each([40, 60, 80, 100, 200])(
    "%d columns: no line is wider but a command to copy",
    async (cols) => {
      const command = await entry.load();
      const calls = command.examples.map(({ command: call }) => `  ${call}`);
      const help = commandHelp(command, cols);
      for (const call of calls) expect(help.split("\n")).toContain(call);
      const isCall = (line: string) =>
        calls.includes(line) ||
        (line.startsWith("telltale ") && command.notes?.some((note) => note.endsWith(line)));
      expect(tooWide(help, cols).filter((line) => !isCall(line))).toEqual([]);
    },
  );

  test("any width: the same words", async () => {
    const command = await entry.load();
    const words = (cols: number) => sortedWords(commandHelp(command, cols));
    // From this width on, every choice of an option stands in its form.
    for (const cols of [64, 80, 100]) expect(words(cols)).toEqual(words(WIDE));
  });
});

test.each([40, 60, 80, 100, 200])(
  "help of the program, %d columns: no line is wider",
  async (cols) => {
    const commands = await Promise.all(LISTED.map((entry) => entry.load()));
    expect(tooWide(programHelp("1.2.3", commands, cols), cols)).toEqual([]);
  },
);

/** Lines that a terminal would break; single words cannot be helped. */
function tooWide(text: string, cols: number): readonly string[] {
  const measure = createMeasure({ ambiguousWide: false });
  return text.split("\n").filter((line) => measure(line) > cols && line.trim().includes(" "));
}

/** A comment that goes on in the next line begins with its sign again. */
function sortedWords(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "#")
    .toSorted();
}
