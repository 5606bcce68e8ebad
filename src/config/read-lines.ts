/** Readers for the settings that are lists or mappings: item lists, one's own lines, item options. */
import { didYouMean } from "../base/nearest-word.ts";
import { asRecord } from "../base/shape.ts";
import type {
  EntrySetting,
  GroupSetting,
  ItemOptions,
  LineSetting,
  OptionValue,
  PlacedSetting,
  SettingsNote,
} from "./settings.ts";

import { shownKey } from "./shown-key.ts";

/** Far above the number of items there are; keeps a hostile file from costing time on every line. */
const MAX_LIST_LENGTH = 500;
/** No terminal gives a status line more rows than this. */
const MAX_LINES = 20;
/** Longer texts cannot be an id, a separator or a bracket. */
const MAX_TEXT_LENGTH = 2000;

/**
 * The texts of a list, trimmed, in order; members of other types and blank ones are dropped. A list
 * of nothing but those is an empty list. Undefined if it is no list at all.
 */
export function readTexts(
  raw: unknown,
  path: string,
  notes: SettingsNote[],
): readonly string[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const texts: string[] = [];
  let dropped = raw.length > MAX_LIST_LENGTH;
  for (const member of raw.slice(0, MAX_LIST_LENGTH)) {
    const text = asId(member);
    if (text === undefined) dropped = true;
    else texts.push(text);
  }
  if (dropped) note(notes, path, "some members of the list are no texts and are left out");
  return texts;
}

/** The lines of `tui.lines`; members that are no line are dropped. Undefined if it is no list. */
export function readLines(
  raw: unknown,
  path: string,
  notes: SettingsNote[],
): readonly LineSetting[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  if (raw.length > MAX_LINES) note(notes, path, `only the first ${MAX_LINES} lines are used`);
  const lines: LineSetting[] = [];
  for (const [index, member] of raw.slice(0, MAX_LINES).entries()) {
    const linePath = `${path}[${index}]`;
    const line = asRecord(member);
    if (line === undefined) note(notes, linePath, "it is no line and is left out");
    else lines.push(readLine(line, linePath, notes));
  }
  return lines;
}

function readLine(
  line: Readonly<Record<string, unknown>>,
  path: string,
  notes: SettingsNote[],
): LineSetting {
  const separator = asShortText(line.separator);
  const drop = readTexts(line.drop, `${path}.drop`, notes);
  for (const key of Object.keys(line)) {
    if (LINE_KEYS.includes(key)) continue;
    const message = `a line has no key ${shownKey(key)}${didYouMean(key, LINE_KEYS)}`;
    notes.push({ level: "warning", path, message, fix: `it has ${LINE_KEYS.join(", ")}` });
  }
  return {
    left: readEntries(line.left, `${path}.left`, notes),
    right: readEntries(line.right, `${path}.right`, notes),
    ...(separator === undefined ? {} : { separator }),
    ...(drop === undefined ? {} : { drop }),
  };
}

const LINE_KEYS: readonly string[] = ["left", "right", "separator", "drop"];

function readEntries(raw: unknown, path: string, notes: SettingsNote[]): readonly EntrySetting[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) {
    note(notes, path, "it is no list and is left out");
    return [];
  }
  const entries: EntrySetting[] = [];
  for (const [index, member] of raw.slice(0, MAX_LIST_LENGTH).entries()) {
    const entryPath = `${path}[${index}]`;
    const entry = readPlaced(member, entryPath, notes) ?? readGroup(member, entryPath, notes);
    if (entry === undefined) note(notes, entryPath, "it is neither an item nor a group");
    else entries.push(entry);
  }
  return entries;
}

/** An id, or a mapping with `item` whose other keys are options of this place. */
function readPlaced(raw: unknown, path: string, notes: SettingsNote[]): PlacedSetting | undefined {
  const id = asId(raw);
  if (id !== undefined) return { item: id };
  const mapping = asRecord(raw);
  const item = mapping === undefined ? undefined : asId(mapping.item);
  if (mapping === undefined || item === undefined) return undefined;
  const { item: _id, ...rest } = mapping;
  const options = readOptions(rest, path, notes);
  return Object.keys(options).length === 0 ? { item } : { item, options };
}

function readGroup(raw: unknown, path: string, notes: SettingsNote[]): GroupSetting | undefined {
  const mapping = asRecord(raw);
  const members = mapping?.group;
  if (mapping === undefined || !Array.isArray(members)) return undefined;
  const group: PlacedSetting[] = [];
  for (const [index, member] of members.slice(0, MAX_LIST_LENGTH).entries()) {
    const placed = readPlaced(member, `${path}.group[${index}]`, notes);
    if (placed === undefined) note(notes, `${path}.group[${index}]`, "it is no item");
    else group.push(placed);
  }
  const [glue, open, close] = ["glue", "open", "close"].map((key) => asShortText(mapping[key]));
  return {
    group,
    ...(glue === undefined ? {} : { glue }),
    ...(open === undefined ? {} : { open }),
    ...(close === undefined ? {} : { close }),
  };
}

/** `tui.items`: options by item. Undefined if it is no mapping. */
export function readItemOptions(
  raw: unknown,
  path: string,
  notes: SettingsNote[],
): Readonly<Record<string, ItemOptions>> | undefined {
  const mapping = asRecord(raw);
  if (mapping === undefined) return undefined;
  const items: [string, ItemOptions][] = [];
  for (const [id, value] of Object.entries(mapping).slice(0, MAX_LIST_LENGTH)) {
    const options = asRecord(value);
    if (options !== undefined) items.push([id, readOptions(options, `${path}.*`, notes)]);
    else if (value !== null) note(notes, path, "an item has options that are no mapping");
  }
  return Object.fromEntries(items);
}

function readOptions(
  raw: Readonly<Record<string, unknown>>,
  path: string,
  notes: SettingsNote[],
): ItemOptions {
  const options: [string, OptionValue][] = [];
  for (const [name, value] of Object.entries(raw).slice(0, MAX_LIST_LENGTH)) {
    const option = asOption(value);
    if (option !== undefined) options.push([name, option]);
    else if (value !== null) note(notes, path, "an option has a value that no option can have");
  }
  return Object.fromEntries(options);
}

function asOption(value: unknown): OptionValue | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "string") return asShortText(value);
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, MAX_LIST_LENGTH)
    .filter((member): member is string => asShortText(member) !== undefined);
}

/** A text within the bound, blanks kept: a separator may be nothing but blanks. */
function asShortText(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= MAX_TEXT_LENGTH ? value : undefined;
}

function asId(value: unknown): string | undefined {
  const id = asShortText(value)?.trim();
  return id === "" ? undefined : id;
}

function note(notes: SettingsNote[], path: string, message: string): void {
  const fix = "see the settings table in the documents";
  notes.push({ level: "warning", path, message, fix });
}
