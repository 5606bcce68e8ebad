import { isAbsolute, relative } from "node:path";
import { cleanLine } from "../../../../text/clean.ts";

/** A path as people read it: from the working directory where it lies below, on one clean line. */
export function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  const isBelow = below !== "" && !below.startsWith("..") && !isAbsolute(below);
  return cleanLine(isBelow ? below : path);
}
