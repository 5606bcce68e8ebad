/** A text without `#!` that may be executed is a script of the shell, as shells and execvp have it. */
import { constants } from "node:os";
import type { Result } from "../../base/result.ts";

/** Starts the program; where it is no program but a text, the shell with it. */
export function withShell<T>(
  file: string,
  argv: readonly string[],
  start: (file: string, argv: readonly string[]) => Result<T, number>,
): Result<T, number> {
  const started = start(file, argv);
  if (started.ok || started.reason !== constants.errno.ENOEXEC) return started;
  return start("/bin/sh", ["sh", file, ...argv.slice(1)]);
}
