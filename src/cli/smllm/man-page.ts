/** The manual page, in roff, made from the commands. */
import { HELP } from "../arguments.ts";
import type { Command, CommandOption } from "../command.ts";
import { optionForm } from "../help.ts";
import { EXAMPLES, EXIT_CODES, FILES, GLOBAL_OPTIONS, PROGRAM, VARIABLES } from "./globals.ts";

/** The page for `man`. */
export function manPage(version: string, commands: readonly Command[]): string {
  const lines = [
    `.TH SMLLM 1 "" "smllm ${version}" "User Commands"`,
    ".SH NAME",
    "smllm \\- state machines that guide an agent through a process",
    ".SH SYNOPSIS",
    `.B ${PROGRAM}`,
    roff("[OPTIONS] COMMAND [ARGUMENTS]"),
    ".SH DESCRIPTION",
    roff(
      "A machine is a file of states and of the events between them. An agent works in one state at a " +
        "time: it reads what is to be done there, and fires the event that fits when it is done.",
    ),
    ".SH OPTIONS",
    ...[...GLOBAL_OPTIONS, HELP].flatMap(optionLines),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(({ code, when }) => tagged(String(code), when)),
    ".SH ENVIRONMENT",
    ...VARIABLES.flatMap(([name, what]) => tagged(name, what)),
    ".SH FILES",
    ...FILES.flatMap(([path, what]) => tagged(path, what)),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(({ command, describe }) => exampleLines(command, describe)),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines({
  usage,
  summary,
  notes = [],
  options,
  examples,
}: Command): readonly string[] {
  return [
    ...usage.map((form) => `.SS ${quoted(`${PROGRAM} ${form}`)}`),
    roff(`${summary}.`),
    ...notes.flatMap((note) => [".PP", roff(note)]),
    ...options.flatMap(optionLines),
    ...examples.flatMap(({ command, describe }) => exampleLines(command, describe)),
  ];
}

function optionLines(option: CommandOption): readonly string[] {
  return tagged(optionForm(option), option.describe);
}

function exampleLines(command: string, describe: string): readonly string[] {
  return [".PP", roff(`${describe}:`), ".PP", ".nf", ".RS", roff(command), ".RE", ".fi"];
}

/** A word, and what is said of it with an indent. */
function tagged(word: string, text: string): readonly string[] {
  return [".TP", `.B ${quoted(word)}`, roff(text)];
}

/** An argument of a request: in quotes, as its blanks would part it. */
function quoted(text: string): string {
  return `"${roff(text).replaceAll('"', "\\(dq")}"`;
}

/** Signs for which roff would print others, or which it obeys. */
const ROFF: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "-": "\\-",
  "`": "\\(ga",
  "~": "\\(ti",
  "^": "\\(ha",
  "'": "\\(aq",
};

/** A line of text: backslashes and dashes as they are, nothing at its start that roff obeys. */
function roff(text: string): string {
  const plain = text.replace(/[\\\-`~^']/g, (sign) => ROFF[sign] ?? sign);
  return plain.startsWith(".") ? `\\&${plain}` : plain;
}
