/**
 * Writing a file so that a reader, a crash or a full disk never meets half of it: a temporary file
 * beside the real target, written and flushed, then renamed over it.
 */
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realTarget } from "./real-target.ts";
import { errorCode, errorText } from "./system-error.ts";

/** How a file is written. */
export interface WriteOptions {
  /** Permission bits. Without it an existing file keeps its own and a new one gets 0600. */
  readonly mode?: number;
  /** Wait until the bytes are on the disk (default). Caches can do without. */
  readonly durable?: boolean;
  /**
   * Where the temporary file is made, instead of beside the target: a folder for nothing else, on the
   * same disk. Leftovers are looked for there alone, which costs a folder of ten thousand files nothing.
   */
  readonly tempFolder?: string;
}

/**
 * Why nothing was written. `read-only` means that the owner took the write permission away (a file
 * made by a configuration manager): show the person what to add instead.
 */
export type WriteFailureKind = "read-only" | "not-a-file" | "failed";

/** Nothing, or the reason with its kind. Fits wherever a `Result` is asked for. */
export type WriteResult =
  | { readonly ok: true; readonly value: undefined }
  | { readonly ok: false; readonly reason: string; readonly kind: WriteFailureKind };

const NEW_FILE_MODE = 0o600;
const NEW_FOLDER_MODE = 0o700;
/** A write takes milliseconds; a temporary file this old belongs to nobody, whatever its pid says. */
const TEMP_MAX_AGE_MS = 10 * 60_000;
const TEMP_NAME = /\.(\d+)-[0-9a-f]{12}\.tmp$/;

interface Target {
  readonly path: string;
  /** Absent when the file is new. */
  readonly stat?: fs.Stats;
}

/**
 * Replaces the content of `path` as a whole. Links are followed (also a dangling one) and stay;
 * missing folders are made, private; mode and, where the system lets us, owner of an existing file
 * are kept. On any failure the old file is as it was and no temporary file is left. A second name
 * (hard link) of the old file keeps the old content.
 *
 * Refused: a file that its owner may not write (mode bits, so also for root), a file that we may not
 * write, and everything that is not a regular file.
 */
export function writeWhole(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): WriteResult {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  try {
    const target = resolveTarget(path);
    if ("refusal" in target) return target.refusal;
    const mode = options.mode ?? permissionBits(target.stat) ?? NEW_FILE_MODE;
    const folder = dirname(target.path);
    fs.mkdirSync(folder, { recursive: true, mode: NEW_FOLDER_MODE });
    const tempFolder = preparedTempFolder(options.tempFolder);
    if (tempFolder === undefined) removeLeftovers(folder, basename(target.path));
    const how = { mode, durable: options.durable ?? true, tempFolder: tempFolder ?? folder };
    try {
      replace(target, bytes, how);
    } catch (error) {
      // A process of another pid namespace may have taken our temporary file for a leftover; or a part
      // of the path is a link to another disk, where nothing of this one can be renamed to.
      const code = errorCode(error);
      if (code !== "ENOENT" && code !== "EXDEV") throw error;
      replace(target, bytes, { ...how, tempFolder: folder });
    }
    return { ok: true, value: undefined };
  } catch (error) {
    const kind = errorCode(error) === "EROFS" ? "read-only" : "failed";
    return refused(kind, `cannot write ${path}: ${errorText(error)}; the file is as it was`);
  }
}

/** Says why `path` cannot be replaced, or undefined if it may be tried. Writes nothing. */
export function writeRefusal(path: string): Extract<WriteResult, { ok: false }> | undefined {
  try {
    const target = resolveTarget(path);
    return "refusal" in target ? target.refusal : undefined;
  } catch (error) {
    return refused("failed", `cannot write ${path}: ${errorText(error)}`);
  }
}

function refused(kind: WriteFailureKind, reason: string): Extract<WriteResult, { ok: false }> {
  return { ok: false, reason, kind };
}

/** Finds the file that is to be replaced, and looks at it. Throws system errors. */
function resolveTarget(
  path: string,
): Target | { readonly refusal: Extract<WriteResult, { ok: false }> } {
  const target = realTarget(path);
  const stat = fs.lstatSync(target, { throwIfNoEntry: false });
  return stat === undefined ? { path: target } : checked(path, target, stat);
}

function checked(
  path: string,
  target: string,
  stat: fs.Stats,
): Target | { readonly refusal: Extract<WriteResult, { ok: false }> } {
  const where = resolve(path) === target ? path : `${path} (a link to ${target})`;
  if (!stat.isFile()) return { refusal: refused("not-a-file", `${where} is not a regular file`) };
  const ownerMayWrite = (stat.mode & 0o200) !== 0;
  if (!ownerMayWrite || !mayWrite(target)) {
    return {
      refusal: refused("read-only", `${where} is read-only; make the change there by hand`),
    };
  }
  return { path: target, stat };
}

function mayWrite(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function permissionBits(stat: fs.Stats | undefined): number | undefined {
  return stat === undefined ? undefined : stat.mode & 0o777;
}

interface ReplaceOptions {
  readonly mode: number;
  readonly durable: boolean;
  readonly tempFolder: string;
}

function replace(target: Target, bytes: Uint8Array, options: ReplaceOptions): void {
  const { mode, durable, tempFolder } = options;
  const name = `.${basename(target.path)}.${process.pid}-${randomHex()}.tmp`;
  const temp = join(tempFolder, name);
  let fd: number | undefined;
  try {
    fd = fs.openSync(temp, "wx", NEW_FILE_MODE);
    writeAll(fd, bytes);
    // The umask narrows what `open` was asked for; the owner must be set before the bits.
    keepOwner(fd, target.stat);
    fs.fchmodSync(fd, mode);
    if (durable) fs.fsyncSync(fd);
    const open = fd;
    fd = undefined;
    fs.closeSync(open);
    fs.renameSync(temp, target.path);
  } catch (error) {
    quietly(() => fd !== undefined && fs.closeSync(fd));
    quietly(() => fs.unlinkSync(temp));
    throw error;
  }
}

/** Without a Buffer, whose loading a hook or a status line would feel. */
function randomHex(): string {
  let hex = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(6))) {
    hex += byte.toString(16).padStart(2, "0");
  }
  return hex;
}

/** A single write may take only a part of the bytes, most of all on a disk that is nearly full. */
function writeAll(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    const count = fs.writeSync(fd, bytes, written, bytes.length - written, null);
    if (count === 0) throw Object.assign(new Error("nothing written"), { code: "ENOSPC" });
    written += count;
  }
}

/** Run with raised rights, the person's file must stay the person's. Only root can always do this. */
function keepOwner(fd: number, old: fs.Stats | undefined): void {
  if (old === undefined || process.getuid === undefined) return;
  const now = fs.fstatSync(fd);
  if (now.uid === old.uid && now.gid === old.gid) return;
  quietly(() => fs.fchownSync(fd, old.uid, old.gid));
}

/**
 * Takes away what killed writers of `path` left beside it, for a call that writes nothing itself. Links
 * are not followed: name the real file. Never throws.
 */
export function clearLeftovers(path: string): void {
  removeLeftovers(dirname(path), basename(path));
}

/** The folder that was asked for, made if need be and rid of what killed writers left in it. */
function preparedTempFolder(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined;
  fs.mkdirSync(folder, { recursive: true, mode: NEW_FOLDER_MODE });
  quietly(() => {
    for (const entry of fs.readdirSync(folder)) {
      const pid = TEMP_NAME.exec(entry)?.[1];
      const leftover = join(folder, entry);
      if (pid !== undefined) {
        quietly(() => isAbandoned(leftover, Number(pid)) && fs.unlinkSync(leftover));
      }
    }
  });
  return folder;
}

/** A writer killed between open and rename leaves its temporary file; the next one takes it away. */
function removeLeftovers(folder: string, name: string): void {
  const prefix = `.${name}.`;
  quietly(() => {
    for (const entry of fs.readdirSync(folder)) {
      if (!entry.startsWith(prefix)) continue;
      const pid = TEMP_NAME.exec(entry)?.[1];
      if (pid === undefined || entry.length !== prefix.length + pid.length + 17) continue;
      const leftover = join(folder, entry);
      quietly(() => isAbandoned(leftover, Number(pid)) && fs.unlinkSync(leftover));
    }
  });
}

function isAbandoned(temp: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return true;
  }
  const stat = fs.lstatSync(temp, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > TEMP_MAX_AGE_MS;
}

function quietly(step: () => unknown): void {
  try {
    step();
  } catch {
    // Tidying up must not hide why the write failed.
  }
}
