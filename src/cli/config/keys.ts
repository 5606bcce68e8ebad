/** Keys and values of settings as they are written on a command line. */
import { didYouMean, nearestWord } from "../../base/nearest-word.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { rangeText } from "../../config/range.ts";
import { adaptSettings } from "../../config/read.ts";
import { SETTINGS, type Setting } from "../../config/settings.ts";
import { findItem } from "../../status/selection.ts";
import { printable } from "../arguments.ts";
import {
  type ItemNote,
  itemNotes,
  optionValues,
  unknownItem,
  unknownOption,
} from "./item-notes.ts";

/** Where the options of items stand; the keys below are ids and option names. */
const ITEM_OPTIONS = ["tui", "items"] as const;

const ALL_KEYS = "telltale config --help";

/** The path of a dotted key, if there is such a setting. */
export function parseKey(key: string): Result<readonly string[]> {
  const path = key.split(".");
  if (SETTINGS.some((setting) => setting.path.join(".") === key)) return ok(path);
  if (ITEM_OPTIONS.every((part, at) => path[at] === part) && path.length >= 3) {
    const [, , id = "", option] = path;
    const item = findItem(id);
    if (item === undefined) return failed(sentence(unknownItem(id, "")));
    const known = item.options.map(({ name }) => name);
    if (option === undefined || (path.length === 4 && known.includes(option))) return ok(path);
    return failed(sentence(unknownOption(item, path.slice(3).join("."), "")));
  }
  const near = nearestKey(key);
  const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
  return failed(`there is no setting ${printable(key)}${hint}; all of them: ${ALL_KEYS}`);
}

/** The nearest whole key; else the one whose last part is nearest, as that is all many people write. */
function nearestKey(key: string): string | undefined {
  const keys = SETTINGS.map((setting) => setting.path.join("."));
  const whole = nearestWord(key, keys);
  if (whole !== undefined) return whole;
  const lastOf = (text: string): string => text.split(".").at(-1) ?? "";
  const near = nearestWord(lastOf(key), keys.map(lastOf));
  return near === undefined ? undefined : keys.find((known) => lastOf(known) === near);
}

/** The path of a dotted key, or of a group of them such as `tui`. */
export function parseGroupOrKey(key: string): Result<readonly string[]> {
  const isGroup = SETTINGS.some((setting) => setting.path.join(".").startsWith(`${key}.`));
  return isGroup ? ok(key.split(".")) : parseKey(key);
}

/** A value written as YAML (so JSON too), checked as the reader of the file would. */
export function parseValue(path: readonly string[], text: string): Result<unknown> {
  let value: unknown;
  try {
    value = Bun.YAML.parse(text);
  } catch {
    return failed(
      `the value is no valid YAML; quote it for your shell, for example '[model, git-branch]'`,
    );
  }
  if (value === undefined || value === null) {
    return failed("the value is empty; to remove the key, say --unset");
  }
  const document = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const alone = path.at(-2) === "customStatusLine" ? withCommand(document) : document;
  const { settings, notes } = adaptSettings(alone);
  const note = notes[0] ?? itemNotes(settings)[0];
  return note === undefined
    ? ok(value)
    : failed(`${refusal(path, text, note)}; nothing was changed`);
}

/** Repeats the value where the whole of it is wrong; else the note tells which part of it is. */
function refusal(path: readonly string[], text: string, note: ItemNote): string {
  const key = path.join(".");
  const isWhole = note.isWhole === true && `${key}.`.startsWith(`${note.path}.`);
  const taken = isWhole ? takenAt(path) : undefined;
  if (taken === undefined) return `${note.path}: ${sentence(note)}`;
  return `${printable(text)} is not ${taken.text}${didYouMean(text, taken.words)}`;
}

/** What a key takes, in words, and the words themselves if it is a choice. */
interface Taken {
  readonly text: string;
  readonly words: readonly string[];
}

function takenAt(path: readonly string[]): Taken | undefined {
  const [, group, id = "", name] = path;
  if (group === ITEM_OPTIONS[1] && name !== undefined) {
    const option = findItem(id)?.options.find((candidate) => candidate.name === name);
    if (option === undefined) return undefined;
    return { text: optionValues(option), words: option.values?.map(String) ?? [] };
  }
  const setting = SETTINGS.find((known) => known.path.join(".") === path.join("."));
  return setting === undefined ? undefined : takenBy(setting);
}

function takenBy({ type }: Setting): Taken {
  const only = (text: string): Taken => ({ text, words: [] });
  switch (type.kind) {
    case "choice":
      return { text: `one of ${type.values.join(", ")}`, words: type.values };
    case "flag":
      return only("true or false");
    case "command":
      return only("a text with a program in it");
    case "name":
      return only("a name");
    case "agents":
      return only("a mapping from names to agents, each with a command");
    case "number":
      return only(`a ${rangeText(type.clamp)}`);
    case "texts":
      return only("a list of item ids");
    case "lines":
      return only("a list of lines with left and right");
    case "item-options":
      return only("a mapping from item ids to options");
    case "group":
      return only(`a mapping with the text ${type.requires}`);
    default:
      return type satisfies never;
  }
}

function sentence({ message, fix }: Pick<ItemNote, "message" | "fix">): string {
  return `${message}; ${fix}`;
}

/** A member of the group counts only beside a command: it is checked as if there were one. */
function withCommand(document: unknown): unknown {
  const tui = (document as { tui: { customStatusLine: object } }).tui;
  return { tui: { customStatusLine: { command: "x", ...tui.customStatusLine } } };
}
