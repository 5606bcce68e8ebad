/** The one real path behind a name, so that everybody who means the same file names it the same. */
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "./system-error.ts";

/** As many as Linux follows before it gives up. */
const MAX_LINKS = 40;

/**
 * The file that a write to `path` would make or replace: links followed, also a dangling one. Throws
 * system errors (ELOOP for links in a circle).
 */
export function realTarget(path: string): string {
  let target = resolve(path);
  for (let links = 0; ; links += 1) {
    target = join(realFolder(dirname(target)), basename(target));
    const stat = fs.lstatSync(target, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() !== true) return target;
    if (links === MAX_LINKS) throw Object.assign(new Error("links"), { code: "ELOOP" });
    // A relative link counts from the real folder that it stands in.
    target = resolve(dirname(target), fs.readlinkSync(target));
  }
}

/** The real path of a folder, of which a last part may be missing still. */
function realFolder(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (errorCode(error) !== "ENOENT" || parent === folder) throw error;
    return join(realFolder(parent), basename(folder));
  }
}
