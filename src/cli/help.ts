/** Help texts, made from what commands say of themselves. */
import { HELP } from "./arguments.ts";
import type { Command, CommandOption, Example } from "./command.ts";
import { type Definition, definitions, paragraph } from "./page.ts";

/** Whose help it is. */
export interface HelpContext {
  /** How the program is called. */
  readonly program?: string;
  /** Options that every command of the program has. */
  readonly globals?: readonly CommandOption[];
}

/** Help of one command, for a terminal of so many columns. */
export function commandHelp(
  command: Command,
  cols: number,
  { program = "telltale", globals = [] }: HelpContext = {},
): string {
  const options = [...command.options, ...globals, HELP];
  const codes = command.exitCodes.map(({ code, when }): [string, string] => [String(code), when]);
  const { table: words } = command;
  const keys = words === undefined ? [] : [block(words.title, table(words.rows, cols))];
  const isOfOperand = words?.place !== "end";
  return page([
    paragraph({ text: `${command.summary}.` }, cols),
    ...(command.notes === undefined
      ? []
      : [command.notes.flatMap((note) => paragraph({ text: note }, cols))]),
    block(
      "Usage:",
      command.usage.flatMap((form) => usageLines(`${program} ${form}`, cols)),
    ),
    ...(isOfOperand ? keys : []),
    optionBlock(options, cols),
    ...(command.examples.length === 0
      ? []
      : [block("Examples:", exampleLines(command.examples, cols))]),
    block("Exit codes:", table(codes, cols)),
    ...(isOfOperand ? [] : keys),
  ]);
}

/** Help of the program. */
export function programHelp(version: string, commands: readonly Command[], cols: number): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  const more = "telltale COMMAND --help";
  return page([
    paragraph({ text: `telltale ${version}: says what a coding agent is doing.`, whole: [] }, cols),
    block("Usage:", usageLines("telltale COMMAND [OPTIONS]", cols)),
    block("Commands:", table(rows, cols)),
    paragraph({ text: `${more} tells more about one of them.`, whole: [more] }, cols),
  ]);
}

/** `--name VALUE`, with the choices for a value where there are any, `-n` before it and `...` after it. */
export function optionForm(option: CommandOption): string {
  if (option.value === undefined) return optionWord(option);
  return `${optionWord(option)} ${option.choices?.join("|") ?? option.value}${dots(option)}`;
}

function optionWord({ name, short }: CommandOption): string {
  // Help has its letter in every command, so none needs to say so.
  return short === undefined || name === HELP.name ? `--${name}` : `-${short}, --${name}`;
}

function dots({ repeats }: CommandOption): string {
  return repeats === true ? "..." : "";
}

/** The table of options under its title. */
export function optionBlock(options: readonly CommandOption[], cols: number): readonly string[] {
  return block(
    "Options:",
    table(
      options.map((option) => optionRow(option, cols)),
      cols,
    ),
  );
}

/** Choices that do not fit into a line are named in the text. */
function optionRow(option: CommandOption, cols: number): [string, string] {
  const form = optionForm(option);
  const { choices, describe } = option;
  if (choices === undefined || form.length + 2 <= cols) return [form, describe];
  return [
    `${optionWord(option)} ${option.value}${dots(option)}`,
    `${describe}. One of: ${choices.join(", ")}`,
  ];
}

/** The form of a call; what is optional stays in one piece. */
export function usageLines(form: string, cols: number): readonly string[] {
  const whole = form.match(/\[[^\]]*\]/g) ?? [];
  return paragraph({ text: form, whole }, cols, { first: "  ", rest: "      " });
}

/** A call stands alone in its line, however long, and what is said of it is a comment to a shell. */
export function exampleLines(examples: readonly Example[], cols: number): readonly string[] {
  return examples.flatMap(({ command, describe }) => [
    ...paragraph({ text: describe }, cols, { first: "  # " }),
    `  ${command}`,
  ]);
}

/** Names and what is said of them. */
export function table(
  rows: readonly (readonly [name: string, text: string])[],
  cols: number,
): readonly string[] {
  const list = rows.map(([name, text]): Definition => ({ name, sayings: [{ text }] }));
  return definitions(list, cols).flat();
}

/** Lines under a title. */
export function block(title: string, below: readonly string[]): readonly string[] {
  return [title, ...below];
}

/** A page of blocks. */
export function page(sections: readonly (readonly string[])[]): string {
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}
