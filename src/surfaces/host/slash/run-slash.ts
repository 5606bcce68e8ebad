/** A line that begins with a slash: ours, the agent's, or nobody's. */
import { nearestWord } from "../../../base/nearest-word.ts";
import { cleanLine } from "../../../text/clean.ts";
import type { SlashCommand } from "../commands/command.ts";
import { COMMANDS } from "../commands/registry.ts";
import type { HostContext } from "../context.ts";

/**
 * `done`: it was a command of ours and runs. `send`: it is a prompt for the agent, as it stands: a
 * command that the agent offers, or no command at all, such as a path. `unknown`: nobody knows the
 * word; a notice says so, and what was typed should stay.
 */
export type SlashOutcome = "done" | "send" | "unknown";

/** A word behind the slash and what follows it; a second slash makes it a path. */
const COMMAND_LINE = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/;

/** Runs the line. What a command does later, and why it failed, it says by itself. Never throws. */
export function runSlash(text: string, context: HostContext): SlashOutcome {
  const [, word, rest = ""] = COMMAND_LINE.exec(text.trim()) ?? [];
  if (word === undefined) return "send";
  const command = findCommand(word);
  if (command !== undefined) {
    void start(command, context, rest.trim());
    return "done";
  }
  const offered = (context.ports.runtime.session()?.commands ?? []).map(({ name }) => name);
  if (offered.includes(word)) return "send";
  const near = nearestWord(word, [...COMMANDS.map(({ name }) => name), ...offered]);
  // An agent tells what it offers a moment after it is there, or never; it will judge the line itself.
  const isUntold = offered.length === 0;
  if (isUntold && near === undefined) return "send";
  const shown = near === undefined ? undefined : cleanLine(near);
  context.ui.notify(context.texts.commands.unknown(cleanLine(word), shown), "warning");
  return "unknown";
}

/** The command of a name or alias, in any case. */
export function findCommand(word: string): SlashCommand | undefined {
  const wanted = word.toLowerCase();
  return COMMANDS.find(
    ({ name, aliases }) => name === wanted || aliases?.includes(wanted) === true,
  );
}

/** What fails in a way that nobody foresaw is said as well; it does not end the host. */
async function start(command: SlashCommand, context: HostContext, argument: string): Promise<void> {
  try {
    await command.run(context, argument);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.ui.notify(context.texts.commands.failed(cleanLine(reason)), "error");
  }
}
