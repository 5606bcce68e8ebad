import { asRecord } from "../../base/shape.ts";
import { readSettings } from "../../config/read.ts";
import { configSnippet } from "../../config/write.ts";
import { cleanLine } from "../../text/clean.ts";
import { jsonText } from "../../text/json-text.ts";
import { EXIT_OK, EXIT_USAGE, type Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { parseGroupOrKey } from "./keys.ts";
import { configFileOf } from "./place.ts";

/** Prints the settings in force, or one of them: what the file says, else the default. */
export function getKey(invocation: Invocation): number {
  const { operands, options, io } = invocation;
  const key = operands[0];
  const path = key === undefined ? undefined : parseGroupOrKey(key);
  if (path !== undefined && !path.ok) {
    io.err(`telltale config get: ${path.reason}\n`);
    return EXIT_USAGE;
  }
  const { settings, notes } = readSettings(configFileOf(invocation));
  for (const note of notes) {
    if (note.level !== "info") io.err(`telltale: ${note.path}: ${note.message}; ${note.fix}\n`);
  }
  let value: unknown = settings;
  for (const part of path?.value ?? []) value = asRecord(value)?.[part];
  if (options.json === true) io.out(`${jsonText(value)}\n`);
  else if (typeof value === "object" && value !== null) io.out(yamlOf(value));
  else if (value !== undefined) io.out(`${shown(String(value), io)}\n`);
  return EXIT_OK;
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
