/** The folders that a session may use without asking, as real paths. */
import fs from "node:fs";
import { posix, win32 } from "node:path";

export interface Roots {
  /** A real path lies in one of them. */
  readonly hold: (realPath: string) => boolean;
  /** Where relative paths count from; undefined where the session has no folder. */
  readonly cwd: string | undefined;
}

/** Letters in both cases name one folder on these. */
const IGNORES_CASE: readonly NodeJS.Platform[] = ["win32", "darwin"];

/** Looks the folders up now; one that is missing holds nothing. Never throws. */
export function readRoots(folders: readonly string[], platform: NodeJS.Platform): Roots {
  const reals = folders.flatMap((folder) => {
    try {
      return [fs.realpathSync.native(folder)];
    } catch {
      return [];
    }
  });
  return {
    hold: (realPath) => reals.some((root) => isBelow(root, realPath, platform)),
    cwd: folders[0],
  };
}

/** Whether a path is a folder or lies below it; both real. */
function isBelow(root: string, path: string, platform: NodeJS.Platform): boolean {
  const { relative, isAbsolute, sep } = platform === "win32" ? win32 : posix;
  const fold = (text: string) => (IGNORES_CASE.includes(platform) ? text.toLowerCase() : text);
  const way = relative(fold(root), fold(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
