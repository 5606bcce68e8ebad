/**
 * The settings of `config.yaml`: their types, and the one table from which the reader, the check for
 * unknown keys, the JSON Schema and the document table are made.
 */

/** A value that an item's option may have. Everything else is dropped on reading. */
export type OptionValue = string | number | boolean | readonly string[];

/** Options of one item by their names. */
export type ItemOptions = Readonly<Record<string, OptionValue>>;

/** An item on a line of one's own, with options for this place. */
export interface PlacedSetting {
  readonly item: string;
  readonly options?: ItemOptions;
}

/** Items that belong together, with a joiner and brackets of their own. */
export interface GroupSetting {
  readonly group: readonly PlacedSetting[];
  readonly glue?: string;
  readonly open?: string;
  readonly close?: string;
}

export type EntrySetting = PlacedSetting | GroupSetting;

/** One line of `tui.lines`. */
export interface LineSetting {
  readonly left: readonly EntrySetting[];
  readonly right: readonly EntrySetting[];
  /** A text, or the word `powerline`. */
  readonly separator?: string;
  /** Item ids, first goes first. */
  readonly drop?: readonly string[];
}

/** The command of one's own. Numbers are as written: whoever runs the command clamps them. */
export interface CustomStatusLineSetting {
  readonly command: string;
  readonly display: "inline" | "block";
  readonly position: "above" | "below";
  readonly colorMode: "plain" | "ansi";
  readonly maxLines: number;
  readonly timeoutMs: number;
  readonly intervalSeconds: number;
}

/** What stands under `tui`. */
export interface TuiSettings {
  /** Trimmed, not yet resolved: aliases, unknown ids and duplicates are still there. Absent: defaults. */
  readonly statusLine?: readonly string[];
  readonly layout: "items" | "full" | "compact" | "lines";
  readonly lines: readonly LineSetting[];
  readonly theme: "dark" | "light" | "auto";
  /** Absent: find out from the terminal. */
  readonly ascii?: boolean;
  readonly ambiguousWidth: "narrow" | "wide";
  readonly links: boolean;
  /** Absent: no command of one's own. */
  readonly customStatusLine?: CustomStatusLineSetting;
  readonly showTips: boolean;
  /** By item id (or alias), unchecked against the item. */
  readonly items: Readonly<Record<string, ItemOptions>>;
}

/** All settings in force. */
export interface Settings {
  readonly tui: TuiSettings;
}

/** Something about the config that `telltale doctor` says. Names of keys from the file are cleaned; never holds a value. */
export interface SettingsNote {
  readonly level: "info" | "warning" | "error";
  /** The key (`tui.layout`), or the file's path when the whole file is meant. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /** The value at the path does not fit as a whole; without it only a part of it may be meant. */
  readonly isWhole?: true;
}

/** Where a number is brought into range by its user; `offBelow`: at or below it means "off". */
export interface Clamp {
  readonly min: number;
  readonly max?: number;
  readonly offBelow?: number;
}

/** Waiting longer than half a minute for a status is waiting for nothing. */
export const CUSTOM_TIMEOUT_MS: Clamp & { readonly max: number } = { min: 500, max: 30_000 };
/** More than five rows is no status line any more. */
export const CUSTOM_MAX_LINES: Clamp & { readonly max: number } = { min: 1, max: 5 };
/** A process more often than every ten seconds would be felt. */
export const CUSTOM_INTERVAL_SECONDS: Clamp = { min: 10, offBelow: 0 };

/** What a setting may be. `group` is a mapping that counts only if its member `requires` is there. */
export type SettingType =
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "flag" }
  | { readonly kind: "command" }
  | { readonly kind: "number"; readonly clamp: Clamp }
  | { readonly kind: "texts" }
  | { readonly kind: "lines" }
  | { readonly kind: "item-options" }
  | { readonly kind: "group"; readonly requires: string };

/** One row of the table. */
export interface Setting {
  readonly path: readonly string[];
  readonly type: SettingType;
  /** Absent: the setting is absent unless written. */
  readonly default?: unknown;
  /** One sentence without a full stop. */
  readonly describe: string;
  /** The value of an example, as it could stand in the file. */
  readonly example: unknown;
}

/** Settings when nothing is configured. The table takes its defaults from here. */
export const DEFAULT_SETTINGS: Settings = {
  tui: {
    layout: "items",
    lines: [],
    theme: "auto",
    ambiguousWidth: "narrow",
    links: true,
    showTips: true,
    items: {},
  },
};

/** What a command of one's own has beside the command. */
export const CUSTOM_DEFAULTS: Omit<CustomStatusLineSetting, "command"> = {
  display: "inline",
  position: "above",
  colorMode: "plain",
  maxLines: 3,
  timeoutMs: 5000,
  intervalSeconds: 0,
};

const row = (
  path: readonly string[],
  type: SettingType,
  example: unknown,
  describe: string,
  fallback: unknown,
): Setting => ({
  path,
  type,
  example,
  describe,
  ...(fallback === undefined ? {} : { default: fallback }),
});
const tui = (
  name: keyof TuiSettings,
  type: SettingType,
  example: unknown,
  describe: string,
): Setting => row(["tui", name], type, example, describe, DEFAULT_SETTINGS.tui[name]);
const custom = (
  name: keyof CustomStatusLineSetting,
  type: SettingType,
  example: unknown,
  describe: string,
): Setting => {
  const fallback = name === "command" ? undefined : CUSTOM_DEFAULTS[name];
  return row(["tui", "customStatusLine", name], type, example, describe, fallback);
};

const choice = (...values: string[]): SettingType => ({ kind: "choice", values });
const FLAG: SettingType = { kind: "flag" };

/** Every setting. A group stands before its members. */
export const SETTINGS: readonly Setting[] = [
  tui(
    "statusLine",
    { kind: "texts" },
    ["current-dir", "git-branch", "context-meter"],
    "Items of the line and their order; an empty list hides it; without the key the defaults show",
  ),
  tui(
    "layout",
    choice("items", "full", "compact", "lines"),
    "full",
    "How the line is laid out; `lines` shows your own `tui.lines`",
  ),
  tui(
    "lines",
    { kind: "lines" },
    [{ left: ["current-dir", "git-branch"], right: ["context-meter"], drop: ["git-branch"] }],
    "Your own lines: left and right items, separator, and what is dropped first",
  ),
  tui(
    "theme",
    choice("dark", "light", "auto"),
    "light",
    "Colours for a dark or a light background; `auto` asks the terminal's environment",
  ),
  tui(
    "ascii",
    FLAG,
    true,
    "ASCII in place of glyphs, but for `·` and `—`, at which hosts split rows; without the key it is found out",
  ),
  tui(
    "ambiguousWidth",
    choice("narrow", "wide"),
    "wide",
    "Columns of East Asian ambiguous characters: one (narrow) or two (wide)",
  ),
  tui("links", FLAG, false, "Links that can be clicked where an item has one"),
  tui(
    "customStatusLine",
    { kind: "group", requires: "command" },
    { command: "my-status" },
    "A command of your own; shown by the item `custom-command`",
  ),
  custom(
    "command",
    { kind: "command" },
    'node "/path/to/status.mjs"',
    "The program and its arguments; no shell reads it",
  ),
  custom(
    "display",
    choice("inline", "block"),
    "block",
    "Its first line as an item, or its lines as a block",
  ),
  custom(
    "position",
    choice("above", "below"),
    "below",
    "Where a block stands: above or below the line",
  ),
  custom("colorMode", choice("plain", "ansi"), "ansi", "`ansi` lets its colours through"),
  custom("maxLines", { kind: "number", clamp: CUSTOM_MAX_LINES }, 2, "Most lines of a block"),
  custom(
    "timeoutMs",
    { kind: "number", clamp: CUSTOM_TIMEOUT_MS },
    1000,
    "Milliseconds after which it is ended",
  ),
  custom(
    "intervalSeconds",
    { kind: "number", clamp: CUSTOM_INTERVAL_SECONDS },
    15,
    "Seconds between runs; 0 runs it on events only",
  ),
  tui("showTips", FLAG, false, "Tips beside the empty composer of the host"),
  tui("items", { kind: "item-options" }, { clock: { hours: 12 } }, "Options of items, by item id"),
];
