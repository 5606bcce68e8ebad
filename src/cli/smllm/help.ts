/** Help of `smllm` and of its groups of commands. */

import { HELP } from "../arguments.ts";
import type { Command } from "../command.ts";
import { block, exampleLines, optionBlock, page, table, usageLines } from "../help.ts";
import { paragraph } from "../page.ts";
import { EXAMPLES, EXIT_CODES, GLOBAL_OPTIONS, PROGRAM } from "./globals.ts";

/** Help of the program. */
export function smllmHelp(version: string, commands: readonly Command[], cols: number): string {
  const more = `${PROGRAM} COMMAND --help`;
  const says = `${PROGRAM} ${version}: state machines that guide an agent through a process.`;
  return page([
    paragraph({ text: says, whole: [] }, cols),
    block("Usage:", usageLines(`${PROGRAM} [OPTIONS] COMMAND`, cols)),
    commandBlock(commands, cols),
    optionBlock([...GLOBAL_OPTIONS, HELP], cols),
    block("Examples:", exampleLines(EXAMPLES, cols)),
    exitBlock(cols),
    paragraph({ text: `${more} tells more about one of them.`, whole: [more] }, cols),
  ]);
}

/** Help of the commands that share their first word. */
export function groupHelp(group: string, commands: readonly Command[], cols: number): string {
  const more = `${PROGRAM} ${group} COMMAND --help`;
  return page([
    block("Usage:", usageLines(`${PROGRAM} ${group} COMMAND [OPTIONS]`, cols)),
    commandBlock(commands, cols),
    optionBlock([...GLOBAL_OPTIONS, HELP], cols),
    exitBlock(cols),
    paragraph({ text: `${more} tells more about one of them.`, whole: [more] }, cols),
  ]);
}

function commandBlock(commands: readonly Command[], cols: number): readonly string[] {
  return block(
    "Commands:",
    table(
      commands.map(({ name, summary }) => [name, summary] as const),
      cols,
    ),
  );
}

function exitBlock(cols: number): readonly string[] {
  return block(
    "Exit codes:",
    table(
      EXIT_CODES.map(({ code, when }) => [String(code), when] as const),
      cols,
    ),
  );
}
