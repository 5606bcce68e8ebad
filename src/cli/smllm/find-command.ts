/** From the words of a call to the command that is meant: one or two words, with global options anywhere. */
import { didYouMean } from "../../base/nearest-word.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { findOption, HELP, optionValue, printable, splitOption } from "../arguments.ts";
import type { CommandEntry } from "../command.ts";
import { GLOBAL_OPTIONS, PROGRAM } from "./globals.ts";

/** What was found, with what is left to read. */
export type Found =
  /** No command was named. */
  | { readonly kind: "none"; readonly options: GlobalOptions }
  /** Only the first word of commands of two words. */
  | { readonly kind: "group"; readonly name: string; readonly options: GlobalOptions }
  | {
      readonly kind: "command";
      readonly entry: CommandEntry;
      readonly options: GlobalOptions;
      readonly rest: readonly string[];
    };

/** Global options that stood before the command's last word. */
export type GlobalOptions = Readonly<Record<string, string | boolean>>;

/** Finds the command among `entries`; the reason names the word and the right form. */
export function findCommand(
  entries: readonly CommandEntry[],
  args: readonly string[],
): Result<Found> {
  const known = [...GLOBAL_OPTIONS, HELP];
  const options: Record<string, string | boolean> = {};
  let group: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument.startsWith("-")) {
      const [written, given] = splitOption(argument, known);
      const option = findOption(known, written);
      if (option === undefined) return failed(noOption(written, group));
      const value = optionValue(option, given, args[at + 1]);
      if (!value.ok) return value;
      if (option.value !== undefined && given === undefined) at++;
      options[option.name] = value.value;
      continue;
    }
    const name = group === undefined ? argument : `${group} ${argument}`;
    const entry = entries.find((candidate) => candidate.name === name);
    if (entry !== undefined) {
      return ok({ kind: "command", entry, options, rest: args.slice(at + 1) });
    }
    const isGroup = group === undefined && membersOf(entries, argument).length > 0;
    if (!isGroup) return failed(noCommand(entries, argument, group));
    group = argument;
  }
  return ok(
    group === undefined ? { kind: "none", options } : { kind: "group", name: group, options },
  );
}

/** Commands whose first of two words this is. */
export function membersOf(
  entries: readonly CommandEntry[],
  group: string,
): readonly CommandEntry[] {
  return entries.filter(({ name }) => name.startsWith(`${group} `));
}

/** Second words of the group's commands that are not hidden. */
export function wordsOf(entries: readonly CommandEntry[], group: string): readonly string[] {
  return membersOf(entries, group)
    .filter(({ hidden }) => hidden !== true)
    .map(({ name }) => name.slice(group.length + 1));
}

function noOption(written: string, group: string | undefined): string {
  const call = group === undefined ? PROGRAM : `${PROGRAM} ${group}`;
  return `there is no option ${printable(written)} before the command; see: ${call} --help`;
}

function noCommand(
  entries: readonly CommandEntry[],
  word: string,
  group: string | undefined,
): string {
  const call = group === undefined ? PROGRAM : `${PROGRAM} ${group}`;
  const listed = entries.filter(({ hidden }) => hidden !== true).map(({ name }) => name);
  const words =
    group === undefined ? listed.map((name) => name.split(" ")[0] ?? "") : wordsOf(entries, group);
  const meant = didYouMean(word, words);
  return `${call} has no command ${printable(word)}${meant}; see: ${call} --help`;
}
