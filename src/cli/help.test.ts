import { expect, test } from "bun:test";
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

test("help of a command: what it does, its forms, options in a table, an example, exit codes", () => {
  expect(commandHelp(COMMAND)).toBe(`Draws rows.

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

test("notes stand below the summary, before the forms of the call, each on a line that fits", async () => {
  const help = commandHelp({ ...COMMAND, notes: ["It is slow.", "It is loud."] });
  expect(help).toStartWith("Draws rows.\n\nIt is slow.\nIt is loud.\n\nUsage:\n");
  const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
  const notes = commands.flatMap((command) => command.notes ?? []);
  expect(notes.length).toBeGreaterThan(3);
  expect(notes.filter((note) => note.length > 79)).toEqual([]);
});

test("report and run: where reports go, how to see them, and that tmux gets none unasked", async () => {
  const examples = { report: "telltale report done", run: "telltale run -- make test" };
  for (const [name, example] of Object.entries(examples)) {
    const command = await COMMANDS.find((entry) => entry.name === name)!.load();
    const help = commandHelp(command);
    expect(help).toContain("goes to the controlling terminal, also where stdout is a pipe.");
    expect(help).toContain(`To see it: telltale spy -- ${example}\n`);
    expect(help).toContain("Inside tmux nothing is sent unless --when on");
  }
});

test("a command without examples has no heading for them", () => {
  expect(commandHelp({ ...COMMAND, examples: [] })).not.toContain("Examples:");
});

test("help of the program: its version and every command with its summary", () => {
  const help = programHelp("1.2.3", [COMMAND, { ...COMMAND, name: "statusline" }]);
  expect(help).toStartWith("telltale 1.2.3");
  expect(help).toContain("\n  draw        Draws rows\n  statusline  Draws rows\n");
  expect(help).toEndWith("tells more about one of them.\n");
});

test("an option is written with its choices, else with the name of its value", () => {
  expect(optionForm({ name: "explain", describe: "" })).toBe("--explain");
  expect(optionForm({ name: "width", value: "N", describe: "" })).toBe("--width N");
});

test("every command that lists itself says what it does, and that it can end well", async () => {
  for (const entry of COMMANDS.filter((command) => command.hidden !== true)) {
    const command = await entry.load();
    expect(command.name).toBe(entry.name);
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(command.exitCodes.map(({ code }) => code)).toContain(0);
    for (const option of command.options)
      expect(commandHelp(command)).toContain(optionForm(option));
  }
});

test("a table of a command: at the end, with its title", () => {
  const table = {
    title: "Keys:",
    rows: [["a.long.key", "One thing"] as const, ["b", "Another"] as const],
  };
  expect(commandHelp({ ...COMMAND, table })).toEndWith(
    "  0  it worked\n\nKeys:\n  a.long.key  One thing\n  b           Another\n",
  );
});
