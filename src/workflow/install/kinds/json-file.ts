/** What the parts in JSON files share: reading a document, and the proof that nothing else changed. */
import { failed, ok, type Result } from "../../../base/result.ts";
import { asRecord } from "../../../base/shape.ts";
import {
  type JsonDocument,
  type JsonNode,
  memberOf,
  membersOf,
  parseJsonDocument,
  reparse,
} from "../../../files/splice/json.ts";
import type { PartFault } from "../part.ts";

/** What a new file begins with. */
const EMPTY = "{}\n";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The document of a file; an empty one where there is none. */
export function jsonOf(text: string): Result<JsonDocument, PartFault> {
  const document = parseJsonDocument(text.trim() === "" ? EMPTY : text);
  if (document.ok) return document;
  const { reason, remedy, line } = document.reason;
  return failed({ reason: `${reason}; ${remedy} first`, ...(line !== undefined && { line }) });
}

/** The values of a document. A member that stands there twice counts as JSON.parse takes it: the last. */
export function valuesOf(document: JsonDocument): JsonRecord {
  return asRecord(JSON.parse(document.text)) ?? {};
}

/**
 * The object at `key` of the root; undefined if it is not there. Refused where it is something else, or
 * stands there twice, as readers differ on which one counts.
 */
export function objectAt(
  document: JsonDocument,
  key: string,
): Result<JsonNode | undefined, PartFault> {
  const found = membersOf(document.root).filter((member) => member.key === key);
  if (found.length > 1) return failed({ reason: `"${key}" stands in it twice; remove one first` });
  const value = memberOf(document.root, key);
  if (value !== undefined && value.type !== "object") {
    return failed({ reason: `"${key}" is no object; correct it first` });
  }
  return ok(value);
}

/** A series of changes, each on the text that the one before gave; undefined leaves it as it is. */
export function changedBy(
  text: string,
  changes: readonly ((document: JsonDocument) => string | undefined)[],
): Result<string, PartFault> {
  let current = text.trim() === "" ? EMPTY : text;
  for (const change of changes) {
    const document = reparse(current);
    if (!document.ok) return failed(WENT_WRONG);
    current = change(document.value) ?? current;
  }
  return ok(current);
}

const WENT_WRONG: PartFault = {
  reason: "the change would reach other things in it; make it by hand",
};

/** The new text, if `others` (everything but our own) says the same of both. */
export function onlyOurs(
  before: string,
  after: string,
  others: (values: JsonRecord) => unknown,
): Result<string, PartFault> {
  const [old, now] = [jsonOf(before), jsonOf(after)];
  if (!old.ok || !now.ok) return failed(WENT_WRONG);
  const same =
    JSON.stringify(others(valuesOf(old.value))) === JSON.stringify(others(valuesOf(now.value)));
  return same ? ok(after) : failed(WENT_WRONG);
}

/** The members but for one; without the container too, where nothing else is in it. */
export function withoutMember(values: JsonRecord, container: string, key: string): JsonRecord {
  const { [container]: held, ...rest } = values;
  const { [key]: _, ...others } = asRecord(held) ?? {};
  return Object.keys(others).length === 0 && (held === undefined || asRecord(held) !== undefined)
    ? rest
    : { ...rest, [container]: asRecord(held) === undefined ? held : others };
}
