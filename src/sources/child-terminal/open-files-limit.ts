/**
 * How many files a command may open. Bun raises the limit for itself when it starts, and its children
 * would have the raised one: programs that close "all" descriptors, or keep them in a table, notice.
 */
import { readFileSync } from "node:fs";
import { openCLibrary } from "../../tty/c-library.ts";

/** `RLIMIT_NOFILE` on Linux. */
const OPEN_FILES = 7;

/**
 * The limit that we were started with, which is that of our caller; undefined where it cannot be known
 * (there is no /proc on macOS).
 */
export function callersFileLimit(): number | undefined {
  try {
    const limits = readFileSync(`/proc/${process.ppid}/limits`, "utf8");
    const soft = /^Max open files\s+(\d+)\s/m.exec(limits)?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** Lowers the limit of this process, and of what it starts, to that; never raises it. */
export function setFileLimit(files: number | undefined): void {
  if (files === undefined) return;
  const library = openCLibrary({
    getrlimit: { args: ["i32", "ptr"], returns: "i32" },
    setrlimit: { args: ["i32", "ptr"], returns: "i32" },
  });
  if (!library.ok) return;
  // struct rlimit: what holds now, and up to where it may be raised.
  const limit = new BigUint64Array(2);
  if (library.value.getrlimit(OPEN_FILES, limit) !== 0) return;
  if (BigInt(files) >= (limit[0] ?? 0n)) return;
  limit[0] = BigInt(files);
  library.value.setrlimit(OPEN_FILES, limit);
}
