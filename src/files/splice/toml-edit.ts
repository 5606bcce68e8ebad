/**
 * Changes to the text of a TOML document that leave every other byte alone: comments, blanks, line
 * ends, a byte order mark. Each gives the whole new text, which was parsed again and compared: if any
 * other value differed, there is a reason instead.
 */
import type { AST } from "toml-eslint-parser";
import { failed, ok, type Result } from "../../base/result.ts";
import {
  isTomlTable,
  parseTomlDocument,
  type TomlDocument,
  type TomlEntry,
  type TomlPath,
  type TomlTable,
  type TomlValue,
} from "./toml.ts";

/** What can be written. */
export type TomlInput = string | number | boolean | readonly TomlInput[];

type Keys = readonly string[];

/** Sets a key of a table: in its place if it is there, else below the others; makes the table if need be. */
export function setKey(
  document: TomlDocument,
  table: Keys,
  key: string,
  value: TomlInput,
): Result<string> {
  const path = [...table, key];
  const old = entryAt(document, path);
  if (old !== undefined) {
    const [from, to] = old.node.value.range;
    return checked(document, splice(document.text, from, to, tomlValue(value)), path, value);
  }
  if (valueAt(document.value, path) !== undefined) return failed(`${shown(path)} is a table`);
  const text = withNewKey(document, table, `${tomlKey(key)} = ${tomlValue(value)}`);
  if (text === undefined) return addTable(document, table, [[key, value]]);
  return checked(document, text, path, value);
}

/** Adds a value at the end of the list at `path`. */
export function addToArray(document: TomlDocument, path: Keys, value: TomlInput): Result<string> {
  const list = entryAt(document, path)?.node.value;
  const old = valueAt(document.value, path);
  if (list?.type !== "TOMLArray" || !Array.isArray(old)) {
    return failed(`${shown(path)} is no list of values`);
  }
  return checked(document, withElement(document.text, list, tomlValue(value)), path, [
    ...old,
    value,
  ]);
}

/** Adds a table with its keys at the end of the document, after a blank line. */
export function addTable(
  document: TomlDocument,
  path: Keys,
  members: readonly (readonly [key: string, value: TomlInput])[],
): Result<string> {
  const { text } = document;
  if (document.sections.some((section) => samePath(section.path, path))) {
    return failed(`${shown(path)} is there already`);
  }
  const eol = lineEnd(text);
  const lines = [
    `[${path.map(tomlKey).join(".")}]`,
    ...members.map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`),
  ];
  const glue = text.trim() === "" ? "" : /\n[ \t]*\r?\n$/.test(text) ? "" : eol;
  const end = text === "" || text.endsWith("\n") ? "" : eol;
  const next = `${text}${end}${glue}${lines.join(eol)}${eol}`;
  const wanted = members.reduce<TomlTable | undefined>(
    (value, [key, member]) => value && withValue(value, [...path, key], member as TomlValue),
    document.value,
  );
  return compared(document, next, wanted, path);
}

/** The document with a line for a new key in a table that is there; undefined if there is none. */
function withNewKey(document: TomlDocument, table: Keys, line: string): string | undefined {
  const { text, entries, sections, root } = document;
  const inline = entryAt(document, table)?.node.value;
  if (inline?.type === "TOMLInlineTable") return withInlineKey(text, inline, line);
  if (table.length === 0) {
    const last = root.body.findLast((node) => node.type === "TOMLKeyValue");
    if (last !== undefined) return afterLine(text, last.range, line);
    const first = root.body[0];
    if (first === undefined) return appended(text, line);
    const start = lineStart(text, first.range[0]);
    return splice(text, start, start, `${line}${lineEnd(text)}${lineEnd(text)}`);
  }
  const section = sections.find(
    ({ path, node }) => node.kind === "standard" && samePath(path, table),
  );
  if (section !== undefined) {
    const last = section.node.body.at(-1);
    return afterLine(text, (last ?? section.node.key).range, line, last?.range[0]);
  }
  const dotted = entries.findLast(
    ({ path, sectionDepth, isInline }) =>
      !isInline &&
      sectionDepth < table.length &&
      path.length > table.length &&
      samePath(path.slice(0, table.length), table),
  );
  if (dotted === undefined) return undefined;
  const prefix = table.slice(dotted.sectionDepth).map(tomlKey).join(".");
  return afterLine(text, dotted.node.range, `${prefix}.${line}`, dotted.node.range[0]);
}

function withInlineKey(text: string, table: AST.TOMLInlineTable, line: string): string {
  const last = table.body.at(-1);
  const [from, to] = table.range;
  return last === undefined
    ? splice(text, from, to, `{ ${line} }`)
    : splice(text, last.range[1], last.range[1], `, ${line}`);
}

/** A line below the one on which `range` ends, indented as the one at `like`. */
function afterLine(
  text: string,
  range: readonly [number, number],
  line: string,
  like: number = range[0],
): string {
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, like)))?.[0] ?? "";
  const end = text.indexOf("\n", range[1]);
  if (end < 0) return `${text}${lineEnd(text)}${indent}${line}`;
  return splice(text, end + 1, end + 1, `${indent}${line}${lineEnd(text)}`);
}

function appended(text: string, line: string): string {
  const end = text === "" || text.endsWith("\n") ? "" : lineEnd(text);
  return `${text}${end}${line}${lineEnd(text)}`;
}

function withElement(text: string, list: AST.TOMLArray, source: string): string {
  const eol = lineEnd(text);
  const close = list.range[1] - 1;
  const last = list.elements.at(-1);
  if (last === undefined) {
    const inside = text.slice(list.range[0] + 1, close);
    if (inside.trim() === "") return splice(text, list.range[0], list.range[1], `[${source}]`);
    // A comment alone. It ends before the bracket, which therefore begins a line.
    const start = lineStart(text, close);
    return splice(text, start, start, `${text.slice(start, close)}  ${source},${eol}`);
  }
  const end = last.range[1];
  const comma = commaAfter(text, end, close);
  const at = comma === undefined ? end : comma + 1;
  const indent = text.slice(lineStart(text, last.range[0]), last.range[0]);
  if (!/^[ \t]*$/.test(indent)) {
    return splice(text, at, at, comma === undefined ? `, ${source}` : ` ${source},`);
  }
  // Behind the last element may stand a comment of its own.
  const lineBreak = /\r?\n/.exec(text.slice(at, close));
  const below = lineBreak === null ? at : at + lineBreak.index;
  const added = `${eol}${indent}${source}${comma === undefined ? "" : ","}`;
  const next = splice(text, below, below, added);
  return comma === undefined ? splice(next, end, end, ",") : next;
}

/** Offset of the comma between the last element and the bracket; comments are jumped over. */
function commaAfter(text: string, from: number, close: number): number | undefined {
  const between = text
    .slice(from, close)
    .replace(/#[^\n]*/g, (comment) => " ".repeat(comment.length));
  const at = between.indexOf(",");
  return at < 0 ? undefined : from + at;
}

function checked(
  document: TomlDocument,
  text: string,
  path: Keys,
  value: TomlInput | readonly TomlValue[],
): Result<string> {
  return compared(document, text, withValue(document.value, path, value as TomlValue), path);
}

/** The new text, if it says what was wanted and nothing else. */
function compared(
  document: TomlDocument,
  text: string,
  wanted: TomlTable | undefined,
  path: Keys,
): Result<string> {
  const again = parseTomlDocument(text);
  if (wanted !== undefined && again.ok && sameValue(again.value.value, wanted)) {
    return ok(document.mark + text);
  }
  return failed(`${shown(path)} cannot be set without changing something else; do it by hand`);
}

/** The table with a value at a path; undefined where something else is in the way. */
function withValue(table: TomlTable, path: Keys, value: TomlValue): TomlTable | undefined {
  const [key = "", ...rest] = path;
  const copy = Object.assign(Object.create(null) as Record<string, TomlValue>, table);
  if (rest.length === 0) {
    copy[key] = value;
    return copy;
  }
  const inside = table[key] ?? (Object.create(null) as TomlTable);
  if (!isTomlTable(inside)) return undefined;
  const next = withValue(inside, rest, value);
  if (next === undefined) return undefined;
  copy[key] = next;
  return copy;
}

function entryAt({ entries }: TomlDocument, path: Keys): TomlEntry | undefined {
  return path.length === 0 ? undefined : entries.find((entry) => samePath(entry.path, path));
}

function valueAt(table: TomlTable, path: Keys): TomlValue | undefined {
  return path.reduce<TomlValue | undefined>(
    (value, key) => (value !== undefined && isTomlTable(value) ? value[key] : undefined),
    table,
  );
}

function samePath(left: TomlPath, right: TomlPath): boolean {
  return left.length === right.length && left.every((key, at) => key === right[at]);
}

function sameValue(left: TomlValue, right: TomlValue): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => sameValue(item, right[at]));
  }
  if (left instanceof Date && right instanceof Date) return Object.is(+left, +right);
  if (typeof left !== "object" || typeof right !== "object") return Object.is(left, right);
  if (!isTomlTable(left) || !isTomlTable(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    const [mine, other] = [left[key], right[key]];
    return mine !== undefined && other !== undefined && sameValue(mine, other);
  });
}

/** A value as TOML writes it: one line, basic strings. */
export function tomlValue(value: TomlInput): string {
  if (typeof value === "object") return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value !== "string") return String(value);
  // JSON escapes all that TOML wants escaped, but for this one.
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

/** A key as TOML writes it: bare where it can be. */
export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlValue(key);
}

/** A path for a message; keys that are no plain words are not repeated. */
function shown(path: Keys): string {
  return path.map((key) => (/^[A-Za-z0-9_-]{1,40}$/.test(key) ? key : "…")).join(".");
}

function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function splice(text: string, from: number, to: number, source: string): string {
  return text.slice(0, from) + source + text.slice(to);
}
