/** Output of a command in a file that nobody waits for: where there are no groups of processes. */
import fs from "node:fs";
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { randomName } from "./random-name.ts";
import { lastWords, TAIL_BYTES } from "./tail-words.ts";

export interface OutputFile {
  /** For the command to write to. */
  readonly fd: number;
  /** The last of it, as `lastWords` has it. */
  readonly tail: () => string;
  readonly close: () => void;
}

/** A file without a name, or why there is none. Killed with us, nothing of it is left. */
export function openOutputFile(folder: string): Result<OutputFile> {
  const path = join(folder, randomName());
  try {
    const fd = fs.openSync(path, "ax+", 0o600);
    let isNamed = !removed(path);
    return ok({
      fd,
      tail: () => {
        const size = fs.fstatSync(fd).size;
        const bytes = new Uint8Array(Math.min(size, TAIL_BYTES));
        const count = fs.readSync(fd, bytes, 0, bytes.length, Math.max(0, size - TAIL_BYTES));
        return lastWords(bytes.subarray(0, count));
      },
      close: () => {
        emptied(fd);
        fs.closeSync(fd);
        if (isNamed) isNamed = !removed(path);
      },
    });
  } catch (error) {
    return failed(errorText(error));
  }
}

/** What was left running may hold the file open for days; it need not hold what was printed so far. */
function emptied(fd: number): void {
  try {
    fs.ftruncateSync(fd, 0);
  } catch {
    // It goes with the last who holds it.
  }
}

/** Windows keeps the name of a file that is open. */
function removed(path: string): boolean {
  try {
    fs.unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
