/** The program as it will be started from somebody else's settings, long after this call. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { programText } from "../../sources/harnesses/claude-code/own-commands.ts";
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

/** What a person types to call us: the name where the PATH knows it, else the program itself. */
export function typedProgram(
  program: readonly string[],
  { env, platform }: Pick<Io, "env" | "platform">,
): string {
  const found = Bun.which("telltale", { PATH: env.PATH ?? "" });
  return found === null ? programText(program, platform) : "telltale";
}

/** Why the program may be gone one day, and what to do about it. */
export interface UnstablePlace {
  readonly reason: string;
  readonly remedy: string;
}

/** Undefined if the program lies where programs stay. */
export function unstablePlace(program: readonly string[]): UnstablePlace | undefined {
  const file = program.at(-1) ?? "";
  const forGood = "install the packed tarballs for good (see the README)";
  if (RUNNER_FOLDER.test(file)) {
    return {
      reason: "it was started by a package runner (npx), which deletes it at some time",
      remedy: `Start it from a checkout that stays, or ${forGood}, and run install again`,
    };
  }
  const temp = [os.tmpdir(), "/tmp", "/private/tmp", "/var/folders", "/private/var/folders"];
  if (!temp.some((folder) => file.startsWith(`${folder}${path.sep}`))) return undefined;
  return {
    reason: "it lies in a folder for temporary files",
    remedy: `Move it out of there (a checkout as a whole), or ${forGood}, and run install again`,
  };
}
