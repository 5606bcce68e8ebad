/** What may follow what, made from the commands: the one thing that the scripts of all shells are written from. */
import { HELP } from "../../arguments.ts";
import type { Command, CommandOption } from "../../command.ts";
import { GLOBAL_OPTIONS } from "../globals.ts";

/** A word that may stand somewhere, and what it means. */
export interface Word {
  readonly text: string;
  readonly describe: string;
}

/** What follows an option, or an operand: a file, one of these, or something that no list has. */
export type Completed = "files" | "anything" | readonly string[];

/** An option where it may stand. */
export interface CompletedOption {
  readonly name: string;
  readonly short?: string;
  readonly describe: string;
  /** Absent for a flag. */
  readonly value?: Completed;
}

/** A place in a call: before a command, behind the first of its two words, or behind all of it. */
export interface Place {
  /** Words of the command so far with a blank between; empty before it. */
  readonly path: string;
  /** Words that may follow. */
  readonly words: readonly Word[];
  readonly options: readonly CompletedOption[];
  readonly operands: Completed;
}

/** Names of values that are paths. */
const PATH_VALUE = /^(?:FILE|OUT|DIR|PATH)$/;

const SHARED = [...GLOBAL_OPTIONS, HELP].map(completedOption);

/** Every place of a call, the empty one first. */
export function placesOf(commands: readonly Command[]): readonly Place[] {
  const roots = [...new Set(commands.map(({ name }) => firstWord(name)))];
  const groups = roots.filter((root) => commands.every(({ name }) => name !== root));
  const top: Place = {
    path: "",
    words: roots.map((text) => ({ text, describe: summaryOf(text, commands) })),
    options: SHARED,
    operands: "anything",
  };
  return [
    top,
    ...groups.map((group) => groupPlace(group, commands)),
    ...commands.map(commandPlace),
  ];
}

/** Options that take a value in any place, as they are written: the word behind one is no command. */
export function valueOptions(places: readonly Place[]): readonly string[] {
  const options = places.flatMap((place) => place.options);
  return [...new Set(options.filter(({ value }) => value !== undefined).flatMap(written))];
}

/** `--name`, and `-n` where it has a letter. */
export function written({ name, short }: CompletedOption): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

function groupPlace(path: string, commands: readonly Command[]): Place {
  const words = commands
    .filter(({ name }) => name.startsWith(`${path} `))
    .map(({ name, summary }) => ({ text: name.slice(path.length + 1), describe: summary }));
  return { path, words, options: SHARED, operands: "anything" };
}

function commandPlace({ name, options, takes }: Command): Place {
  return {
    path: name,
    words: [],
    options: [...options.map(completedOption), ...SHARED],
    operands: takes ?? "anything",
  };
}

function completedOption({
  name,
  short,
  value,
  choices,
  describe,
}: CommandOption): CompletedOption {
  return {
    name,
    describe,
    ...(short !== undefined && { short }),
    ...(value !== undefined && {
      value: choices ?? (PATH_VALUE.test(value) ? "files" : "anything"),
    }),
  };
}

function summaryOf(root: string, commands: readonly Command[]): string {
  const own = commands.find(({ name }) => name === root);
  if (own !== undefined) return own.summary;
  const words = commands.filter(({ name }) => firstWord(name) === root);
  return `Commands: ${words.map(({ name }) => name.slice(root.length + 1)).join(", ")}`;
}

function firstWord(name: string): string {
  return name.split(" ")[0] ?? "";
}
