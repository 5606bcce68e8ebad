/**
 * A name in the file system held fast, so that what is decided about it is about what is then used.
 * Linux: a descriptor that only points (`O_PATH`), opened without waking a pipe or a device; what it
 * points to says itself where it really is, and is used through the descriptor. Elsewhere the real path
 * is compared again after opening.
 */
import fs from "node:fs";

/** Linux; Node has no name for it. */
const O_PATH = 0o10000000;

export interface OpenedPath {
  /** Where it is, links followed, at the moment it was opened. */
  readonly realPath: string;
  readonly stat: fs.Stats;
  /** A path that names the very thing while it is held, whatever happens to the names in between. */
  readonly heldPath: string;
  readonly close: () => void;
}

/** Opens what a path names, links followed. `noFollow`: a link at its end is refused (ELOOP). Throws system errors. */
export function openPath(
  path: string,
  platform: NodeJS.Platform,
  noFollow: "no-follow" | "follow" = "follow",
): OpenedPath {
  if (platform !== "linux") return openedByName(path);
  const fd = fs.openSync(path, O_PATH | (noFollow === "no-follow" ? fs.constants.O_NOFOLLOW : 0));
  try {
    const heldPath = `/proc/self/fd/${fd}`;
    const stat = fs.fstatSync(fd);
    // The kernel adds " (deleted)" to a name that is gone.
    if (stat.nlink === 0) throw Object.assign(new Error("deleted"), { code: "ENOENT" });
    if (stat.isSymbolicLink()) throw Object.assign(new Error("a link"), { code: "ELOOP" });
    return { realPath: fs.readlinkSync(heldPath), stat, heldPath, close: () => fs.closeSync(fd) };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
}

function openedByName(path: string): OpenedPath {
  const realPath = fs.realpathSync.native(path);
  return { realPath, stat: fs.lstatSync(realPath), heldPath: realPath, close: () => {} };
}

/** The held path as another process of ours reads it, while it is held. */
export function processPath({ heldPath, realPath }: OpenedPath): string {
  return heldPath === realPath
    ? realPath
    : heldPath.replace("/proc/self/", `/proc/${process.pid}/`);
}

/** The file behind an opened path, opened for reading; throws if it is another one by now. */
export function openForReading(opened: OpenedPath): number {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
  const isHeld = opened.heldPath !== opened.realPath;
  // Through a held descriptor there is one link to follow, the kernel's own.
  const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (isHeld ? 0 : (O_NOFOLLOW ?? 0));
  const fd = fs.openSync(opened.heldPath, flags);
  const now = fs.fstatSync(fd);
  const isSame = now.dev === opened.stat.dev && now.ino === opened.stat.ino && now.isFile();
  if (isSame && (isHeld || fs.realpathSync.native(opened.realPath) === opened.realPath)) return fd;
  fs.closeSync(fd);
  throw Object.assign(new Error("it was changed meanwhile"), { code: "" });
}
