/**
 * YAML text to nodes. One document of YAML 1.2 with the core schema; anchors are followed, within
 * bounds. Keys that appear twice are no matter of this file.
 */
import * as yaml from "yaml";
import { yamlFault } from "../../config/yaml-problem.ts";
import { type Problem, problem } from "../check/problem.ts";
import { shownName } from "../check/shown-name.ts";
import { MAX_DEPTH, MAX_MACHINE_BYTES, MAX_NODES } from "./limits.ts";
import type { Entry, Node } from "./node.ts";

/** Tags that only say what is so already. Any other would make values that the format does not know. */
const PLAIN_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

/** The document, or what stands in the way: one syntax error, or all things that the format has no use for. */
export type ReadNode =
  | { readonly ok: true; readonly node: Node }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Never throws, whatever the text. */
export function readNode(text: string): ReadNode {
  if (text.length > MAX_MACHINE_BYTES) {
    const size = `the file has more than ${MAX_MACHINE_BYTES / 1024} KiB`;
    return wholeFile(size, "move long prompts to files of their own");
  }
  try {
    return readDocument(text);
  } catch {
    // The library throws on what no test of it foresaw, and on a stack that is too deep.
    return wholeFile("the file is nested too deeply to be read");
  }
}

function readDocument(text: string): ReadNode {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    schema: "core",
    // Found by the reader of shapes, which tells every one of them; the library compares each key with each.
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { what, isOpen, line, column } = yamlFault(yaml, document, text, error);
    const message = isOpen ? `${what} that begins here is not closed` : `${what}, column ${column}`;
    return { ok: false, problems: [problem("error", "CFG-1", { line, path: "" }, message)] };
  }
  const reading: Reading = { lines, anchors: new Map(), problems: [], open: new Set(), nodes: 0 };
  const node = toNode(reading, document.contents, 1, 0);
  const { problems } = reading;
  return problems.length === 0 ? { ok: true, node } : { ok: false, problems };
}

function wholeFile(message: string, hint?: string): ReadNode {
  return { ok: false, problems: [problem("error", "CFG-1", { line: 1, path: "" }, message, hint)] };
}

interface Reading {
  readonly lines: yaml.LineCounter;
  /** Of what was read so far: an alias stands for the last anchor of that name before it. */
  readonly anchors: Map<string, yaml.ParsedNode>;
  readonly problems: Problem[];
  /** What the reader is inside of; an alias to one of these would never end. */
  readonly open: Set<unknown>;
  nodes: number;
}

const NOTHING: Node = { kind: "scalar", line: 1, value: null };

/** The node; null with a problem noted where the format does not take it. */
function toNode(reading: Reading, found: unknown, outerLine: number, depth: number): Node {
  if (!yaml.isNode(found)) return { ...NOTHING, line: outerLine };
  const line = lineOf(reading, found) ?? outerLine;
  reading.nodes += 1;
  if (reading.nodes > MAX_NODES || depth > MAX_DEPTH) {
    const bound = depth > MAX_DEPTH ? `${MAX_DEPTH} levels` : `${MAX_NODES} values`;
    return refuseOnce(reading, line, `the file has more than ${bound}, aliases included`);
  }
  if (yaml.isAlias(found)) return aliasNode(reading, found, line, depth);
  if (found.tag !== undefined && !PLAIN_TAGS.has(found.tag)) {
    return refuse(
      reading,
      line,
      `the tag ${shownName(found.tag)} has no meaning here`,
      "remove it",
    );
  }
  if (found.anchor !== undefined) reading.anchors.set(found.anchor, found as yaml.ParsedNode);
  if (yaml.isScalar(found)) return { kind: "scalar", line, value: scalarValue(found) };
  reading.open.add(found);
  const node: Node = yaml.isMap(found)
    ? { kind: "map", line, entries: entriesOf(reading, found, line, depth) }
    : {
        kind: "list",
        line,
        items: found.items.map((item) => toNode(reading, item, line, depth + 1)),
      };
  reading.open.delete(found);
  return node;
}

function lineOf(reading: Reading, node: yaml.Node): number | undefined {
  const offset = node.range?.[0];
  return offset === undefined ? undefined : reading.lines.linePos(offset).line;
}

function refuse(reading: Reading, line: number, message: string, hint?: string): Node {
  reading.problems.push(problem("error", "CFG-1", { line, path: "" }, message, hint));
  return { ...NOTHING, line };
}

/** For bounds: what is behind the first excess is an excess as well. */
function refuseOnce(reading: Reading, line: number, message: string): Node {
  if (reading.problems.some((known) => known.message === message)) return { ...NOTHING, line };
  return refuse(reading, line, message);
}

function aliasNode(reading: Reading, alias: yaml.Alias, line: number, depth: number): Node {
  const name = shownName(alias.source);
  const target = reading.anchors.get(alias.source);
  if (target === undefined) return refuse(reading, line, `no anchor before it is named ${name}`);
  if (reading.open.has(target)) return refuse(reading, line, `the anchor ${name} contains itself`);
  return { ...toNode(reading, target, line, depth), line };
}

function scalarValue({ value }: yaml.Scalar): string | number | boolean | null {
  if (typeof value === "string" || typeof value === "number") return value;
  return typeof value === "boolean" ? value : null;
}

function entriesOf(
  reading: Reading,
  map: yaml.YAMLMap,
  outerLine: number,
  depth: number,
): readonly Entry[] {
  return map.items.flatMap(({ key, value }) => {
    const line = (yaml.isNode(key) ? lineOf(reading, key) : undefined) ?? outerLine;
    const name = keyText(reading, key, line);
    const entry = { line, value: toNode(reading, value, line, depth + 1) };
    return name === undefined ? [] : [{ key: name, ...entry }];
  });
}

/** The key as it is written: `01` and `true` are names like any other. */
function keyText(reading: Reading, found: unknown, line: number): string | undefined {
  const key = yaml.isAlias(found) ? reading.anchors.get(found.source) : found;
  if (!yaml.isScalar(key) || (key.tag !== undefined && !PLAIN_TAGS.has(key.tag))) {
    refuse(reading, line, "a key is no plain text");
    return undefined;
  }
  if (key.anchor !== undefined) reading.anchors.set(key.anchor, key as yaml.ParsedNode);
  const text = typeof key.value === "string" ? key.value : key.source;
  if (text === undefined || text === "") {
    refuse(reading, line, "a key is missing before the colon");
    return undefined;
  }
  if (text === "<<" && key.type === "PLAIN") {
    refuse(reading, line, "merge keys have no meaning here", "write the keys out");
    return undefined;
  }
  return text;
}
