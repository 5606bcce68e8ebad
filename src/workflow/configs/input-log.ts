/** Reading the files of configs, and writing down what was seen, so that a result can be kept. */
import fs from "node:fs";
import { type ReadResult, readBounded } from "../../files/read-bounded.ts";
import type { FileStat, InputFile } from "./loaded.ts";

/** Texts that count as the same have the same hash. It guards against a slip, not against an attacker. */
export function contentHash(text: string): string {
  return Bun.hash(text).toString(36);
}

const NOTHING: FileStat = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** Undefined where no regular file is. */
export function fileStat(path: string): FileStat | undefined {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return undefined;
    const { size, mtimeMs, ctimeMs, ino } = stat;
    return { size, mtimeMs, ctimeMs, ino };
  } catch {
    // What cannot be looked at is not there for us; should that change, the result is made anew.
    return undefined;
  }
}

/** The reader of one load. Each file is written down once, as it was first seen. */
export class InputLog {
  readonly #inputs = new Map<string, InputFile>();

  get inputs(): readonly InputFile[] {
    return [...this.#inputs.values()];
  }

  /** The text of a regular file of that size at most. */
  read(path: string, maxBytes: number): ReadResult<string> {
    // Before the content: a change in between shows at the next look.
    const stat = fileStat(path);
    const text = readBounded(path, maxBytes);
    const hash = text.ok ? contentHash(text.value) : "";
    this.#note(stat === undefined ? { path } : { path, seen: { ...stat, hash } });
    return text;
  }

  /** Whether a regular file is there. */
  isThere(path: string): boolean {
    const isThere = fileStat(path) !== undefined;
    const nothing = { ...NOTHING, hash: "" };
    this.#note(isThere ? { path, presence: true, seen: nothing } : { path, presence: true });
    return isThere;
  }

  #note(input: InputFile): void {
    const known = this.#inputs.get(input.path);
    // A file that is read counts for more than one that is only looked for.
    if (known === undefined || (known.presence && !input.presence)) {
      this.#inputs.set(input.path, input);
    }
  }
}
