/** The program as a person would type it where they are. */
import fs from "node:fs";
import path from "node:path";
import { shellWord } from "../../sources/harnesses/claude-code/own-commands.ts";
import { installedProgram } from "../install/program.ts";
import type { Io } from "../io.ts";

/**
 * In a checkout its starter, from its own folder `bin/telltale` and from others with the whole path;
 * else the word `telltale`.
 */
export function typedProgram(io: Pick<Io, "program" | "platform" | "cwd">): string {
  const [started = "", ...more] = installedProgram(io);
  if (more.length > 0 || io.platform === "win32") return "telltale";
  const folder = path.basename(path.dirname(started));
  // The compiled program of a checkout lies in `dist`, and the starter takes it while it is current.
  const starter = folder === "dist" ? path.join(started, "..", "..", "bin", "telltale") : started;
  const isStarter = path.basename(path.dirname(starter)) === "bin" && isCheckout(starter);
  if (!isStarter) return "telltale";
  const near = path.join("bin", "telltale");
  return path.relative(io.cwd, starter) === near ? near : shellWord(starter);
}

function isCheckout(starter: string): boolean {
  const sources = path.join(starter, "..", "..", "src", "cli", "main.ts");
  return fs.existsSync(starter) && fs.existsSync(sources);
}
