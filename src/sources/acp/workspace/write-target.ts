/**
 * The file that a write would make or replace, with its folder held fast, and the replacing of it: the
 * new content is written beside it and renamed over it within that folder. A rename follows no link, and
 * a second name of the old file (hard link) keeps the old content, so no byte goes anywhere else.
 */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../../../files/system-error.ts";
import { type OpenedPath, openPath } from "./opened-path.ts";

/** As many as Linux follows before it gives up. */
const MAX_LINKS = 40;
/** A new file of a project is for whoever may read the project; the umask narrows it. */
const NEW_FILE_MODE = 0o666;
const NEW_FOLDER_MODE = 0o777;

export interface WriteTarget {
  readonly realPath: string;
  /** Absent: the file is new. */
  readonly stat?: fs.Stats;
  /** The deepest folder of the path that is there. */
  readonly folder: OpenedPath;
  /** Folders below it that are missing. */
  readonly missing: readonly string[];
  readonly name: string;
  readonly close: () => void;
}

/** Looks for it; makes nothing. Throws system errors. */
export function openWriteTarget(path: string, platform: NodeJS.Platform): WriteTarget {
  let wanted = resolve(path);
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    const { folder, missing } = openDeepest(dirname(wanted), platform);
    try {
      const name = basename(wanted);
      const target = { folder, missing, name, close: folder.close };
      const realPath = join(folder.realPath, ...missing, name);
      if (missing.length > 0) return { ...target, realPath };
      const held = join(folder.heldPath, name);
      const stat = fs.lstatSync(held, { throwIfNoEntry: false });
      if (stat === undefined) return { ...target, realPath };
      if (!stat.isSymbolicLink()) return { ...target, realPath, stat };
      wanted = resolve(folder.realPath, fs.readlinkSync(held));
    } catch (error) {
      folder.close();
      throw error;
    }
    folder.close();
  }
  throw Object.assign(new Error("links"), { code: "ELOOP" });
}

function openDeepest(path: string, platform: NodeJS.Platform) {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const folder = openPath(at, platform);
      if (folder.stat.isDirectory()) return { folder, missing };
      folder.close();
      throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    } catch (error) {
      // A link to nowhere: whoever made it decides what is there, and not we.
      const isLink = fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      if (errorCode(error) !== "ENOENT" || isLink || dirname(at) === at) throw error;
      missing.unshift(basename(at));
    }
  }
}

/** Writes it whole and keeps its mode; missing folders are made. Throws system errors, and then nothing has changed. */
export function replaceTarget(
  target: WriteTarget,
  bytes: Uint8Array,
  platform: NodeJS.Platform,
): void {
  const opened: OpenedPath[] = [];
  try {
    let folder = target.folder;
    for (const name of target.missing) {
      makeFolder(join(folder.heldPath, name));
      folder = openPath(join(folder.heldPath, name), platform, "no-follow");
      opened.push(folder);
    }
    replaceIn(folder.heldPath, target, bytes);
  } finally {
    for (const folder of opened) folder.close();
  }
}

/** One that somebody else made meanwhile is as good; a link there is met by the opening. */
function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path, NEW_FOLDER_MODE);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function replaceIn(folder: string, { name, stat }: WriteTarget, bytes: Uint8Array): void {
  const temp = join(folder, `.${name.slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
  const fd = fs.openSync(temp, "wx", NEW_FILE_MODE);
  try {
    try {
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at);
      if (stat !== undefined) keepOwnerAndMode(fd, stat);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temp, join(folder, name));
  } catch (error) {
    fs.rmSync(temp, { force: true });
    throw error;
  }
}

function keepOwnerAndMode(fd: number, old: fs.Stats): void {
  const now = fs.fstatSync(fd);
  if (now.uid !== old.uid || now.gid !== old.gid) {
    try {
      fs.fchownSync(fd, old.uid, old.gid);
    } catch {
      // Only root can always do this; the bits are kept in any case.
    }
  }
  fs.fchmodSync(fd, old.mode & 0o777);
}
