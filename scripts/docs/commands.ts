/** Tables of `docs/commands.md` and `docs/smllm-commands.md`. */
import { HELP } from "../../src/cli/arguments.ts";
import type { Command, CommandOption } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands/registry.ts";
import { optionForm } from "../../src/cli/help.ts";
import {
  EXIT_CODES,
  FILES,
  GLOBAL_OPTIONS,
  PROGRAM,
  VARIABLES,
} from "../../src/cli/smllm/globals.ts";
import { SMLLM_COMMANDS } from "../../src/cli/smllm/registry.ts";
import { code, fence, table } from "./markdown.ts";

export async function commandBlocks(): Promise<Readonly<Record<string, string>>> {
  const listed = COMMANDS.filter((entry) => entry.hidden !== true);
  const commands = await Promise.all(listed.map((entry) => entry.load()));
  const overview = commands.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary]);
  return {
    overview: table(["command", "what it does"], overview),
    commands: commands.map((command) => section(command, "telltale")).join("\n\n"),
  };
}

/** Those of `smllm`, the hidden ones too: who looks into a settings file finds them there. */
export async function smllmCommandBlocks(): Promise<Readonly<Record<string, string>>> {
  const load = (hidden: boolean) =>
    Promise.all(
      SMLLM_COMMANDS.filter((entry) => (entry.hidden ?? false) === hidden).map((entry) =>
        entry.load(),
      ),
    );
  const [listed, hidden] = await Promise.all([load(false), load(true)]);
  const overview = [...listed, ...hidden].map(({ name, summary }) => [
    `[${code(name)}](#${name.replaceAll(" ", "-")})`,
    summary,
  ]);
  const sections = (commands: readonly Command[]) =>
    commands.map((command) => section(command, PROGRAM)).join("\n\n");
  return {
    overview: table(["command", "what it does"], overview),
    options: optionTable([...GLOBAL_OPTIONS, HELP]),
    codes: table(
      ["exit code", "when"],
      EXIT_CODES.map(({ code: number, when }) => [String(number), when]),
    ),
    commands: sections(listed),
    hidden: sections(hidden),
    variables: table(
      ["variable", "what"],
      VARIABLES.map(([name, what]) => [code(name), what]),
    ),
    files: table(
      ["file", "what"],
      FILES.map(([path, what]) => [code(path), what]),
    ),
  };
}

function section(command: Command, program: string): string {
  const usage = command.usage.map((form) => `${program} ${form}`);
  const notes = command.notes?.map((note) => `- ${note}`).join("\n");
  const parts = [
    `## ${command.name}`,
    `${command.summary}.`,
    ...(notes === undefined ? [] : [notes]),
    fence("text", usage),
  ];
  if (command.options.length > 0) parts.push(optionTable(command.options));
  if (command.examples.length > 0) {
    const lines = command.examples.flatMap((example) => [`# ${example.describe}`, example.command]);
    parts.push(fence("sh", lines));
  }
  // The document says once what all have in common.
  if (command.exitCodes === EXIT_CODES) return parts.join("\n\n");
  const codes = command.exitCodes.map(({ code: number, when }) => [String(number), when]);
  return [...parts, table(["exit code", "when"], codes)].join("\n\n");
}

function optionTable(options: readonly CommandOption[]): string {
  const rows = options.map((option) => [code(optionForm(option)), option.describe]);
  return table(["option", "what"], rows);
}
