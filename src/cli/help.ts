/** Help texts, made from what commands say of themselves. */
import type { Command, CommandOption } from "./command.ts";

const GAP = 2;

/** Help of one command. */
export function commandHelp(command: Command): string {
  const options = [
    ...command.options,
    { name: "help", describe: "Show this help" } satisfies CommandOption,
  ];
  const sections = [
    `${command.summary}.`,
    block(
      "Usage:",
      command.usage.map((usage) => `telltale ${usage}`),
    ),
    block("Options:", table(options.map((option) => [optionForm(option), option.describe]))),
  ];
  if (command.examples.length > 0) {
    const lines = command.examples.flatMap(({ command: call, describe }) => [
      `# ${describe}`,
      call,
    ]);
    sections.push(block("Examples:", lines));
  }
  const codes = command.exitCodes.map(({ code, when }): [string, string] => [String(code), when]);
  sections.push(block("Exit codes:", table(codes)));
  if (command.table !== undefined) {
    sections.push(block(command.table.title, table(command.table.rows)));
  }
  return `${sections.join("\n\n")}\n`;
}

/** Help of the program. */
export function programHelp(version: string, commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `telltale ${version}: says what a coding agent is doing.`,
    block("Usage:", ["telltale COMMAND [OPTIONS]"]),
    block("Commands:", table(rows)),
    "telltale COMMAND --help tells more about one of them.\n",
  ].join("\n\n");
}

/** `--name VALUE`, with the choices for a value where there are any. */
export function optionForm(option: CommandOption): string {
  if (option.value === undefined) return `--${option.name}`;
  return `--${option.name} ${option.choices?.join("|") ?? option.value}`;
}

function block(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + GAP;
  return rows.map(([name, text]) => name.padEnd(width) + text);
}
