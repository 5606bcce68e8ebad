/**
 * Finds the edits of a YAML source that set or remove one key. An edit replaces a range of the text;
 * everything outside stays byte for byte. Whether the result means what it should is checked by the
 * caller: this file may err on odd documents, but only into a refusal.
 */
import type { Document, Pair, ParsedNode, Scalar, YAMLMap } from "yaml";
import { failed, ok, type Result } from "../base/result.ts";
import {
  blockText,
  bodyCols,
  flowText,
  isFilled,
  type PlainValue,
  pairText,
  type TextStyle,
} from "./yaml-text.ts";

export type Yaml = typeof import("yaml");

/** Replaces `from` (inclusive) to `to` (exclusive) by `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

type MapPair = Pair<ParsedNode, ParsedNode | null>;

/** A source with its parsed form. */
export interface Source {
  readonly yaml: Yaml;
  readonly text: string;
  readonly document: Document.Parsed;
  readonly style: TextStyle;
}

/** Edits that set `keyPath` to `value`. */
export function planSet(
  source: Source,
  keyPath: readonly string[],
  value: PlainValue,
): Result<readonly Edit[]> {
  const { yaml, document, text, style } = source;
  let node: ParsedNode | null = document.contents;
  let pair: MapPair | undefined;
  let map: YAMLMap.Parsed | undefined;
  for (const [depth, key] of keyPath.entries()) {
    if (isEmptyNode(yaml, node)) {
      const rest = nested(keyPath.slice(depth), value);
      return pair === undefined || map === undefined
        ? ok([appendToRoot(text, rest, style)])
        : replaceValue(source, map, pair, rest);
    }
    if (yaml.isAlias(node) && pair !== undefined && map !== undefined) {
      // The block belongs to somebody else: this key gets a copy of its own, with the change.
      const copy = copyWith(node.toJS(document), keyPath.slice(depth), value);
      return copy === undefined ? failed(NO_MAPPING) : replaceValue(source, map, pair, copy);
    }
    if (!yaml.isMap(node)) return failed(NO_MAPPING);
    map = node as YAMLMap.Parsed;
    pair = ownPair(yaml, map, key);
    if (pair === undefined)
      return insertPair(source, map, key, nested(keyPath.slice(depth + 1), value));
    node = pair.value;
  }
  return pair === undefined || map === undefined
    ? failed(NO_MAPPING)
    : replaceValue(source, map, pair, value);
}

/** Edits that remove `keyPath`, with parents that hold nothing else; none if it is not there. */
export function planRemove(source: Source, keyPath: readonly string[]): Result<readonly Edit[]> {
  const { yaml, document } = source;
  const trail: { readonly map: YAMLMap.Parsed; readonly pair: MapPair }[] = [];
  let node: ParsedNode | null = document.contents;
  for (const key of keyPath) {
    if (isEmptyNode(yaml, node)) return ok([]);
    if (yaml.isAlias(node)) return failed(SHARED);
    if (!yaml.isMap(node)) return failed(NO_MAPPING);
    const map = node as YAMLMap.Parsed;
    const pair = ownPair(yaml, map, key);
    if (pair === undefined) return ok([]);
    trail.push({ map, pair });
    node = pair.value;
  }
  let last = trail.pop();
  // A parent goes along if nothing of the person's would be lost with it.
  for (let up = trail.pop(); up !== undefined && last !== undefined; up = trail.pop()) {
    if (!holdsOnly(source, up.pair, last)) break;
    last = up;
  }
  return last === undefined ? failed(NO_MAPPING) : removePair(source, last.map, last.pair);
}

/** Said of a document whose root or whose parent of the key is a list or a scalar. */
const NO_MAPPING = "a parent of the key is no mapping";
/** Said where a change would reach another part of the file. */
const SHARED = "the block is shared with another place of the file by an anchor";

function ownPair(yaml: Yaml, map: YAMLMap.Parsed, key: string): MapPair | undefined {
  return map.items.find((pair) => yaml.isScalar(pair.key) && pair.key.value === key) as
    | MapPair
    | undefined;
}

function isEmptyNode(yaml: Yaml, node: ParsedNode | null): boolean {
  return node === null || (yaml.isScalar(node) && node.value === null);
}

function nested(path: readonly string[], value: PlainValue): PlainValue {
  return path.reduceRight<PlainValue>((inner, key) => ({ [key]: inner }), value);
}

/** A copy of a mapping with one key set; undefined if a parent of it is no mapping. */
function copyWith(
  original: unknown,
  path: readonly string[],
  value: PlainValue,
): PlainValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (original !== undefined && original !== null && typeof original !== "object") return undefined;
  if (Array.isArray(original)) return undefined;
  const members = (original ?? {}) as Record<string, PlainValue>;
  const inner = copyWith(members[key], rest, value);
  return inner === undefined ? undefined : { ...members, [key]: inner };
}

function appendToRoot(text: string, value: PlainValue, style: TextStyle): Edit {
  const gap = text === "" || text.endsWith("\n") ? "" : style.eol;
  return { from: text.length, to: text.length, text: gap + blockText(value, 0, style) + style.eol };
}

/** Puts a value in the place of the one that a pair has. */
function replaceValue(
  source: Source,
  map: YAMLMap.Parsed,
  pair: MapPair,
  value: PlainValue,
): Result<readonly Edit[]> {
  const { yaml, text, style } = source;
  const colon = colonEnd(pair);
  if (colon === undefined) return failed("the key has no colon behind it");
  const node = pair.value;
  const props = propsStart(pair);
  const asBlock = isFilled(value) && !map.flow;
  if (node === null || node.range[0] === node.range[1]) {
    if (!asBlock || props !== undefined) {
      const edit = { from: colon, to: node?.range[1] ?? colon, text: ` ${flowText(value)}` };
      return ok([props === undefined ? { ...edit, to: colon } : edit]);
    }
    const end = lineEnd(text, colon);
    const indentCols = columnOf(text, pair.key.range[0]) + bodyCols(value, style);
    return ok([{ from: end, to: end, text: style.eol + blockText(value, indentCols, style) }]);
  }
  const isBlock = yaml.isCollection(node) && !node.flow;
  if (!isBlock || props !== undefined) {
    const from = props ?? node.range[0];
    return ok([{ from, to: contentEnd(yaml, text, node), text: flowText(value) }]);
  }
  const from = lineStart(text, node.range[0]);
  const end = lineEnd(text, contentEnd(yaml, text, node));
  if (!asBlock) {
    return ok([
      { from: colon, to: colon, text: ` ${flowText(value)}` },
      { from, to: afterLine(text, end), text: "" },
    ]);
  }
  const sameKind = yaml.isSeq(node) === Array.isArray(value);
  const indentCols = sameKind
    ? columnOf(text, node.range[0])
    : columnOf(text, pair.key.range[0]) + bodyCols(value, style);
  return ok([{ from, to: end, text: blockText(value, indentCols, style) }]);
}

/** Adds a pair behind the last one of a mapping. */
function insertPair(
  source: Source,
  map: YAMLMap.Parsed,
  key: string,
  value: PlainValue,
): Result<readonly Edit[]> {
  const { yaml, text, style } = source;
  const last = map.items.at(-1) as MapPair | undefined;
  if (map.flow) {
    const pair = flowText({ [key]: value }).slice(2, -2);
    if (last === undefined) {
      return ok([{ from: map.range[0] + 1, to: map.range[1] - 1, text: ` ${pair} ` }]);
    }
    const end = pairEnd(yaml, text, last);
    return ok([{ from: end, to: end, text: `, ${pair}` }]);
  }
  const first = map.items[0] as MapPair | undefined;
  if (last === undefined || first === undefined) return failed(NO_MAPPING);
  const end = lineEnd(text, pairEnd(yaml, text, last));
  const indentCols = columnOf(text, first.key.range[0]);
  return ok([{ from: end, to: end, text: style.eol + pairText(key, value, indentCols, style) }]);
}

function removePair(source: Source, map: YAMLMap.Parsed, pair: MapPair): Result<readonly Edit[]> {
  const { yaml, text } = source;
  const start = pair.key.range[0];
  const end = pairEnd(yaml, text, pair);
  if (!map.flow) {
    const from = lineStart(text, start);
    if (text.slice(from, start).trim() !== "") return failed("the key does not begin its line");
    return ok([{ from, to: afterLine(text, end), text: "" }]);
  }
  const index = map.items.indexOf(pair as never);
  const next = map.items[index + 1] as MapPair | undefined;
  if (next !== undefined) return ok([{ from: start, to: next.key.range[0], text: "" }]);
  const previous = map.items[index - 1] as MapPair | undefined;
  if (previous !== undefined) {
    return ok([{ from: pairEnd(yaml, text, previous), to: end, text: "" }]);
  }
  return ok([{ from: map.range[0], to: map.range[1], text: "{}" }]);
}

/** Whether a parent in block style holds one pair and no comment, anchor or tag beside it. */
function holdsOnly(
  source: Source,
  parent: MapPair,
  child: { readonly map: YAMLMap.Parsed; readonly pair: MapPair },
): boolean {
  const colon = colonEnd(parent);
  if (colon === undefined || child.map.flow || child.map.items.length !== 1) return false;
  return source.text.slice(colon, child.pair.key.range[0]).trim() === "";
}

/** The position behind the colon of a pair. */
function colonEnd(pair: MapPair): number | undefined {
  const token = separators(pair).find((one) => one.type === "map-value-ind");
  return token === undefined ? undefined : token.offset + 1;
}

/** The position of an anchor or tag of the value. */
function propsStart(pair: MapPair): number | undefined {
  return separators(pair).find((one) => one.type === "anchor" || one.type === "tag")?.offset;
}

function separators(pair: MapPair): readonly { readonly type: string; readonly offset: number }[] {
  return (pair.srcToken?.sep ?? []) as readonly { type: string; offset: number }[];
}

/** Behind the last character of a node that is no line end. */
function contentEnd(yaml: Yaml, text: string, node: ParsedNode): number {
  if (yaml.isCollection(node) && !node.flow) {
    const last = node.items.at(-1) as ParsedNode | MapPair | undefined;
    if (yaml.isPair(last)) return pairEnd(yaml, text, last as MapPair);
    if (last !== undefined) return contentEnd(yaml, text, last as ParsedNode);
  }
  const end = node.range[1];
  const isBlockScalar = (node as Scalar).type?.startsWith("BLOCK") === true;
  return isBlockScalar && text[end - 1] === "\n" ? end - (text[end - 2] === "\r" ? 2 : 1) : end;
}

function pairEnd(yaml: Yaml, text: string, pair: MapPair): number {
  const node = pair.value;
  const bare = colonEnd(pair) ?? pair.key.range[1];
  // The place of an empty value is given as that of the next token, behind comments.
  if (node === null || node.range[0] === node.range[1]) return bare;
  return contentEnd(yaml, text, node);
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf("\n", position - 1) + 1;
}

/** Before the line end, which may have two characters. */
function lineEnd(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" && end > position ? end - 1 : end;
}

function afterLine(text: string, position: number): number {
  const end = text.indexOf("\n", position);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, position: number): number {
  return position - lineStart(text, position);
}
