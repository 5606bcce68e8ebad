/** Arguments of a call to the options of its command. Errors name the argument and the right form. */
import { parseArgs } from "node:util";
import { failed, ok, type Result } from "../base/result.ts";
import type { Command, CommandOption, Invocation } from "./command.ts";

type Parsed = Pick<Invocation, "options" | "operands">;

/** Longest argument that a message repeats. */
const MAX_SHOWN_UNITS = 60;

/** Parses the arguments after the command's name. `--help` and `-h` are known to every command. */
export function parseArguments(command: Command, args: readonly string[]): Result<Parsed> {
  const spec: Record<string, { type: "string" | "boolean"; short?: string }> = {
    help: { type: "boolean", short: "h" },
  };
  for (const option of command.options) {
    spec[option.name] = { type: option.value === undefined ? "boolean" : "string" };
  }
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: spec,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const known = Object.hasOwn(spec, token.name) ? spec[token.name] : undefined;
    if (known === undefined) return failed(unknownOption(command, token.rawName));
    if (known.type === "string" && token.value === undefined) {
      return failed(`${token.rawName} needs a value: ${formOf(command, token.name)}`);
    }
    if (known.type === "boolean" && token.value !== undefined) {
      return failed(`${token.rawName} takes no value`);
    }
  }
  for (const option of command.options) {
    const wrong = wrongChoice(option, values[option.name]);
    if (wrong !== undefined) return failed(wrong);
  }
  return ok({ options: values as Invocation["options"], operands: positionals });
}

function unknownOption(command: Command, name: string): string {
  const shown = printable(name);
  return `${command.name} has no option ${shown}; see: telltale ${command.name} --help`;
}

function formOf(command: Command, name: string): string {
  const option = command.options.find((candidate) => candidate.name === name);
  const value = option?.choices?.join("|") ?? option?.value ?? "VALUE";
  return `--${name} ${value}`;
}

function wrongChoice(option: CommandOption, value: unknown): string | undefined {
  if (typeof value !== "string" || option.choices === undefined) return undefined;
  if (option.choices.includes(value)) return undefined;
  return `--${option.name} is one of ${option.choices.join(", ")}, not ${printable(value)}`;
}

/** An argument as a message may repeat it. */
export function printable(argument: string): string {
  return JSON.stringify(argument.slice(0, MAX_SHOWN_UNITS)).replaceAll("\u009b", "");
}
