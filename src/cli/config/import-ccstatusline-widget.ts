/** One widget of ccstatusline as an entry of a line. */
import { asNumber, asRecord, asText } from "../../base/shape.ts";
import { CUSTOM_TIMEOUT_MS, type PlacedSetting } from "../../config/settings.ts";
import { cleanLine } from "../../text/clean.ts";
import { printable } from "../arguments.ts";
import {
  MEMBER_REASONS,
  RENAMED_WIDGETS,
  type ShownRule,
  WIDGET_RULES,
} from "./import-ccstatusline-widgets.ts";

/** A widget as it stands in the file. */
export type Widget = Readonly<Record<string, unknown>>;

/** `tui.customStatusLine`, as far as ccstatusline has it. */
export interface Command {
  readonly command: string;
  readonly timeoutMs: number;
  readonly colorMode?: "ansi";
}

/** What a widget becomes. `blank` shows nothing there either. */
export type ReadWidget =
  | { readonly kind: "separator" | "flex" | "blank" }
  | { readonly kind: "none"; readonly why: string }
  | {
      readonly kind: "placed";
      readonly entry: PlacedSetting;
      readonly differs?: string;
      readonly command?: Command;
      /** Members that are set and that the item does not have. */
      readonly unusedMembers: readonly string[];
    };

/** ccstatusline ends a command after a second unless the widget says another time. */
const DEFAULT_TIMEOUT_MS = 1000;
/** Longest own text; the reader of `config.yaml` takes no longer option. */
const MAX_TEXT_UNITS = 2000;
/** Longest command; longer ones are no command that a person wrote. */
const MAX_COMMAND_UNITS = 4000;

/** Words that mean the same to a shell and to us. */
const NO_SHELL_NEEDED = /^[\w./:@%+-][\w./:@%+,=-]*(?: [\w./:@%+,=-]+)*$/;
const ASSIGNMENT = /^\w+=/;

const STDIN_DIFFERS =
  "it reads one line of the protocol in the README instead of the client's JSON";
/** Metadata that asks for what items do anyway: to be absent with nothing to show, and `~`. */
const SAME_METADATA: ReadonlySet<string> = new Set(["hide", "abbreviateHome"]);
/** Members that say what a widget is, or that are read where they count. */
const READ_MEMBERS: ReadonlySet<string> = new Set([
  "id",
  "type",
  "character",
  "merge",
  "metadata",
  "customText",
  "customSymbol",
  "commandPath",
  "timeout",
  "preserveColors",
]);

/** The type of a widget as messages name it. */
export function nameOf(widget: Widget): string {
  const type = asText(widget.type);
  if (type === undefined) return "a widget without a type";
  return WIDGET_RULES.has(type) || RENAMED_WIDGETS.has(type) ? type : printable(type);
}

/** Reads a widget. `posix`: commands go through `sh` where they need a shell. */
export function adaptWidget(widget: Widget, posix: boolean): ReadWidget {
  const type = asText(widget.type) ?? "";
  const metadata = asRecord(widget.metadata) ?? {};
  let rule = WIDGET_RULES.get(RENAMED_WIDGETS.get(type) ?? type);
  const usedKeys = new Set<string>();
  while (rule?.kind === "by-metadata") {
    usedKeys.add(rule.key);
    const value = Object.hasOwn(metadata, rule.key) ? metadata[rule.key] : undefined;
    rule = (typeof value === "string" ? rule.cases.get(value) : undefined) ?? rule.otherwise;
  }
  if (rule === undefined) return { kind: "none", why: "no widget of ccstatusline that is known" };
  if (rule.kind === "command") return adaptCommand(widget, posix);
  if (rule.kind !== "item") return rule;
  return adaptItem(rule, widget, metadata, usedKeys);
}

function adaptItem(
  rule: ShownRule,
  widget: Widget,
  metadata: Widget,
  usedKeys: Set<string>,
): ReadWidget {
  const options = { ...rule.options };
  if (rule.textFrom !== undefined) {
    const members = { ...metadata, ...widget };
    const own = rule.textFrom
      .map((name) => asText(members[name]))
      .find((text) => text !== undefined);
    const text = cleanLine(own ?? "");
    if (text === "") return { kind: "blank" };
    if (text.length > MAX_TEXT_UNITS) return { kind: "none", why: "its text is too long" };
    Object.assign(options, { text });
    for (const name of rule.textFrom) usedKeys.add(name);
  }
  const unusedMembers = unusedOf(widget, metadata, usedKeys);
  const entry: PlacedSetting =
    Object.keys(options).length === 0 ? { item: rule.item } : { item: rule.item, options };
  const { differs } = rule;
  return { kind: "placed", entry, unusedMembers, ...(differs !== undefined && { differs }) };
}

/** The command runs without a shell here, so one that needs a shell brings it. */
function adaptCommand(widget: Widget, posix: boolean): ReadWidget {
  const text = asText(widget.commandPath)?.trim() ?? "";
  if (text === "") return { kind: "blank" };
  if (text.length > MAX_COMMAND_UNITS) return { kind: "none", why: "its command is too long" };
  if (text.includes("\0")) return { kind: "none", why: "its command holds a NUL" };
  const direct = !posix || (NO_SHELL_NEEDED.test(text) && !ASSIGNMENT.test(text));
  const { min, max } = CUSTOM_TIMEOUT_MS;
  const timeoutMs = Math.min(Math.max(asNumber(widget.timeout) ?? DEFAULT_TIMEOUT_MS, min), max);
  const command: Command = {
    command: direct ? text : `sh -c ${singleQuoted(text)}`,
    timeoutMs,
    ...(widget.preserveColors === true && { colorMode: "ansi" }),
  };
  return {
    kind: "placed",
    entry: { item: "custom-command" },
    differs: STDIN_DIFFERS,
    command,
    unusedMembers: unusedOf(widget, {}, new Set()),
  };
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

/** Members that are set to something and that nothing here reads. */
function unusedOf(widget: Widget, metadata: Widget, usedKeys: ReadonlySet<string>): string[] {
  const members = Object.keys(widget).filter((key) => isSet(widget[key]));
  const keys = Object.keys(metadata).filter(
    (key) => !usedKeys.has(key) && !SAME_METADATA.has(key) && isSet(metadata[key]),
  );
  return [
    ...members.filter((key) => MEMBER_REASONS.has(key)),
    ...members.filter((key) => !MEMBER_REASONS.has(key) && !READ_MEMBERS.has(key)).map(shown),
    ...keys.map((key) => `metadata ${shown(key)}`),
  ];
}

function shown(key: string): string {
  return /^\w{1,40}$/.test(key) ? key : printable(key);
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== false && value !== "" && value !== "false"
  );
}
