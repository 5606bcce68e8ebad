/** Everything that can be said about a config file: what `telltale doctor` prints about it. */
import { readBounded } from "../files/read-bounded.ts";
import { MAX_CONFIG_BYTES, parseDocument, readSettings } from "./read.ts";
import type { SettingsNote } from "./settings.ts";
import { unknownKeys } from "./unknown-keys.ts";

/**
 * The notes of `readSettings`, with the line of a YAML error, keys that appear twice, and keys that
 * no setting has. `itemIds` holds ids and aliases of items. Not for the status line: it loads the
 * library that knows positions.
 */
export async function checkConfig(
  configFile: string | undefined,
  itemIds?: readonly string[],
): Promise<SettingsNote[]> {
  const { notes } = readSettings(configFile);
  const text = configFile === undefined ? undefined : readBounded(configFile, MAX_CONFIG_BYTES);
  if (configFile === undefined || text === undefined || !text.ok) return notes;
  const parsed = parseDocument(text.value);
  if (!parsed.ok && parsed.isIntricate) return notes;
  const errors = await yamlErrors(text.value, configFile, parsed.ok);
  if (parsed.ok) return [...notes, ...errors, ...unknownKeys(parsed.value, itemIds)];
  // The line says more than the bare statement that something is wrong.
  return errors.length > 0 ? errors : notes;
}

/** Errors with line and column. The library's sentences quote the file, so only its codes are used. */
async function yamlErrors(text: string, path: string, readable: boolean): Promise<SettingsNote[]> {
  const { parseDocument: parse } = await import("yaml");
  try {
    return parse(text).errors.map((error) => {
      const place = error.linePos?.[0];
      const where = place === undefined ? "" : ` at line ${place.line}, column ${place.col}`;
      const what = WORDS[error.code] ?? `it is no valid YAML (${error.code})`;
      const effect = readable ? "" : ", defaults are used";
      const level = readable ? "warning" : "error";
      return {
        level,
        path,
        message: `${what}${where}${effect}`,
        fix: "correct that line",
      } as const;
    });
  } catch {
    return [];
  }
}

const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "a key appears twice, the last one counts,",
  TAB_AS_INDENT: "a tab indents a line (YAML takes blanks only)",
  BAD_INDENT: "the indentation is wrong",
  MULTIPLE_DOCS: "a second document begins",
};
