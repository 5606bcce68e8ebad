/** Arguments of the scripts: `--help` prints the usage and starts nothing, and so does a mistake. */
import { writeSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * The arguments of this process by the rules of `parseArgs`. Ends the process with the usage on
 * `--help` (exit code 0) and on arguments that it does not take (2).
 */
export function scriptArguments<T extends ParseArgsConfig>(usage: string, config: T) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    writeSync(1, `${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ ...config, args });
  } catch (error) {
    writeSync(2, `${error instanceof Error ? error.message : error}\n\n${usage}\n`);
    process.exit(2);
  }
}
