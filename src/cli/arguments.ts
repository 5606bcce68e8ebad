/**
 * Arguments of a call to the options of its command. Errors name the argument and the right form.
 * Written out here because loading a parser costs more than the whole line may.
 */
import { nearestWord } from "../base/nearest-word.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { Command, CommandOption, Invocation } from "./command.ts";

type Parsed = Pick<Invocation, "options" | "operands" | "operandsAfterDashes">;

/** Longest argument that a message repeats. */
const MAX_SHOWN_UNITS = 60;

const HELP: CommandOption = { name: "help", describe: "Show this help" };

/**
 * Parses the arguments after the command's name: `--name value`, `--name=value`, `--flag`, `-h` for
 * `--help`; after `--` everything is an operand, and so is `-` alone. Where the operands are a command
 * with arguments of its own, everything from the first of them on is.
 */
export function parseArguments(command: Command, args: readonly string[]): Result<Parsed> {
  const options: Record<string, string | boolean> = {};
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--") {
      operands.push(...args.slice(at + 1));
      if (command.takesCommand !== true) break;
      return ok({ options, operands, operandsAfterDashes: true });
    }
    if (!argument.startsWith("-") || argument === "-") {
      if (command.takesCommand === true) return ok({ options, operands: args.slice(at) });
      operands.push(argument);
      continue;
    }
    const [written, given] = splitOption(argument);
    const option = findOption(command, written);
    if (option === undefined) {
      return failed(
        `it has no option ${printable(written)}${meant(written, command)}; ` +
          `see: telltale ${command.name} --help`,
      );
    }
    if (option.value === undefined) {
      if (given !== undefined) return failed(`--${option.name} takes no value`);
      options[option.name] = true;
      continue;
    }
    const value = given ?? args[++at];
    if (value === undefined) return failed(`--${option.name} needs a value: ${formOf(option)}`);
    if (option.choices?.includes(value) === false) {
      const choices = option.choices.join(", ");
      return failed(`--${option.name} is one of ${choices}, not ${printable(value)}`);
    }
    options[option.name] = value;
  }
  return ok({ options, operands });
}

function splitOption(argument: string): readonly [written: string, given: string | undefined] {
  const equals = argument.startsWith("--") ? argument.indexOf("=") : -1;
  if (equals < 0) return [argument, undefined];
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

function findOption(command: Command, written: string): CommandOption | undefined {
  if (written === "--help" || written === "-h") return HELP;
  return command.options.find((option) => written === `--${option.name}`);
}

/** The option of the command that is nearest to what was written, in its right form. */
function meant(written: string, { options }: Command): string {
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
