/**
 * Prompts of before, a file for each folder, in the state folder: one JSON text a line, oldest first.
 * They are the person's own words, so the file is theirs alone.
 */
import { join } from "node:path";
import { withLockSync } from "../../files/lock.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { hashName } from "../../sources/sessions/session-file-name.ts";

export interface PromptHistory {
  /** Oldest first. */
  readonly read: () => readonly string[];
  /** The same as the last one, and a blank one, add nothing. */
  readonly add: (prompt: string) => void;
}

/** More than anybody goes back through with a key. */
export const MAX_PROMPTS = 200;
/** A longer prompt is a pasted file; it is not written again by going back. */
export const MAX_PROMPT_UNITS = 20_000;
/** Oldest prompts go until the file is within this. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Somebody who waits to go on writes his prompt without it. */
const LOCK_WAIT_MS = 200;

/** The history of a folder; without a state folder it lasts as long as the program. */
export function promptHistory(cwd: string, stateDir: string | undefined): PromptHistory {
  const file = stateDir && join(stateDir, "history", `${hashName(cwd)}.jsonl`);
  let prompts: readonly string[] = file === undefined ? [] : readPrompts(file);
  return {
    read: () => prompts,
    add(prompt) {
      if (prompt.trim() === "" || prompt.length > MAX_PROMPT_UNITS) return;
      prompts = withPrompt(prompts, prompt);
      // A disk that takes nothing costs the history of the next start, and no prompt.
      if (file !== undefined) writePrompt(file, prompt);
    },
  };
}

function withPrompt(prompts: readonly string[], prompt: string): readonly string[] {
  if (prompts.at(-1) === prompt) return prompts;
  return [...prompts, prompt].slice(-MAX_PROMPTS);
}

function readPrompts(file: string): readonly string[] {
  const read = readBounded(file, MAX_FILE_BYTES);
  if (!read.ok) return [];
  return read.value.split("\n").flatMap(promptIn).slice(-MAX_PROMPTS);
}

function promptIn(line: string): readonly string[] {
  if (line === "") return [];
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" && value.length <= MAX_PROMPT_UNITS ? [value] : [];
  } catch {
    return [];
  }
}

/** Another host in the same folder may have written meanwhile, so the file is read again. */
function writePrompt(file: string, prompt: string): void {
  withLockSync(
    `${file}.lock`,
    () => {
      const lines = newestWithin(
        withPrompt(readPrompts(file), prompt).map((each) => JSON.stringify(each)),
      );
      writeWhole(file, `${lines.join("\n")}\n`, { mode: 0o600, durable: false });
    },
    { waitMs: LOCK_WAIT_MS },
  );
}

/** As many of the last lines as the file may hold. */
function newestWithin(lines: readonly string[]): readonly string[] {
  let bytes = 0;
  const first = lines.findLastIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > MAX_FILE_BYTES;
  });
  return lines.slice(first + 1);
}
