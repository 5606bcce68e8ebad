/**
 * Arguments of a call to the options of its command. Errors name the argument and the right form.
 * Written out here because loading a parser costs more than the whole line may.
 */
import { nearestWord } from "../base/nearest-word.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { Command, CommandOption, Invocation } from "./command.ts";

type Parsed = Omit<Invocation, "io">;

/** Whose arguments are read. */
export interface ArgumentsContext {
  /** How the program is called; in messages. */
  readonly program?: string;
  /** Options that every command of the program has. */
  readonly globals?: readonly CommandOption[];
}

/** Longest argument that a message repeats. */
const MAX_SHOWN_UNITS = 60;

/** Every command has it. */
export const HELP: CommandOption = { name: "help", short: "h", describe: "Show this help" };

/**
 * Parses the arguments after the command's name: `--name value`, `--name=value`, `--flag`, and `-n value`
 * or `-nvalue` where an option has a letter; after `--` everything is an operand, and so is `-` alone. Where
 * the operands are a command with arguments of its own, everything from the first of them on is.
 */
export function parseArguments(
  command: Command,
  args: readonly string[],
  { program = "telltale", globals = [] }: ArgumentsContext = {},
): Result<Parsed> {
  const known = [...command.options, ...globals, HELP];
  const options: Record<string, string | boolean> = {};
  const operands: string[] = [];
  const repeated = Object.fromEntries(
    known.filter(({ repeats }) => repeats === true).map(({ name }) => [name, [] as string[]]),
  );
  if (command.takesAll === true) return ok({ options, repeated, operands: args });
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--") {
      operands.push(...args.slice(at + 1));
      if (command.takesCommand !== true) break;
      return ok({ options, repeated, operands, operandsAfterDashes: true });
    }
    if (!argument.startsWith("-") || argument === "-") {
      if (command.takesCommand === true) {
        return ok({ options, repeated, operands: args.slice(at) });
      }
      operands.push(argument);
      continue;
    }
    const [written, given] = splitOption(argument, known);
    const option = findOption(known, written);
    if (option === undefined) {
      return failed(
        `it has no option ${printable(written)}${meant(written, command.options)}; ` +
          `see: ${program} ${command.name} --help`,
      );
    }
    const value = optionValue(option, given, args[at + 1]);
    if (!value.ok) return value;
    if (option.value !== undefined && given === undefined) at++;
    options[option.name] = value.value;
    if (typeof value.value === "string") repeated[option.name]?.push(value.value);
  }
  return ok({ options, repeated, operands });
}

/** The value of an option, from its own argument or from the next one; true for a flag. */
export function optionValue(
  option: CommandOption,
  given: string | undefined,
  next: string | undefined,
): Result<string | true> {
  if (option.value === undefined) {
    return given === undefined ? ok(true) : failed(`--${option.name} takes no value`);
  }
  const value = given ?? next;
  if (value === undefined) return failed(`--${option.name} needs a value: ${formOf(option)}`);
  if (option.choices?.includes(value) === false) {
    const choices = option.choices.join(", ");
    return failed(`--${option.name} is one of ${choices}, not ${printable(value)}`);
  }
  return ok(value);
}

/** `--name=value` and `-nvalue` in their two parts. */
export function splitOption(
  argument: string,
  known: readonly CommandOption[],
): readonly [written: string, given: string | undefined] {
  if (!argument.startsWith("--")) {
    const option = findOption(known, argument.slice(0, 2));
    if (option?.value === undefined || argument.length === 2) return [argument, undefined];
    return [argument.slice(0, 2), argument.slice(2)];
  }
  const equals = argument.indexOf("=");
  if (equals < 0) return [argument, undefined];
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

/** The option that is written so: `--name`, or `-n` where it has a letter. */
export function findOption(
  known: readonly CommandOption[],
  written: string,
): CommandOption | undefined {
  return known.find(
    ({ name, short }) =>
      written === `--${name}` || (short !== undefined && written === `-${short}`),
  );
}

/** The option of the command that is nearest to what was written, in its right form. */
function meant(written: string, options: readonly CommandOption[]): string {
  const near = nearestWord(
    written,
    options.map(({ name }) => `--${name}`),
  );
  const option = options.find(({ name }) => near === `--${name}`);
  if (option === undefined) return "";
  return ` (did you mean ${option.value === undefined ? near : formOf(option)}?)`;
}

function formOf(option: CommandOption): string {
  return `--${option.name} ${option.choices?.join("|") ?? option.value ?? "VALUE"}`;
}

/** An argument as a message may repeat it. */
export function printable(argument: string): string {
  const shown = JSON.stringify(argument.slice(0, MAX_SHOWN_UNITS));
  return shown.replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, "?");
}
