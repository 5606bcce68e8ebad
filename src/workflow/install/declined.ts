/** Parts that the person does not want: `[harness.<name>] without` of the config. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import { parseTomlDocument } from "../../files/splice/toml.ts";
import { addToArray, setKey } from "../../files/splice/toml-edit.ts";
import { tomlOf } from "./kinds/toml-file.ts";
import type { PartFault } from "./part.ts";

const TABLE = "harness";
const KEY = "without";

/** The declined parts in the text of a config. */
export function declinedParts(text: string, harness: string): Result<readonly string[], PartFault> {
  const document = tomlOf(text);
  if (!document.ok) return document;
  const { value, lineOf } = document.value;
  const without = asRecord(asRecord(value[TABLE])?.[harness])?.[KEY];
  if (without === undefined) return ok([]);
  if (Array.isArray(without) && without.every((part) => typeof part === "string")) {
    return ok(without);
  }
  const line = lineOf([TABLE, harness, KEY]);
  const reason = `"${KEY}" is no list of texts; correct it first`;
  return failed({ reason, ...(line !== undefined && { line }) });
}

/** The text of the config with these parts declined as well; the same text if they are already. */
export function withDeclined(
  text: string,
  harness: string,
  parts: readonly string[],
): Result<string> {
  let current = text;
  for (const part of new Set(parts)) {
    const declined = declinedParts(current, harness);
    if (!declined.ok) return failed(declined.reason.reason);
    if (declined.value.includes(part)) continue;
    const document = parseTomlDocument(current);
    if (!document.ok) return failed(document.reason.reason);
    const path = [TABLE, harness];
    const added =
      declined.value.length === 0 && document.value.lineOf([...path, KEY]) === undefined
        ? setKey(document.value, path, KEY, [part])
        : addToArray(document.value, [...path, KEY], part);
    if (!added.ok) return added;
    current = added.value;
  }
  return ok(current);
}
