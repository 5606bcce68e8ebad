/**
 * Reads `config.yaml`. On the path of every status line: one bounded read, `Bun.YAML`, and the table.
 * Nothing in the file can stop the program; whatever is wrong is left out and noted.
 */
import { asRecord } from "../base/shape.ts";
import { readBounded } from "../files/read-bounded.ts";
import { readItemOptions, readLines, readTexts } from "./read-lines.ts";
import { SETTINGS, type Setting, type Settings, type SettingsNote } from "./settings.ts";

/**
 * Hand-written files have a few kilobytes. The parser takes quadratic time for chains of merge keys:
 * at this size the worst document still ends in under a second.
 */
export const MAX_CONFIG_BYTES = 128 * 1024;

/** Settings as they are when nothing is configured. */
export const DEFAULT_SETTINGS: Settings = adaptSettings(undefined).settings;

/**
 * The settings of a file, with defaults where it says nothing usable. A missing file is normal and
 * noted as information. Never throws.
 */
export function readSettings(configFile: string | undefined): {
  settings: Settings;
  notes: SettingsNote[];
} {
  if (configFile === undefined) {
    const message = "there is no place for a config file, as no home folder is known";
    return damaged("info", "config.yaml", message, "set HOME or TELLTALE_HOME to an absolute path");
  }
  const text = readBounded(configFile, MAX_CONFIG_BYTES);
  if (!text.ok) {
    return text.kind === "missing"
      ? damaged("info", configFile, "there is no config file, defaults are used", "none needed")
      : damaged("error", configFile, text.reason, "make it a readable file, or remove it");
  }
  const document = parseDocument(text.value);
  if (document === undefined) {
    const fix = "correct it; `telltale doctor` names the line of a YAML error";
    return damaged("error", configFile, "it is no valid YAML, defaults are used", fix);
  }
  return adaptSettings(document.value, configFile);
}

function damaged(
  level: SettingsNote["level"],
  path: string,
  message: string,
  fix: string,
): { settings: Settings; notes: SettingsNote[] } {
  return { settings: DEFAULT_SETTINGS, notes: [{ level, path, message, fix }] };
}

/** What the YAML text says, or undefined if it is broken. The parser's words may quote the file. */
export function parseDocument(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: Bun.YAML.parse(text) };
  } catch {
    return undefined;
  }
}

/** Settings from a parsed document, which may be anything. */
export function adaptSettings(
  document: unknown,
  file = "config.yaml",
): { settings: Settings; notes: SettingsNote[] } {
  const notes: SettingsNote[] = [];
  const root = asRecord(document);
  if (root === undefined && document !== undefined && document !== null) {
    const fix = "write keys and values, such as `tui:`";
    notes.push({ level: "error", path: file, message: "it is no mapping", fix });
  }
  const reading: Reading = { root, settings: { tui: {} }, spoiled: new Set(), notes };
  for (const setting of SETTINGS) readSetting(reading, setting);
  const settings = reading.settings as unknown as Settings;
  if (settings.tui.lines.length > 0 && settings.tui.layout !== "lines") {
    const message = "your own lines are not shown";
    notes.push({ level: "info", path: "tui.lines", message, fix: "set `tui.layout` to `lines`" });
  }
  return { settings, notes };
}

/** One reading of a document. */
interface Reading {
  readonly root: Readonly<Record<string, unknown>> | undefined;
  readonly settings: Record<string, unknown>;
  /** Paths of mappings that do not count, so that each is noted once. */
  readonly spoiled: Set<string>;
  readonly notes: SettingsNote[];
}

/** Reads one row of the table. */
function readSetting(reading: Reading, setting: Setting): void {
  const { settings, spoiled, notes } = reading;
  const path = setting.path.join(".");
  const raw = rawAt(reading, setting.path);
  if (setting.type.kind === "group") {
    if (groupCounts(raw, setting.type.requires, path, notes)) put(settings, setting.path, {});
    else spoiled.add(path);
    return;
  }
  const value = raw === undefined ? undefined : readValue(raw, setting, path, notes);
  const effective = value ?? setting.default;
  const inSpoiledGroup =
    setting.path.length > 2 && spoiled.has(path.slice(0, path.lastIndexOf(".")));
  if (effective !== undefined && !inSpoiledGroup) put(settings, setting.path, effective);
}

function groupCounts(raw: unknown, requires: string, path: string, notes: SettingsNote[]): boolean {
  if (raw === undefined) return false;
  const group = asRecord(raw);
  const member = group === undefined ? undefined : own(group, requires);
  if (typeof member === "string" && member.trim() !== "") return true;
  const message = `the block has no text \`${requires}\` and is left out`;
  notes.push({ level: "warning", path, message, fix: `add \`${requires}:\` below it` });
  return false;
}

function readValue(raw: unknown, setting: Setting, path: string, notes: SettingsNote[]): unknown {
  const type = setting.type;
  const wrong = (fix: string): undefined => {
    const rest = setting.default === undefined ? "it is ignored" : "its default is used";
    notes.push({ level: "warning", path, message: `the value does not fit, ${rest}`, fix });
    return undefined;
  };
  switch (type.kind) {
    case "choice": {
      const word = typeof raw === "boolean" ? (raw ? "on" : "off") : raw;
      if (typeof word === "string" && type.values.includes(word)) return word;
      return wrong(`use one of: ${type.values.join(", ")}`);
    }
    case "flag":
      return typeof raw === "boolean" ? raw : wrong("use true or false");
    case "command":
      return typeof raw === "string" ? raw.trim() : wrong("use a text");
    case "number":
      return typeof raw === "number" && Number.isFinite(raw)
        ? raw
        : wrong("use a number without quotes");
    case "texts":
      return readTexts(raw, path, notes) ?? wrong("use a list of item ids");
    case "lines":
      return readLines(raw, path, notes) ?? wrong("use a list of lines with `left` and `right`");
    case "item-options":
      return readItemOptions(raw, path, notes) ?? wrong("use a mapping from item ids to options");
    case "group":
      return undefined;
    default:
      return type satisfies never;
  }
}

/** The value at a path of own keys; null, as in `tui:` with nothing behind it, counts as absent. */
function rawAt(reading: Reading, path: readonly string[]): unknown {
  let value: unknown = reading.root;
  for (const [depth, key] of path.entries()) {
    const parent = path.slice(0, depth).join(".");
    if (value === undefined || value === null || reading.spoiled.has(parent)) return undefined;
    const mapping = asRecord(value);
    if (mapping === undefined) {
      reading.spoiled.add(parent);
      const message = "it is no mapping, so everything below it is ignored";
      reading.notes.push({ level: "warning", path: parent, message, fix: "write keys below it" });
      return undefined;
    }
    value = own(mapping, key);
  }
  return value ?? undefined;
}

function own(mapping: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined;
}

/** Sets a value below `settings`; the parents are there, as a group stands before its members. */
function put(settings: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let place = settings;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  const last = path.at(-1);
  if (last !== undefined) place[last] = value;
}
