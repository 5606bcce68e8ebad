/**
 * Sets or removes one key in the text of a YAML file and leaves everything else byte for byte as it
 * is: comments, order, quotes, anchors, line ends. The result is parsed again, by the library that
 * knows positions and by the parser that reads the settings; a result that differs in anything but
 * the key is refused.
 */
import type { Document, ParsedNode, YAMLMap } from "yaml";
import { failed, ok, type Result } from "../base/result.ts";
import { asRecord } from "../base/shape.ts";
import { parseDocument as parseSettings } from "./read.ts";
import { type Edit, planRemove, planSet, type Source, type Yaml } from "./splice-plan.ts";
import { yamlProblem } from "./yaml-problem.ts";
import { type PlainValue, plainValue, type TextStyle } from "./yaml-text.ts";

const BOM = "\uFEFF";

/**
 * The text with `keyPath` set to `value`, or removed for undefined. Gives the same text if there is
 * nothing to change. Reasons name a line where they can and never quote the file.
 */
export async function spliceKey(
  original: string,
  keyPath: readonly string[],
  value: unknown,
): Promise<Result<string>> {
  const wanted = value === undefined ? undefined : plainValue(value);
  if (value !== undefined && wanted === undefined) {
    return failed("the value cannot be written as YAML");
  }
  if (keyPath.length === 0 || keyPath.some((key) => key === "" || key === "__proto__")) {
    return failed("the key is empty or not allowed");
  }
  const yaml = await import("yaml");
  const mark = original.startsWith(BOM) ? BOM : "";
  const text = original.slice(mark.length);
  try {
    const before = parseBoth(yaml, text);
    if (!before.ok) return before;
    const { document, views } = before.value;
    if (views.every((view) => deepEqual(valueAt(view, keyPath), wanted))) return ok(original);
    const source: Source = { yaml, text, document, style: styleOf(yaml, document, text) };
    const edits = planEdits(source, keyPath, wanted);
    if (!edits.ok) return edits;
    const spliced = applyEdits(text, edits.value);
    const checked = check(yaml, views, spliced, keyPath, wanted);
    return checked === undefined ? ok(mark + spliced) : failed(checked);
  } catch {
    // Too many aliases, or nesting beyond the stack. The error's words may quote the file.
    return failed(INTRICATE);
  }
}

function planEdits(
  source: Source,
  keyPath: readonly string[],
  wanted: PlainValue | undefined,
): Result<readonly Edit[]> {
  return wanted === undefined ? planRemove(source, keyPath) : planSet(source, keyPath, wanted);
}

const INTRICATE = "the file is too intricate to be changed safely";

interface Parsed {
  readonly document: Document.Parsed;
  /** What the document says to each of the two parsers, which differ on merge keys. */
  readonly views: readonly unknown[];
}

/** Parses as both readers do; refuses what either calls broken, and a root that is no mapping. */
function parseBoth(yaml: Yaml, text: string): Result<Parsed> {
  // First, as it is quick to give up where the library would take seconds.
  const settings = parseSettings(text);
  if (!settings.ok && settings.isIntricate) return failed(INTRICATE);
  const document = yaml.parseDocument(text, { keepSourceTokens: true });
  const error = document.errors[0];
  if (error !== undefined) {
    const problem = yamlProblem(yaml, document, text, error);
    return failed(`it is no valid YAML: ${problem}; correct it first`);
  }
  if (!settings.ok) return failed("it is no valid YAML; correct it first");
  if (hasComplexKey(yaml, document as Document.Parsed)) {
    return failed("a key of it is a list or a mapping; write it as plain text first");
  }
  const views = [document.toJS({ maxAliasCount: MAX_ALIASES }), settings.value];
  const isMapping = views.every((view) => view === null || asRecord(view) !== undefined);
  if (!isMapping) return failed("it is no mapping of keys to values; correct it first");
  return ok({ document: document as Document.Parsed, views });
}

/** The library writes such keys out as text, with a warning on stderr and at a cost without bound. */
function hasComplexKey(yaml: Yaml, document: Document.Parsed): boolean {
  let isFound = false;
  yaml.visit(document, {
    Pair(_key, pair) {
      if (pair.key === null || yaml.isScalar(pair.key)) return undefined;
      isFound = true;
      return yaml.visit.BREAK;
    },
  });
  return isFound;
}

/** Documents that unfold to more than a hundred times their size are meant to do harm. */
const MAX_ALIASES = 100;

/** Says why the new text must not be written, or undefined if only the key changed. */
function check(
  yaml: Yaml,
  before: readonly unknown[],
  spliced: string,
  keyPath: readonly string[],
  wanted: PlainValue | undefined,
): string | undefined {
  const after = parseBoth(yaml, spliced);
  if (!after.ok) return "the change cannot be made without breaking the file; make it by hand";
  for (const [index, view] of after.value.views.entries()) {
    if (!deepEqual(valueAt(view, keyPath), wanted)) {
      return "the key comes from a block that is shared by an anchor or a tag; change it by hand";
    }
    if (!deepEqual(without(view, keyPath), without(before[index], keyPath))) {
      return "the change would also change another key, as they share a block by an anchor; change it by hand";
    }
  }
  return undefined;
}

function deepEqual(one: unknown, other: unknown): boolean {
  return Bun.deepEquals(one, other, true);
}

function valueAt(view: unknown, keyPath: readonly string[]): unknown {
  let value = view;
  for (const key of keyPath) {
    const mapping = asRecord(value);
    if (mapping === undefined || !Object.hasOwn(mapping, key)) return undefined;
    value = mapping[key];
  }
  return value;
}

/** A copy without the key and without parents of it that hold nothing, which mean the same. */
function without(view: unknown, keyPath: readonly string[]): unknown {
  const [key, ...rest] = keyPath;
  const mapping = asRecord(view ?? {});
  if (key === undefined || mapping === undefined) return view;
  const copy: Record<string, unknown> = { ...mapping };
  if (!Object.hasOwn(copy, key)) return copy;
  const inner = rest.length === 0 ? undefined : without(copy[key], rest);
  const isEmpty = inner === undefined || deepEqual(inner, {});
  if (isEmpty) delete copy[key];
  else copy[key] = inner;
  return copy;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.from - one.from)) {
    result = result.slice(0, edit.from) + edit.text + result.slice(edit.to);
  }
  return result;
}

/** The line end and indentation that the file uses, as far as it shows them. */
function styleOf(yaml: Yaml, document: Document.Parsed, text: string): TextStyle {
  const firstEnd = text.indexOf("\n");
  const column = (node: ParsedNode): number =>
    node.range[0] - (text.lastIndexOf("\n", node.range[0] - 1) + 1);
  let stepCols: number | undefined;
  let dashCols: number | undefined;
  yaml.visit(document, {
    Map(_key, node) {
      for (const { key, value } of (node as YAMLMap.Parsed).items) {
        if (node.flow || !yaml.isCollection(value) || value.flow || value.range === null) continue;
        const cols = column(value as ParsedNode) - column(key);
        if (yaml.isMap(value)) stepCols ??= cols > 0 ? cols : undefined;
        else dashCols ??= cols;
      }
      return stepCols !== undefined && dashCols !== undefined ? yaml.visit.BREAK : undefined;
    },
  });
  const step = stepCols ?? (dashCols !== undefined && dashCols > 0 ? dashCols : 2);
  return {
    eol: firstEnd > 0 && text[firstEnd - 1] === "\r" ? "\r\n" : "\n",
    stepCols: step,
    dashCols: dashCols ?? step,
  };
}
