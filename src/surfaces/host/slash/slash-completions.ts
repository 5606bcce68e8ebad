/** What may stand where a slash command is being typed. */
import { cleanLine } from "../../../text/clean.ts";
import { COMMANDS } from "../commands/registry.ts";
import type { HostContext } from "../context.ts";
import { findCommand } from "./run-slash.ts";

export interface SlashCompletion {
  /** The whole line after it was taken, such as `/statusline full`. */
  readonly text: string;
  /** What the list shows: the command with its slash and its argument, or the argument alone. */
  readonly label: string;
  /** In the person's language, or the agent's own words; cleaned. */
  readonly describe?: string;
}

/** More than these nobody reads; an agent may offer any number. */
const MAX_COMPLETIONS = 100;

/**
 * For the text before the cursor, which begins with a slash: the commands of ours and of the agent
 * that begin with it, then arguments. Empty for anything else.
 */
export function slashCompletions(prefix: string, context: HostContext): readonly SlashCompletion[] {
  const argument = /^\/([^\s/]+)\s+(\S*)$/.exec(prefix);
  if (argument !== null) {
    const [, word = "", typed = ""] = argument;
    const found = findCommand(word)?.complete?.(context, typed) ?? [];
    // What is whole is to be run by the next Enter, and not to become another one.
    if (found.some(({ value }) => value === typed)) return [];
    return found.slice(0, MAX_COMPLETIONS).map(({ value, describe }) => ({
      text: `/${word} ${value}`,
      label: value,
      ...(describe !== undefined && { describe }),
    }));
  }
  const typed = /^\/([^\s/]*)$/.exec(prefix)?.[1]?.toLowerCase();
  return typed === undefined ? [] : commandsFor(typed, context).slice(0, MAX_COMPLETIONS);
}

function commandsFor(typed: string, context: HostContext): readonly SlashCompletion[] {
  const ours = COMMANDS.filter(
    ({ name, aliases = [] }) =>
      name.startsWith(typed) || (typed !== "" && aliases.some((alias) => alias.startsWith(typed))),
  );
  const offered = (context.ports.runtime.session()?.commands ?? []).filter(
    ({ name }) => name.toLowerCase().startsWith(typed) && findCommand(name) === undefined,
  );
  return [
    ...ours.map(({ name, argument }) => ({
      text: `/${name}${argument === undefined ? "" : " "}`,
      label: `/${name}${argument === undefined ? "" : ` ${argument}`}`,
      describe: context.texts.commands.describe[name],
    })),
    ...offered.map(({ name, description, hint }) => ({
      text: `/${cleanLine(name)}${hint === undefined ? "" : " "}`,
      label: `/${cleanLine(name)}${hint === undefined ? "" : ` ${cleanLine(hint)}`}`,
      ...(description !== undefined && { describe: cleanLine(description) }),
    })),
  ];
}
