/**
 * Reads `config.yaml`. On the path of every status line: one bounded read, `Bun.YAML`, and the table.
 * Nothing in the file can stop the program; whatever is wrong is left out and noted.
 */
import { asRecord } from "../base/shape.ts";
import { readBounded } from "../files/read-bounded.ts";
import { isOutside, rangeText } from "./range.ts";
import { readAgents } from "./read-agents.ts";
import { readItemOptions, readLines, readTexts } from "./read-lines.ts";
import {
  DEFAULT_SETTINGS,
  SETTINGS,
  type Setting,
  type Settings,
  type SettingsNote,
} from "./settings.ts";

/**
 * Hand-written files have a few kilobytes. The parser takes quadratic time for chains of merge keys:
 * at this size the worst document still ends in under a second.
 */
export const MAX_CONFIG_BYTES = 128 * 1024;

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
  if (!document.ok) {
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

/** A parsed document; `isIntricate` when it is nested or shared beyond what can be read. */
export type ParsedText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly isIntricate: boolean };

/** What a YAML text says. The parser's own words may quote the file, so they go no further. */
export function parseDocument(text: string): ParsedText {
  try {
    return { ok: true, value: Bun.YAML.parse(text) };
  } catch (error) {
    return { ok: false, isIntricate: error instanceof RangeError };
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
  if (root === undefined) return { settings: DEFAULT_SETTINGS, notes };
  const tui = mappingAt(root, "tui", "tui", notes);
  const all: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const tuiSettings: Record<string, unknown> = { ...DEFAULT_SETTINGS.tui };
  const groups: Record<string, Record<string, unknown>> = {};
  for (const setting of SETTINGS) {
    const [first = "", second, third] = setting.path;
    if (second === undefined) readInto(all, root, first, setting, notes);
    else if (setting.type.kind === "group") {
      const group = readGroup(tui, second, setting.type.requires, notes);
      if (group !== undefined) groups[second] = group;
    } else if (third === undefined) {
      readInto(tuiSettings, tui, second, setting, notes);
    } else if (groups[second] !== undefined) {
      const members = { ...asRecord(tuiSettings[second]) };
      if (setting.default !== undefined) members[third] = setting.default;
      readInto(members, groups[second], third, setting, notes);
      tuiSettings[second] = members;
    }
  }
  return { settings: { ...all, tui: tuiSettings } as unknown as Settings, notes };
}

type Mapping = Readonly<Record<string, unknown>>;

/** Sets a member if the document has a value for it that fits. */
function readInto(
  target: Record<string, unknown>,
  from: Mapping | undefined,
  name: string,
  setting: Setting,
  notes: SettingsNote[],
): void {
  const raw = own(from, name);
  if (raw === undefined) return;
  const value = readValue(raw, setting, notes);
  if (value !== undefined) target[name] = value;
}

/** The mapping of a key; undefined and a note if it is something else. */
function mappingAt(
  from: Mapping,
  name: string,
  path: string,
  notes: SettingsNote[],
): Mapping | undefined {
  const raw = own(from, name);
  const mapping = asRecord(raw);
  if (mapping === undefined && raw !== undefined) {
    const message = "it is no mapping, so everything below it is ignored";
    notes.push({ level: "warning", path, message, fix: "write keys below it" });
  }
  return mapping;
}

/** A block that counts only with the member it requires. */
function readGroup(
  tui: Mapping | undefined,
  name: string,
  requires: string,
  notes: SettingsNote[],
): Record<string, unknown> | undefined {
  const raw = own(tui, name);
  if (raw === undefined) return undefined;
  const group = asRecord(raw);
  const member = own(group, requires);
  if (group !== undefined && typeof member === "string" && member.trim() !== "") return group;
  const message = `it counts only beside a text \`${requires}\`, which is missing`;
  const fix = `see: telltale config set tui.${name}.${requires} PROGRAM`;
  notes.push({ level: "warning", path: `tui.${name}`, message, fix, isWhole: true });
  return undefined;
}

function readValue(raw: unknown, setting: Setting, notes: SettingsNote[]): unknown {
  const path = setting.path.join(".");
  const type = setting.type;
  const wrong = (fix: string): undefined => {
    const rest = setting.default === undefined ? "it is ignored" : "its default is used";
    const message = `the value does not fit, ${rest}`;
    notes.push({ level: "warning", path, message, fix, isWhole: true });
    return undefined;
  };
  switch (type.kind) {
    case "choice": {
      if (typeof raw === "string" && type.values.includes(raw)) return raw;
      return wrong(`use one of: ${type.values.join(", ")}`);
    }
    case "flag":
      return typeof raw === "boolean" ? raw : wrong("use true or false");
    case "command":
    case "name":
      return typeof raw === "string" && raw.trim() !== "" ? raw.trim() : wrong("use a text");
    case "agents":
      return readAgents(raw, path, notes) ?? wrong("use a mapping from names to agents");
    case "number": {
      if (typeof raw !== "number" || !Number.isFinite(raw)) {
        return wrong("use a number without quotes");
      }
      if (isOutside(raw, type.clamp)) {
        const message = "the number is outside of its range, so the nearest in it is used";
        const fix = `use a ${rangeText(type.clamp)}`;
        notes.push({ level: "warning", path, message, fix, isWhole: true });
      }
      return raw;
    }
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

/** An own member; null, as in `tui:` with nothing behind it, counts as absent. */
function own(mapping: Mapping | undefined, key: string): unknown {
  if (mapping === undefined || !Object.hasOwn(mapping, key)) return undefined;
  return mapping[key] ?? undefined;
}
