/** The program as it will be started from somebody else's settings, long after this call. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Io } from "../io.ts";

/** Folders of package runners, whose content is thrown away. */
const RUNNER_FOLDER = /[\\/](?:_npx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/;

/**
 * The words that start this program: the executable; from the sources, the checkout's own starter if
 * there is one, else Bun and the main module.
 */
export function installedProgram(io: Pick<Io, "program" | "platform">): readonly string[] {
  const main = io.program.at(-1);
  if (main === undefined || io.program.length === 1 || io.platform === "win32") return io.program;
  const starter = path.resolve(path.dirname(main), "..", "..", "bin", "telltale");
  return fs.existsSync(starter) ? [starter] : io.program;
}

/** Why the program may be gone one day; undefined if it lies where programs stay. */
export function unstablePlace(program: readonly string[]): string | undefined {
  const file = program.at(-1) ?? "";
  if (RUNNER_FOLDER.test(file)) {
    return "it was started by a package runner (npx), which deletes it at some time";
  }
  const temp = [os.tmpdir(), "/tmp", "/private/tmp", "/var/folders", "/private/var/folders"];
  const inside = temp.some((folder) => file.startsWith(`${folder}${path.sep}`));
  return inside ? "it lies in a folder for temporary files" : undefined;
}
