/**
 * A TOML 1.0 document with the places of its keys. The only door to the parser. Nothing of the text is
 * ever repeated in a reason; tables have no prototype, so that `__proto__` is a key like any other.
 */
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { failed, ok, type Result } from "../../base/result.ts";

/** Keys from the root, and places in lists from 0. */
export type TomlPath = readonly (string | number)[];

/** Whole numbers beyond what a number holds exactly come as bigint, dates and times as Date. */
export type TomlValue = string | number | bigint | boolean | Date | TomlList | TomlTable;
export type TomlList = readonly TomlValue[];
/** Without a prototype. */
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

/** A table, and no list or date. */
export function isTomlTable(value: TomlValue): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}

/** A key with its value, as it stands in the text: offsets count without the byte order mark. */
export interface TomlEntry {
  readonly path: TomlPath;
  /** How many keys of the path come from the header above it, or from the inline table around it. */
  readonly sectionDepth: number;
  /** It stands between braces. */
  readonly isInline: boolean;
  readonly node: AST.TOMLKeyValue;
}

/** A header, `[a.b]` or `[[a]]`. */
export interface TomlSection {
  readonly path: TomlPath;
  readonly node: AST.TOMLTable;
}

export interface TomlDocument {
  /** A byte order mark, or nothing; it is no part of `text`. */
  readonly mark: string;
  readonly text: string;
  readonly value: TomlTable;
  /** Line, from 1, where a key or list item first stands; undefined where there is none. */
  readonly lineOf: (path: TomlPath) => number | undefined;
  readonly entries: readonly TomlEntry[];
  readonly sections: readonly TomlSection[];
  readonly root: AST.TOMLTopLevelTable;
}

/** Why a text is no document. */
export interface TomlFault {
  /** A clause without a full stop, such as `a key is defined twice`. */
  readonly reason: string;
  /** From 1; absent where it is about the whole text. */
  readonly line?: number;
}

/** Configurations hold a few kilobytes; the parser takes a second for a megabyte of small values. */
export const MAX_TOML_UNITS = 524_288;

/** Configurations nest a few levels; deeper is an accident and costs the stack. */
const MAX_DEPTH = 64;

const BOM = "\uFEFF";

const MISSING_VALUE = "a value is missing";

/** What the parser says, in words that say what to do. Where it is not listed, its own words stand. */
const WORDS: Readonly<Record<string, string>> = {
  "Defining a key multiple times is invalid": "a key is defined twice",
  "Unspecified values are invalid": MISSING_VALUE,
  "Expected equal (=) token": "a key has no = after it",
  "Must be a newline": "something stands behind the end of a value",
  "Unterminated string constant": "a string has no end",
  "Unterminated array": "a list has no ]",
  "Unterminated inline table": "an inline table has no }",
  "Unterminated table-key": "a header has no ]",
  "Unexpected character": "here stands a character that does not fit",
  "Unexpected token": "here stands something that does not fit",
};

/** The document, or what is wrong and on which line. Never throws. */
export function parseTomlDocument(given: string): Result<TomlDocument, TomlFault> {
  if (given.length > MAX_TOML_UNITS) {
    return failed({ reason: `it is longer than ${MAX_TOML_UNITS} characters` });
  }
  const mark = given.startsWith(BOM) ? BOM : "";
  const text = given.slice(mark.length);
  try {
    const root = parseTOML(text, { tomlVersion: "1.0" }).body[0];
    const collected = collect(root);
    if ("reason" in collected) return failed(collected);
    const { value, lines, entries, sections } = collected;
    const lineOf = (path: TomlPath) => lines.get(keyOf(path));
    return ok({ mark, text, value, lineOf, entries, sections, root });
  } catch (error) {
    if (error instanceof ParseError) {
      return failed(faultOf(text, error));
    }
    // The parser calls itself for each level, and a function with one argument per character.
    return failed({ reason: "it nests too deep, or holds too long a string" });
  }
}

/** A value that is missing is looked for on the lines below; the fault lies on the one with the key. */
function faultOf(text: string, error: ParseError): TomlFault {
  const before = text.slice(0, error.index).trimEnd();
  const line = before.split("\n").length;
  if (before.endsWith("=") && line < error.lineNumber) return { reason: MISSING_VALUE, line };
  return { reason: WORDS[error.message] ?? lowered(error.message), line: error.lineNumber };
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function keyOf(path: TomlPath): string {
  return JSON.stringify(path);
}

type MutableTable = Record<string, TomlValue>;

interface Collected {
  readonly value: MutableTable;
  readonly lines: Map<string, number>;
  readonly entries: TomlEntry[];
  readonly sections: TomlSection[];
}

const TOO_DEEP = { reason: `it nests more than ${MAX_DEPTH} levels deep` };

/** Values, lines and places in one pass. */
function collect(root: AST.TOMLTopLevelTable): Collected | TomlFault {
  const into: Collected = { value: emptyTable(), lines: new Map(), entries: [], sections: [] };
  for (const node of root.body) {
    if (node.type === "TOMLKeyValue") {
      if (!collectEntry(into, into.value, [], node, false)) return TOO_DEEP;
      continue;
    }
    const path = node.resolvedKey;
    if (path.length > MAX_DEPTH) return TOO_DEEP;
    into.sections.push({ path, node });
    noteLines(into, [], path, node.loc.start.line);
    const table = tableAt(into.value, path);
    for (const entry of node.body) {
      if (!collectEntry(into, table, path, entry, false)) return TOO_DEEP;
    }
  }
  return into;
}

/** False if it nests too deep. */
function collectEntry(
  into: Collected,
  table: MutableTable,
  base: TomlPath,
  node: AST.TOMLKeyValue,
  isInline: boolean,
): boolean {
  const keys = node.key.keys.map(nameOf);
  const path = [...base, ...keys];
  if (path.length > MAX_DEPTH) return false;
  into.entries.push({ path, sectionDepth: base.length, isInline, node });
  noteLines(into, base, keys, node.loc.start.line);
  const value = collectValue(into, path, node.value);
  if (value === undefined) return false;
  const holder = tableAt(table, keys.slice(0, -1));
  holder[keys.at(-1) ?? ""] = value;
  return true;
}

/** Undefined if it nests too deep. */
function collectValue(
  into: Collected,
  path: TomlPath,
  node: AST.TOMLContentNode,
): TomlValue | undefined {
  if (path.length > MAX_DEPTH) return undefined;
  if (node.type === "TOMLValue") return scalarOf(node);
  if (node.type === "TOMLInlineTable") {
    const table = emptyTable();
    for (const entry of node.body) {
      if (!collectEntry(into, table, path, entry, true)) return undefined;
    }
    return table;
  }
  const list: TomlValue[] = [];
  for (const [at, element] of node.elements.entries()) {
    const inside = [...path, at];
    noteLines(into, path, [at], element.loc.start.line);
    const value = collectValue(into, inside, element);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

function scalarOf(node: AST.TOMLValue): TomlValue {
  if (node.kind !== "integer") return node.value;
  return Number.isSafeInteger(node.value) ? node.value : node.bigint;
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

/** Every key on the way is noted where it comes first. */
function noteLines({ lines }: Collected, base: TomlPath, keys: TomlPath, line: number): void {
  for (let count = 1; count <= keys.length; count += 1) {
    const key = keyOf([...base, ...keys.slice(0, count)]);
    if (!lines.has(key)) lines.set(key, line);
  }
}

function emptyTable(): MutableTable {
  return Object.create(null) as MutableTable;
}

/** The table at a path, made on the way; the parser has refused whatever is something else. */
function tableAt(root: MutableTable, path: TomlPath): MutableTable {
  let at: MutableTable | TomlValue[] = root;
  for (const [index, key] of path.entries()) {
    const held = at as Record<string | number, TomlValue>;
    held[key] ??= typeof path[index + 1] === "number" ? [] : emptyTable();
    at = held[key] as MutableTable | TomlValue[];
  }
  return at as MutableTable;
}
