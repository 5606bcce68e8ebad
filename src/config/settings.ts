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

/** An agent of one's own. */
export interface AgentSetting {
  /** The program and its arguments; no shell reads it. */
  readonly command: string;
  /** Added to the environment of the agent. */
  readonly env?: Readonly<Record<string, string>>;
  readonly title?: string;
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
  /** How the host starts: on the main screen with the terminal's own scrollback, or on a screen of its own. */
  readonly screen: "regular" | "fullscreen";
  /** Reports of the host to the terminal (OSC 7501); `auto` asks the terminal first. */
  readonly programStatus: "auto" | "on" | "off";
  readonly terminalTitle: boolean;
  /** By item id (or alias), unchecked against the item. */
  readonly items: Readonly<Record<string, ItemOptions>>;
}

/** All settings in force. */
export interface Settings {
  /** `auto` is the locale's. */
  readonly lang: "auto" | "en" | "zh-Hans";
  /** Name of the agent that new sessions start with. Absent: the program's own choice. */
  readonly agent?: string;
  /** By name; a name that is known already is started as it says here. */
  readonly agents: Readonly<Record<string, AgentSetting>>;
  /** Absent: `VISUAL`, then `EDITOR`. */
  readonly externalEditorCommand?: string;
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
  | { readonly kind: "name" }
  | { readonly kind: "agents" }
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
  lang: "auto",
  agents: {},
  tui: {
    layout: "items",
    lines: [],
    theme: "auto",
    ambiguousWidth: "narrow",
    links: true,
    showTips: true,
    screen: "regular",
    programStatus: "auto",
    terminalTitle: true,
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
const top = (
  name: Exclude<keyof Settings, "tui">,
  type: SettingType,
  example: unknown,
  describe: string,
): Setting => row([name], type, example, describe, DEFAULT_SETTINGS[name]);
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
  top(
    "lang",
    choice("auto", "en", "zh-Hans"),
    "zh-Hans",
    "Language of what a person reads in the host; `auto` is the locale's",
  ),
  top("agent", { kind: "name" }, "codex", "Agent that new sessions of the host start with"),
  top(
    "agents",
    { kind: "agents" },
    { mine: { command: "my-agent --acp", title: "My agent" } },
    "Agents of your own that speak ACP: command, and if need be title and env",
  ),
  top(
    "externalEditorCommand",
    { kind: "command" },
    "code --wait",
    "The editor for long prompts and its arguments; without the key `VISUAL`, then `EDITOR`",
  ),
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
  tui(
    "screen",
    choice("regular", "fullscreen"),
    "fullscreen",
    "How the host starts: with the terminal's own scrollback, or on a screen of its own",
  ),
  tui(
    "programStatus",
    choice("auto", "on", "off"),
    "off",
    "Reports of the host to the terminal (OSC 7501); `auto` asks the terminal first",
  ),
  tui("terminalTitle", FLAG, false, "The host sets the title of the terminal"),
  tui("items", { kind: "item-options" }, { clock: { hours: 12 } }, "Options of items, by item id"),
];
