import { describe, expect, test } from "bun:test";
import { tokenize } from "../../sources/custom-command/tokenize.ts";
import { createMeasure } from "../../text/width.ts";
import { parseArguments } from "../arguments.ts";
import { commandHelp } from "../help.ts";
import { findCommand } from "./find-command.ts";
import { EXAMPLES, EXIT_CODES, GLOBAL_OPTIONS, PROGRAM } from "./globals.ts";
import { groupHelp, smllmHelp } from "./help.ts";
import { SMLLM_COMMANDS } from "./registry.ts";

const measure = createMeasure({ ambiguousWide: false });
const context = { program: PROGRAM, globals: GLOBAL_OPTIONS };
const LISTED = SMLLM_COMMANDS.filter((entry) => entry.hidden !== true);
const COLS = [40, 60, 80, 100, 200];

/** Lines that a terminal would break; single words and calls to copy cannot be helped. */
function tooWide(text: string, cols: number, calls: readonly string[]): readonly string[] {
  return text
    .split("\n")
    .filter((line) => measure(line) > cols && line.trim().includes(" "))
    .filter((line) => !calls.includes(line.trim()));
}

// covers: smllm-help
describe.each(SMLLM_COMMANDS.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  test("its definition: a sentence, forms of the call, what exit codes mean", async () => {
    const command = await entry.load();
    expect(command.name).toBe(name);
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
    for (const form of command.usage) expect(form.split(/[ [<]/).join(" ")).toStartWith(name);
    expect(command.exitCodes.length).toBeGreaterThan(0);
    const codes = command.exitCodes.map(({ code }) => code);
    expect(codes.filter((code) => ![0, 1, 2].includes(code))).toEqual([]);
  });

  test.each(COLS)("its help at %d columns: no line is wider but a call to copy", async (cols) => {
    const command = await entry.load();
    const calls = command.examples.map((example) => example.command);
    const help = commandHelp(command, cols, context);
    expect(help).toContain(`${PROGRAM} ${name}`);
    expect(help).toContain("--config FILE");
    expect(tooWide(help, cols, calls)).toEqual([]);
  });

  test("its examples: calls that are understood", async () => {
    const command = await entry.load();
    for (const { command: line } of command.examples) await expectUnderstood(line);
  });
});

/** Each call of ours in a line of a shell. */
async function expectUnderstood(line: string): Promise<void> {
  const calls = line
    .split(/ && | [|>] |[()]/)
    .map((part) => part.trim().replace(/ <.*$/, ""))
    .filter((part) => part.startsWith("smllm "));
  expect([line, calls.length > 0]).toEqual([line, true]);
  for (const call of calls) {
    const argv = tokenize(call);
    if (!argv.ok) throw new Error(`${call}: ${argv.reason}`);
    const found = findCommand(SMLLM_COMMANDS, argv.value.slice(1));
    if (!found.ok || found.value.kind !== "command") throw new Error(`no command: ${call}`);
    const command = await found.value.entry.load();
    const parsed = parseArguments(command, found.value.rest, context);
    expect([call, parsed]).toEqual([call, expect.objectContaining({ ok: true })]);
  }
}

// covers: smllm-help
describe("help of the program", () => {
  const load = () => Promise.all(LISTED.map((entry) => entry.load()));

  test("every command that is listed and no other, the options, examples, exit codes", async () => {
    const help = smllmHelp("1.2.3", await load(), 100);
    expect(help).toStartWith("smllm 1.2.3: ");
    for (const { name, hidden } of SMLLM_COMMANDS) {
      const isListed = new RegExp(`^  ${name}  +[A-Z]`, "m").test(help);
      expect([name, isListed]).toEqual([name, hidden !== true]);
    }
    for (const { command } of EXAMPLES) {
      expect(help).toContain(`  ${command}\n`);
      await expectUnderstood(command);
    }
    for (const { code, when } of EXIT_CODES)
      expect(help.replace(/\s+/g, " ")).toContain(`${code} ${when}`);
  });

  test.each(COLS)("%d columns: no line is wider", async (cols) => {
    const calls = EXAMPLES.map(({ command }) => command);
    expect(tooWide(smllmHelp("1.2.3", await load(), cols), cols, calls)).toEqual([]);
    expect(tooWide(groupHelp("session", await load(), cols), cols, [])).toEqual([]);
  });
});
