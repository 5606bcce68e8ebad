import { asRecord } from "../../base/shape.ts";
import { checkConfig } from "../../config/check.ts";
import { MAX_CONFIG_BYTES, parseDocument, readSettings } from "../../config/read.ts";
import type { SettingsNote } from "../../config/settings.ts";
import { configSnippet } from "../../config/write.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { cleanLine } from "../../text/clean.ts";
import { jsonText } from "../../text/json-text.ts";
import { EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { parseGroupOrKey } from "./keys.ts";
import { configFileOf } from "./place.ts";

/** A group that counts only with one member: without it, what the file says is shown all the same. */
const CONDITIONAL_GROUP = "tui.customStatusLine";

/** Prints the settings in force, or one of them: what the file says, else the default. */
export async function getKey(invocation: Invocation): Promise<number> {
  const { operands, options, io } = invocation;
  const key = operands[0];
  const path = key === undefined ? undefined : parseGroupOrKey(key);
  if (path !== undefined && !path.ok) {
    io.err(`telltale config get: ${path.reason}\n`);
    return EXIT_USAGE;
  }
  const file = configFileOf(invocation);
  const { settings, notes } = readSettings(file);
  for (const note of await shownNotes(file, notes)) {
    io.err(`telltale: ${note.path}: ${note.message}; ${note.fix}\n`);
  }
  let value = valueAt(settings, path?.value ?? []);
  if (value === undefined && key?.startsWith(CONDITIONAL_GROUP) === true) {
    value = valueAt(documentOf(file), path?.value ?? []);
  }
  if (options.json === true) io.out(`${jsonText(value)}\n`);
  else if (typeof value === "object" && value !== null) io.out(yamlOf(value));
  else if (value !== undefined) io.out(`${shown(String(value), io)}\n`);
  return EXIT_OK;
}

/** A file that cannot be read as a whole is looked at again, by the library that knows the place. */
async function shownNotes(
  file: string | undefined,
  notes: readonly SettingsNote[],
): Promise<readonly SettingsNote[]> {
  const isBroken = notes.some(({ level }) => level === "error");
  const all = isBroken ? await checkConfig(file) : notes;
  return all.filter(({ level }) => level !== "info");
}

function documentOf(file: string | undefined): unknown {
  const text = file === undefined ? undefined : readBounded(file, MAX_CONFIG_BYTES);
  const parsed = text?.ok === true ? parseDocument(text.value) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

function valueAt(whole: unknown, path: readonly string[]): unknown {
  let value = whole;
  for (const part of path) {
    const mapping = asRecord(value);
    value = mapping !== undefined && Object.hasOwn(mapping, part) ? mapping[part] : undefined;
  }
  return value;
}

/** A program gets the value as it is, a terminal nothing that it would obey. */
function shown(text: string, io: Io): string {
  return io.outIsTerminal() ? cleanLine(text) : text;
}

function yamlOf(value: object): string {
  if (Array.isArray(value)) return `${jsonText(value)}\n`;
  return Object.entries(value)
    .map(([key, member]) => configSnippet([key], member))
    .join("");
}
