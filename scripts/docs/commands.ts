/** Tables of `docs/commands.md`. */
import type { Command } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands/registry.ts";
import { optionForm } from "../../src/cli/help.ts";
import { code, fence, table } from "./markdown.ts";

export async function commandBlocks(): Promise<Readonly<Record<string, string>>> {
  const listed = COMMANDS.filter((entry) => entry.hidden !== true);
  const commands = await Promise.all(listed.map((entry) => entry.load()));
  const overview = commands.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary]);
  return {
    overview: table(["command", "what it does"], overview),
    commands: commands.map(section).join("\n\n"),
  };
}

function section(command: Command): string {
  const usage = command.usage.map((form) => `telltale ${form}`);
  const notes = command.notes?.map((note) => `- ${note}`).join("\n");
  const parts = [
    `## ${command.name}`,
    `${command.summary}.`,
    ...(notes === undefined ? [] : [notes]),
    fence("text", usage),
  ];
  if (command.options.length > 0) {
    const rows = command.options.map((option) => [code(optionForm(option)), option.describe]);
    parts.push(table(["option", "what"], rows));
  }
  if (command.examples.length > 0) {
    const lines = command.examples.flatMap((example) => [`# ${example.describe}`, example.command]);
    parts.push(fence("sh", lines));
  }
  const codes = command.exitCodes.map(({ code: number, when }) => [String(number), when]);
  return [...parts, table(["exit code", "when"], codes)].join("\n\n");
}
