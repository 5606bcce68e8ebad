/**
 * The text of a `settings.json` with our status line and hooks in it, or without them. Other people's
 * entries stand beside ours and keep every byte. What comes out is parsed again and compared: if
 * anything but our own entries would differ, there is no result.
 */
import { failed, ok, type Result } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import {
  type JsonDocument,
  type JsonNode,
  memberOf,
  membersOf,
  parseJsonDocument,
  removeChild,
  reparse,
  replaceNode,
  setMember,
  sourceOf,
} from "../../../files/splice/json.ts";
import { commandLabel } from "./command-label.ts";
import { HOOK_EVENTS } from "./hook-events.ts";
import {
  checkChain,
  type OwnCommand,
  readStatusCommand,
  statusCommand,
  withChained,
  withoutChained,
  withProgram,
} from "./own-commands.ts";
import { parseSettings } from "./settings-file.ts";
import { editHooks, hookContainers } from "./settings-hooks.ts";
import { unusableShape, withoutOurEntries } from "./settings-shape.ts";

/** What the settings shall hold. */
export interface Wanted {
  /** Start of each command, as shell text. */
  readonly program: string;
  /** False: the status line alone. */
  readonly hooks: boolean;
  /** Seconds between two runs without an event; 0: on events alone; absent: as it is. */
  readonly refreshSeconds?: number;
  /** What becomes of a status line that is not ours. */
  readonly foreign: "refuse" | "chain" | "replace";
}

/** The text after a change, and what changed in it. */
export interface Edited {
  /** The same text if there was nothing to change. */
  readonly text: string;
  readonly statusLine:
    | "added"
    | "updated"
    | "unchanged"
    | "chained"
    | "replaced"
    | "rechained"
    | "unchained"
    | "removed"
    | "restored";
  /** Changes that our hooks took; 0 if they were as wanted. */
  readonly hookChanges: number;
}

type LineEdit = Pick<Edited, "text" | "statusLine">;

/**
 * The text with what is wanted. An empty text becomes a new document. `original` is the text before we
 * came, if it is known: its status line is the one to chain where ours stands already.
 */
export function withOurs(text: string, wanted: Wanted, original?: string): Result<Edited> {
  if (readStatusCommand(statusCommand(wanted.program)) === undefined) {
    return failed("this program has another name than telltale, so it would not be found again");
  }
  const isEmpty = text.trim() === "";
  const document = readable(isEmpty ? "{}\n" : text);
  if (!document.ok) return document;
  const line = setStatusLine(document.value, wanted, commandBefore(original));
  if (!line.ok) return line;
  const program = wanted.hooks ? { program: wanted.program } : {};
  const hooks = editHooks(line.value.text, { ...program, kept: new Set() });
  if (!hooks.ok) return hooks;
  const edited = { ...line.value, text: hooks.value.text, hookChanges: hooks.value.changes };
  const problem = difference(isEmpty ? "{}" : text, edited.text) ?? lack(edited.text, wanted);
  return problem === undefined ? ok(edited) : failed(problem);
}

/**
 * The text without anything of ours. `original` is the text before we came, if it is known: a status
 * line of it comes back, and empty containers that stood in it stay. Without it, a chained status
 * line is taken out of our command.
 */
export function withoutOurs(text: string, original?: string): Result<Edited> {
  if (text.trim() === "") return ok({ text, statusLine: "unchanged", hookChanges: 0 });
  const document = readable(text);
  if (!document.ok) return document;
  const before = original === undefined ? undefined : parseJsonDocument(original);
  const old = before?.ok === true ? before.value : undefined;
  const line = takeStatusLine(document.value, old);
  const hooks = editHooks(line.text, { kept: hookContainers(old?.root) });
  if (!hooks.ok) return hooks;
  const edited = { ...line, text: hooks.value.text, hookChanges: hooks.value.changes };
  const problem = difference(text, edited.text);
  return problem === undefined ? ok(edited) : failed(problem);
}

/** What a person adds by hand where we may not write: few lines, one for each member. */
export function settingsSnippet(
  wanted: Pick<Wanted, "program" | "hooks" | "refreshSeconds">,
): string {
  const made = withOurs("", { ...wanted, foreign: "refuse" });
  if (!made.ok) return "";
  const members = Object.entries(asRecord(JSON.parse(made.value.text)) ?? {});
  const lines = members.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

function readable(text: string): Result<JsonDocument> {
  const document = parseSettings(text);
  if (!document.ok) {
    return failed(`${document.reason.reason}; ${document.reason.remedy} and run this again`);
  }
  const problem = unusableShape(document.value.root);
  return problem === undefined ? document : failed(problem);
}

function setStatusLine(
  document: JsonDocument,
  wanted: Wanted,
  before: string | undefined,
): Result<LineEdit> {
  const { root, text } = document;
  const { program, refreshSeconds = 0 } = wanted;
  const line = memberOf(root, "statusLine");
  const refresh = refreshSeconds === 0 ? {} : { refreshInterval: refreshSeconds };
  const value = { type: "command", command: statusCommand(program), ...refresh };
  const whole = (): string => setMember(document, root, { key: "statusLine", value, spread: true });
  if (line === undefined) return ok({ text: whole(), statusLine: "added" });
  const command = commandOf(line);
  const own = readStatusCommand(command);
  if (own !== undefined) return updateOwn(text, command, own, wanted, before);
  if (wanted.foreign === "replace") return ok({ text: whole(), statusLine: "replaced" });
  if (wanted.foreign === "refuse") {
    return failed(
      `there is a status line already (${commandLabel(command)}); add --chain to keep its rows below ` +
        "ours, or --replace to put ours in its place until you uninstall",
    );
  }
  const chained = checkChain(command);
  if (!chained.ok) return failed(`--chain: ${chained.reason}; use --replace`);
  const next = setLineMembers(text, statusCommand(program, command), wanted);
  return ok({ text: next, statusLine: "chained" });
}

/** Ours stands there already. With another one behind it or not, as is wanted now. */
function updateOwn(
  text: string,
  command: string,
  own: OwnCommand,
  wanted: Wanted,
  before: string | undefined,
): Result<LineEdit> {
  const isChained = own.chained !== undefined;
  const current = withProgram(command, own, wanted.program);
  const now = readStatusCommand(current) ?? own;
  if (wanted.foreign === "replace" && isChained) {
    const alone = withoutChained(current, now);
    return ok({ text: setLineMembers(text, alone, wanted), statusLine: "unchained" });
  }
  if (wanted.foreign === "chain" && !isChained && before !== undefined) {
    const chained = checkChain(before);
    if (!chained.ok) return failed(`--chain: ${chained.reason}`);
    const both = withChained(current, now, before);
    return ok({ text: setLineMembers(text, both, wanted), statusLine: "rechained" });
  }
  const next = setLineMembers(text, current, wanted);
  return ok({ text: next, statusLine: next === text ? "unchanged" : "updated" });
}

/** The command of the status line that was there before we came; undefined if it was none or ours. */
function commandBefore(original: string | undefined): string | undefined {
  const document = original === undefined ? undefined : parseJsonDocument(original);
  const line = document?.ok === true ? memberOf(document.value.root, "statusLine") : undefined;
  const command = line === undefined ? "" : commandOf(line);
  return command === "" || readStatusCommand(command) !== undefined ? undefined : command;
}

/** Sets single members of the status line; what else the person set there (padding ...) stays. */
function setLineMembers(text: string, command: string, { refreshSeconds }: Wanted): string {
  const wanted: [string, unknown][] = [
    ["type", "command"],
    ["command", command],
  ];
  if (refreshSeconds !== undefined) {
    wanted.push(["refreshInterval", refreshSeconds === 0 ? undefined : refreshSeconds]);
  }
  return wanted.reduce((current, [key, value]) => {
    const document = reparse(current);
    const line = document.ok ? memberOf(document.value.root, "statusLine") : undefined;
    if (!document.ok || line === undefined) return current;
    if (memberOf(line, key)?.value === value) return current;
    if (value !== undefined) return setMember(document.value, line, { key, value });
    const old = membersOf(line).findLast((member) => member.key === key);
    return old === undefined ? current : removeChild(document.value, line, old.property);
  }, text);
}

function takeStatusLine(document: JsonDocument, old: JsonDocument | undefined): LineEdit {
  const { root, text } = document;
  const line = memberOf(root, "statusLine");
  const own = line === undefined ? undefined : readStatusCommand(commandOf(line));
  if (line === undefined || own === undefined) return { text, statusLine: "unchanged" };
  const oldLine = memberOf(old?.root, "statusLine");
  if (old !== undefined && oldLine !== undefined) {
    const restored = replaceNode(document, line, sourceOf(old, oldLine));
    return { text: restored, statusLine: "restored" };
  }
  if (own.chained !== undefined) {
    const restored = setMember(document, line, { key: "command", value: own.chained.text });
    return { text: restored, statusLine: "restored" };
  }
  const property = membersOf(root).find(({ value }) => value === line)?.property ?? line;
  return { text: removeChild(document, root, property), statusLine: "removed" };
}

/** The command of a status line, empty if it has none. */
function commandOf(line: JsonNode): string {
  const command: unknown = memberOf(line, "command")?.value;
  return typeof command === "string" ? command : "";
}

/** What differs beside our own entries; undefined if nothing does. */
function difference(before: string, after: string): string | undefined {
  const [old, now] = [before, after].map((text) => {
    try {
      return JSON.stringify(withoutOurEntries(JSON.parse(text)));
    } catch {
      return undefined;
    }
  });
  if (old !== undefined && old === now) return undefined;
  return "the change would reach other settings in it; make it by hand";
}

/** What is wanted and does not come out when the text is parsed back; undefined if all is there. */
function lack(text: string, { hooks, program }: Wanted): string | undefined {
  const settings = asRecord(JSON.parse(text));
  const own = readStatusCommand(String(asRecord(settings?.statusLine)?.command));
  const expected = readStatusCommand(statusCommand(program));
  if (own === undefined || own.program.join("\0") !== expected?.program.join("\0")) {
    return "the path of this program did not come out as it is; make the change by hand";
  }
  const events = asRecord(settings?.hooks) ?? {};
  const missing = hooks && HOOK_EVENTS.find(({ event }) => !Array.isArray(events[event]));
  return missing
    ? `the hook ${missing.event} could not be added; make the change by hand`
    : undefined;
}
