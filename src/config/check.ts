/** Everything that can be said about a config file: what `telltale doctor` prints about it. */
import { readBounded } from "../files/read-bounded.ts";
import { MAX_CONFIG_BYTES, parseDocument, readSettings } from "./read.ts";
import type { SettingsNote } from "./settings.ts";
import { unknownKeys } from "./unknown-keys.ts";
import { yamlProblem } from "./yaml-problem.ts";

/**
 * The notes of `readSettings`, with the line of a YAML error, keys that appear twice, and keys that
 * no setting has. Not for the status line: it loads the
 * library that knows positions.
 */
export async function checkConfig(configFile: string | undefined): Promise<SettingsNote[]> {
  const { notes } = readSettings(configFile);
  const text = configFile === undefined ? undefined : readBounded(configFile, MAX_CONFIG_BYTES);
  if (configFile === undefined || text === undefined || !text.ok) return notes;
  const parsed = parseDocument(text.value);
  if (!parsed.ok && parsed.isIntricate) return notes;
  const errors = await yamlErrors(text.value, configFile, parsed.ok);
  if (parsed.ok) return [...notes, ...errors, ...unknownKeys(parsed.value)];
  // The line says more than the bare statement that something is wrong.
  return errors.length > 0 ? errors : notes;
}

/** Errors with their places. */
async function yamlErrors(text: string, path: string, readable: boolean): Promise<SettingsNote[]> {
  const yaml = await import("yaml");
  try {
    const document = yaml.parseDocument(text);
    const problems = document.errors.map((error) => yamlProblem(yaml, document, text, error));
    return [...new Set(problems)].map((problem) => ({
      level: readable ? "warning" : "error",
      path,
      message: `${problem}${readable ? "" : ", so the defaults are used"}`,
      fix: "correct that line",
    }));
  } catch {
    return [];
  }
}
