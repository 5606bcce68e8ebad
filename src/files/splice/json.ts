/**
 * Changes places in the text of a strict JSON document and leaves every other byte alone: order,
 * indentation, line ends, blanks. Each function gives the whole new text; parse it again before the
 * next change. jsonc-parser finds the places; its own edits would reflow the lines around them.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { failed, ok, type Result } from "../../base/result.ts";
import { textPlace } from "../../base/text-place.ts";

export type JsonNode = Node;

/** A document whose root is an object. */
export interface JsonDocument {
  /** Without a byte order mark. */
  readonly text: string;
  readonly root: JsonNode;
}

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Settings people write by hand nest a few levels; deeper is an accident and costs the stack. */
const MAX_DEPTH = 200;

/** Why a text is no document, and what a person does about it. Neither ever quotes the text. */
export interface JsonFault {
  /** A clause, `it has a comment at line 2, column 3`. */
  readonly reason: string;
  readonly remedy: string;
  /** It is no JSON at all: whoever reads it to the letter has nothing of it. */
  readonly isInvalid: boolean;
  /** From 1, where a place is known. */
  readonly line?: number;
}

/** The document, or what is wrong and where. */
export function parseJsonDocument(text: string): Result<JsonDocument, JsonFault> {
  if (isTooDeep(text)) return failed(fault(`it nests more than ${MAX_DEPTH} levels deep`));
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  const error = errors[0];
  if (error !== undefined) return failed(describeError(text, error));
  try {
    JSON.parse(text);
  } catch {
    return failed(invalid("it is no valid JSON"));
  }
  if (root?.type !== "object") return failed(fault("it is no JSON object: it must begin with {"));
  return ok({ text, root });
}

/** The same for a text that came out of a change here, which is checked as a whole at the end. */
export function reparse(text: string): Result<JsonDocument> {
  const root = parseTree(text, [], STRICT);
  return root?.type === "object" ? ok({ text, root }) : failed("the change went wrong");
}

/** How deep it nests is found before any parser that calls itself gets to see it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return deepest > MAX_DEPTH;
}

function describeError(text: string, error: ParseError): JsonFault {
  const { line, column } = textPlace(text, error.offset);
  const where = `at line ${line}, column ${column}`;
  const found = text.slice(error.offset);
  if (/^\/[/*]/.test(found)) return invalid(`it has a comment ${where}`, line, "take it out");
  if (/^\s*[}\]]/.test(found) && /,\s*$/.test(text.slice(0, error.offset))) {
    return invalid(`it has a comma too many ${where}`, line, "take it out");
  }
  const words = printParseErrorCode(error.error)
    .replace(/(?!^)([A-Z])/g, " $1")
    .toLowerCase();
  return invalid(`it is no valid JSON ${where} (${words})`, line);
}

function invalid(reason: string, line?: number, remedy = "correct it"): JsonFault {
  return { reason, remedy, isInvalid: true, ...(line !== undefined && { line }) };
}

function fault(reason: string): JsonFault {
  return { reason, remedy: "correct it", isInvalid: false };
}

/** The members of an object, as key and value nodes; empty for any other node. */
export function membersOf(
  node: JsonNode | undefined,
): readonly { readonly key: string; readonly value: JsonNode; readonly property: JsonNode }[] {
  if (node?.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined
      ? []
      : [{ key: String(key.value), value, property }];
  });
}

/** The value of a member; the last one of that name, as `JSON.parse` takes it. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return membersOf(node).findLast((member) => member.key === key)?.value;
}

/** The elements of an array; empty for any other node. */
export function elementsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

/** The source text of a node. */
export function sourceOf(document: JsonDocument, node: JsonNode): string {
  return document.text.slice(node.offset, endOf(node));
}

/** Replaces the value at `node` by `source`, which must be JSON. */
export function replaceNode(document: JsonDocument, node: JsonNode, source: string): string {
  return splice(document.text, node.offset, endOf(node), source);
}

/** A member as it shall be. */
export interface JsonMember {
  readonly key: string;
  readonly value: unknown;
  /** Writes an object over several lines, where the document has more than one. */
  readonly spread?: boolean;
}

/** Sets a member of an object: in its place if it is there, else at the end. */
export function setMember(document: JsonDocument, object: JsonNode, member: JsonMember): string {
  const style = styleOf(document);
  const last = object.children?.at(-1);
  const structured = typeof member.value === "object" && member.value !== null;
  const onLine =
    style.onOneLine || (last !== undefined && !structured && isOnLine(document, object));
  const base = lineIndent(document.text, object.offset);
  const indent = memberIndent(document, object, base + style.unit);
  const value =
    member.spread === true && !style.onOneLine
      ? JSON.stringify(member.value, null, style.unit).replaceAll("\n", style.eol + indent)
      : lineText(member.value, style.tight);
  const old = memberOf(object, member.key);
  if (old !== undefined) return replaceNode(document, old, value);
  const source = `${JSON.stringify(member.key)}${style.tight ? ":" : ": "}${value}`;
  if (last !== undefined) {
    const glue = onLine ? (style.tight ? "," : ", ") : `,${style.eol}${indent}`;
    return splice(document.text, endOf(last), endOf(last), glue + source);
  }
  const inside = onLine ? source : `${style.eol}${indent}${source}${style.eol}${base}`;
  return replaceNode(document, object, `{${inside}}`);
}

/** Adds an element at the end of an array. */
export function addElement(document: JsonDocument, array: JsonNode, value: unknown): string {
  const style = styleOf(document);
  const source = lineText(value, style.tight);
  const last = array.children?.at(-1);
  if (last === undefined) return replaceNode(document, array, `[${source}]`);
  const onLine = style.onOneLine || isOnLine(document, array);
  const indent = lineIndent(document.text, last.offset);
  const glue = onLine ? (style.tight ? "," : ", ") : `,${style.eol}${indent}`;
  return splice(document.text, endOf(last), endOf(last), glue + source);
}

/** Removes a member (its property node) or an element, with the comma that belongs to it. */
export function removeChild(document: JsonDocument, parent: JsonNode, child: JsonNode): string {
  const children = parent.children ?? [];
  const at = children.indexOf(child);
  const previous = children[at - 1];
  const next = children[at + 1];
  if (next !== undefined) return splice(document.text, child.offset, next.offset, "");
  if (previous !== undefined) return splice(document.text, endOf(previous), endOf(child), "");
  return splice(document.text, parent.offset + 1, endOf(parent) - 1, "");
}

interface Style {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** The document has no line break inside. */
  readonly onOneLine: boolean;
  /** Written without blanks, as a machine does. */
  readonly tight: boolean;
}

function styleOf({ text, root }: JsonDocument): Style {
  const source = text.slice(root.offset, endOf(root));
  const first = root.children?.[0];
  const onOneLine = first !== undefined && !/[\r\n]/.test(source);
  const [key, value] = first?.children ?? [];
  const tight =
    onOneLine && key !== undefined && value !== undefined && endOf(key) + 1 === value.offset;
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const indent = first === undefined ? "" : lineIndent(text, first.offset);
  const rootIndent = lineIndent(text, root.offset);
  const unit = indent.startsWith(rootIndent) ? indent.slice(rootIndent.length) : indent;
  // JSON.stringify takes at most ten characters, which no person uses anyway.
  return { eol, unit: unit === "" ? "  " : unit.slice(0, 10), onOneLine, tight };
}

/** Where new members of an object begin: below the first one that begins a line. */
function memberIndent(document: JsonDocument, object: JsonNode, otherwise: string): string {
  const first = (object.children ?? []).find((child) => beginsLine(document.text, child.offset));
  return first === undefined ? otherwise : lineIndent(document.text, first.offset);
}

function isOnLine({ text }: JsonDocument, parent: JsonNode): boolean {
  const last = parent.children?.at(-1);
  return last !== undefined && !beginsLine(text, last.offset);
}

function beginsLine(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== "\n" && text[at - 1] !== "\r") at -= 1;
  return at;
}

/** Blanks at the start of the line on which `offset` lies. */
function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** JSON on one line: as a machine writes it, or with a blank after each colon and comma. */
export function lineText(value: unknown, tight = false): string {
  if (tight || typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((element) => lineText(element)).join(", ")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return "{}";
  const inside = members.map(([key, member]) => `${JSON.stringify(key)}: ${lineText(member)}`);
  return `{ ${inside.join(", ")} }`;
}

function endOf(node: JsonNode): number {
  return node.offset + node.length;
}

function splice(text: string, from: number, to: number, source: string): string {
  return text.slice(0, from) + source + text.slice(to);
}
