/** Arguments of the scripts: `--help` prints the usage and starts nothing, and so does a mistake. */
import { writeSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { createMeasure } from "../src/text/width.ts";
import { wrapText } from "../src/text/wrap.ts";

/** Width of a usage where there is no terminal, and the least that it is made for. */
const PLAIN_COLS = 100;
const MIN_COLS = 40;

/**
 * The arguments of this process by the rules of `parseArgs`. Ends the process with the usage on
 * `--help` (exit code 0) and on arguments that it does not take (2).
 */
export function scriptArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    writeSync(1, `${fittedUsage(usage, process.stdout.columns)}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ ...config, args });
  } catch (error) {
    writeSync(
      2,
      `${error instanceof Error ? error.message : error}\n\n${fittedUsage(usage, process.stderr.columns)}\n`,
    );
    process.exit(2);
  }
}

/**
 * A usage as a terminal of so many columns shows it: paragraphs anew, and what is said of an option
 * beneath itself. An option begins with two blanks, and two blanks or more follow it.
 */
export function fittedUsage(usage: string, columns = PLAIN_COLS): string {
  const cols = Math.max(MIN_COLS, columns);
  const measure = createMeasure({ ambiguousWide: false });
  const paragraphs = usage.replaceAll(/(?<=\S)\n {5,}(?=\S)|(?<=\S)\n(?=\S)/g, " ");
  return paragraphs
    .split("\n")
    .flatMap((line) => {
      const head = /^ {2}\S+(?: \S+)* {2,}/.exec(line)?.[0] ?? "";
      const lines = wrapText(line.slice(head.length), { cols: cols - head.length, measure });
      return lines.length === 0
        ? [line.trimEnd()]
        : lines.map((text, at) => (at === 0 ? head : " ".repeat(head.length)) + text);
    })
    .join("\n");
}
