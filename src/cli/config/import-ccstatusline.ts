/**
 * ccstatusline's `settings.json` as settings of ours. Pure: parsed JSON in, settings and remarks out.
 * The file is somebody else's, so every member may be missing, wrong or hostile.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import type { PlacedSetting } from "../../config/settings.ts";
import { cleanLine } from "../../text/clean.ts";
import { adaptWidget, type Command, nameOf, type Widget } from "./import-ccstatusline-widget.ts";
import { GLOBAL_RULES, MEMBER_REASONS } from "./import-ccstatusline-widgets.ts";

/** Newest version of the file that is known: that of ccstatusline 2.2.30. Without one it is 1. */
const NEWEST_VERSION = 4;
/** As many lines as `tui.lines` takes. */
const MAX_LINES = 20;
/** No row has room for more; keeps a hostile file from making a config of any size. */
const MAX_WIDGETS_A_LINE = 60;
/** Remarks that are made; a person reads them. */
const MAX_REMARKS = 100;
/** Columns of a separator that are taken over. */
const MAX_SEPARATOR_UNITS = 40;

/** An entry of a line as it is written in `config.yaml`: an id, or a mapping with options. */
type WrittenItem = string | { readonly item: string; readonly [option: string]: unknown };
type WrittenEntry = WrittenItem | { readonly group: readonly WrittenItem[]; readonly glue: string };

interface WrittenLine {
  readonly left?: readonly WrittenEntry[];
  readonly right?: readonly WrittenEntry[];
  readonly separator?: string;
}

/** What stands below `tui:`, as it is written in the file. */
export interface ImportedTui {
  readonly layout: "lines";
  readonly lines: readonly WrittenLine[];
  readonly customStatusLine?: Command;
}

/** Settings of ours, and what a person should know of the difference. */
export interface Imported {
  readonly tui: ImportedTui;
  /** What has no counterpart, differs, or is there once only; one line each, clean. */
  readonly remarks: readonly string[];
}

/** Everything that is gathered while the lines are read. */
interface Gathering {
  readonly look: Look;
  readonly remarks: Set<string>;
  /** Types of widgets by the member that items do not have. */
  readonly members: Map<string, Set<string>>;
  /** Type of the widget that brought an item first, by item and options. */
  readonly placed: Map<string, string>;
  readonly posix: boolean;
  command?: Command;
}

interface Look {
  readonly powerline: boolean;
  /** Between all widgets; absent: separators are widgets themselves. */
  readonly separator?: string;
  readonly before: string;
  readonly after: string;
}

/** Settings of a parsed file, or why it is not one. */
export function adaptCcstatusline(document: unknown, platform: NodeJS.Platform): Result<Imported> {
  const root = asRecord(document);
  if (root === undefined) return failed("it is no mapping, so no settings of ccstatusline");
  const version = root.version ?? 1;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    return failed("its version is no whole number, so these are no settings of ccstatusline");
  }
  if (version > NEWEST_VERSION) {
    return failed(`it has version ${version}; versions 1 to ${NEWEST_VERSION} are known`);
  }
  if (!Array.isArray(root.lines)) return failed("it has no list `lines`");
  const gathering: Gathering = {
    look: lookOf(root),
    remarks: new Set(),
    members: new Map(),
    placed: new Map(),
    posix: platform !== "win32",
  };
  if (root.lines.length > MAX_LINES)
    remark(gathering, "no counterpart", `lines after ${MAX_LINES}`);
  const lines = root.lines.slice(0, MAX_LINES).flatMap((line, at) => {
    const made = adaptLine(line, at + 1, gathering);
    return made === undefined ? [] : [made];
  });
  for (const [member, types] of gathering.members) noteMember(gathering, member, types);
  noteGlobals(gathering, root);
  const { command: customStatusLine, remarks } = gathering;
  return ok({
    tui: { layout: "lines", lines, ...(customStatusLine !== undefined && { customStatusLine }) },
    remarks: [...remarks].slice(0, MAX_REMARKS),
  });
}

function lookOf(root: Readonly<Record<string, unknown>>): Look {
  const padding = separatorText(root.defaultPadding) ?? "";
  const side = root.defaultPaddingSide;
  const before = side === "right" ? "" : padding;
  const after = side === "left" ? "" : padding;
  const powerline = asRecord(root.powerline)?.enabled === true;
  const separator = separatorText(root.defaultSeparator);
  return { powerline, before, after, ...(separator !== undefined && { separator }) };
}

function separatorText(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return cleanLine(value.slice(0, MAX_SEPARATOR_UNITS));
}

/** Some characters get blanks around them, as ccstatusline draws them. */
const SPACED: ReadonlyMap<string, string> = new Map([
  ["|", " | "],
  ["-", " - "],
  [",", ", "],
]);

/** Widgets without a separator between them, and how they are joined. */
interface Run {
  readonly entries: PlacedSetting[];
  glue: string;
}

interface LineDraft {
  readonly left: Run[];
  right?: Run[];
  /** The next widget joins the run that is open. */
  joins: boolean;
  separator?: string;
}

function adaptLine(raw: unknown, number: number, gathering: Gathering): WrittenLine | undefined {
  const where = `line ${number}`;
  if (!Array.isArray(raw)) {
    remark(gathering, "no counterpart", `${where}: it is no list of widgets`);
    return undefined;
  }
  if (raw.length > MAX_WIDGETS_A_LINE) {
    remark(gathering, "no counterpart", `${where}: widgets after ${MAX_WIDGETS_A_LINE}`);
  }
  const draft: LineDraft = { left: [], joins: false };
  for (const member of raw.slice(0, MAX_WIDGETS_A_LINE)) {
    const widget = asRecord(member);
    if (widget === undefined)
      remark(gathering, "no counterpart", `${where}: a member is no widget`);
    else addWidget(draft, widget, where, gathering);
  }
  const left = entriesOf(draft.left);
  const right = entriesOf(draft.right ?? []);
  if (left.length === 0 && right.length === 0) return undefined;
  const separator = lineSeparator(draft, gathering.look);
  return {
    ...(left.length > 0 && { left }),
    ...(right.length > 0 && { right }),
    ...(separator !== undefined && { separator }),
  };
}

function addWidget(draft: LineDraft, widget: Widget, where: string, gathering: Gathering): void {
  const { look } = gathering;
  const read = adaptWidget(widget, gathering.posix);
  const name = `${nameOf(widget)} (${where})`;
  switch (read.kind) {
    case "flex":
      if (draft.right !== undefined) {
        remark(gathering, "differs", `${name}: a row has two sides; what follows stays right`);
      }
      draft.right ??= [];
      draft.joins = false;
      return;
    case "separator":
      if (!look.powerline) noteSeparator(draft, widget, where, gathering);
      if (!look.powerline && look.separator === undefined) draft.joins = false;
      return;
    case "blank":
      return;
    case "none":
      remark(gathering, "no counterpart", `${name}: ${read.why}`);
      return;
    case "placed": {
      for (const member of read.unusedMembers) addTo(gathering.members, member, nameOf(widget));
      if (takesCommand(read.command, name, gathering)) place(draft, widget, read, name, gathering);
      return;
    }
    default:
      read satisfies never;
  }
}

/** There is one command of one's own; a second program has no place. */
function takesCommand(command: Command | undefined, name: string, gathering: Gathering): boolean {
  if (command === undefined) return true;
  if (gathering.command === undefined) {
    gathering.command = command;
    return true;
  }
  if (gathering.command.command === command.command) return true;
  remark(gathering, "no counterpart", `${name}: there can be one command only, the first is kept`);
  return false;
}

function place(
  draft: LineDraft,
  widget: Widget,
  { entry, differs }: { readonly entry: PlacedSetting; readonly differs?: string },
  name: string,
  gathering: Gathering,
): void {
  const type = nameOf(widget);
  const key = JSON.stringify(entry);
  const first = gathering.placed.get(key);
  if (first !== undefined && first !== type && entry.item !== "text") {
    remark(gathering, "already there", `${name}: ${entry.item} stands for ${first} as well`);
    return;
  }
  gathering.placed.set(key, type);
  if (differs !== undefined) {
    const becomes = type === entry.item ? "" : `it becomes ${entry.item}; `;
    remark(gathering, "differs", `${type}: ${becomes}${differs}`);
  }
  const { look } = gathering;
  const runs = draft.right ?? draft.left;
  const open = draft.joins ? runs.at(-1) : undefined;
  if (open === undefined) runs.push({ entries: [entry], glue: look.after + look.before });
  else open.entries.push(entry);
  const merge = widget.merge;
  const run = runs.at(-1);
  if (merge === "no-padding" && run !== undefined) run.glue = "";
  const separated = look.powerline || look.separator !== undefined;
  draft.joins = !separated || merge === true || merge === "no-padding";
}

function noteSeparator(
  draft: LineDraft,
  widget: Widget,
  where: string,
  { look, remarks }: Gathering,
): void {
  const own = separatorText(widget.character) ?? look.separator ?? "|";
  if (draft.separator === undefined) draft.separator = own;
  else if (draft.separator !== own) {
    remarks.add(`differs: ${where}: a row has one separator; the first of the line is used`);
  }
}

function lineSeparator(draft: LineDraft, { powerline, separator, before, after }: Look) {
  if (powerline) return "powerline";
  const own = separator ?? draft.separator;
  if (own === undefined) return undefined;
  return after + (SPACED.get(own) ?? own) + before;
}

function entriesOf(runs: readonly Run[]): readonly WrittenEntry[] {
  return runs.map(({ entries, glue }) => {
    const written = entries.map(
      ({ item, options }): WrittenItem => (options === undefined ? item : { item, ...options }),
    );
    const [first, second] = written;
    return first !== undefined && second === undefined ? first : { group: written, glue };
  });
}

function noteMember(gathering: Gathering, member: string, types: ReadonlySet<string>): void {
  const why = MEMBER_REASONS.get(member) ?? "the item has no such option";
  remark(gathering, "no counterpart", `${member} of ${[...types].join(", ")}: ${why}`);
}

function noteGlobals(gathering: Gathering, root: Readonly<Record<string, unknown>>): void {
  for (const { key, defaults, why } of GLOBAL_RULES) {
    const ofPowerline = key.startsWith("powerline.");
    if (ofPowerline && !gathering.look.powerline) continue;
    const value = key.split(".").reduce<unknown>((inner, part) => asRecord(inner)?.[part], root);
    if (value === undefined || value === null) continue;
    const written = JSON.stringify(value);
    if (defaults.some((known) => JSON.stringify(known) === written)) continue;
    remark(gathering, "no counterpart", `${key}: ${why}`);
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(value));
}

type RemarkKind = "no counterpart" | "differs" | "already there";

function remark({ remarks }: Gathering, kind: RemarkKind, text: string): void {
  remarks.add(`${kind}: ${text}`);
}
