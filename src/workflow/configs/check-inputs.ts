/** Whether the files of a load are still what they were. */
import { readBounded } from "../../files/read-bounded.ts";
import { contentHash, fileStat } from "./input-log.ts";
import type { FileStat, InputFile } from "./loaded.ts";

/**
 * A file that changed so shortly before it was read may have changed again at the same time by its file
 * system's clock: its content is compared.
 */
const YOUNG_MS = 2000;
/** No input is larger; a file that grew beyond is another one anyway. */
const MAX_INPUT_BYTES = 1_048_576;

/**
 * - `same`: no file changed.
 * - `settled`: the same, and nothing is young any more against that moment: what is kept may say so.
 * - `changed`: some file is other than it was.
 */
export type InputState = "same" | "settled" | "changed";

/** Looks at every file; `builtMs` is when the reading of them began, `nowMs` is now. */
export function checkInputs(
  inputs: readonly InputFile[],
  builtMs: number,
  nowMs: number,
): InputState {
  let hadYoung = false;
  let hasYoung = false;
  for (const input of inputs) {
    const stat = fileStat(input.path);
    if (input.presence || stat === undefined || input.seen === undefined) {
      if ((stat === undefined) !== (input.seen === undefined)) return "changed";
      continue;
    }
    const { hash, ...seen } = input.seen;
    if (!isSame(stat, seen)) return "changed";
    const changedMs = Math.max(stat.mtimeMs, stat.ctimeMs);
    if (changedMs <= builtMs - YOUNG_MS) continue;
    hadYoung = true;
    if (changedMs > nowMs - YOUNG_MS) hasYoung = true;
    const text = readBounded(input.path, MAX_INPUT_BYTES);
    if (!text.ok || contentHash(text.value) !== hash) return "changed";
  }
  return hadYoung && !hasYoung ? "settled" : "same";
}

function isSame(one: FileStat, other: FileStat): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino
  );
}
