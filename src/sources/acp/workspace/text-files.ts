/** Reading and writing a text file for an agent, inside its workspace or with the person's permission. */
import fs from "node:fs";
import { resolve } from "node:path";
import type { ReadTextFileRequest, WriteTextFileRequest } from "@agentclientprotocol/sdk";
import { ok, type Result } from "../../../base/result.ts";
import { type OpenedPath, openForReading, openPath } from "./opened-path.ts";
import type { OutsidePermission } from "./outside-permission.ts";
import type { Roots } from "./roots.ts";
import { invalid, refused, type ServeFault, systemFault } from "./serve-fault.ts";
import { openWriteTarget, replaceTarget, type WriteTarget } from "./write-target.ts";

/** A source file is smaller by far; the answer must fit in one message of the protocol (32 MiB, escaped). */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface FileRoom {
  readonly roots: Roots;
  readonly permission: OutsidePermission;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
}

const OUTSIDE = "it is outside the workspace";
const LINKED = "it has a second name, which may be outside the workspace";

/** The text of a file, or of some of its lines. */
export async function readTextFile(
  params: ReadTextFileRequest,
  room: FileRoom,
): Promise<Result<string, ServeFault>> {
  const path = absolutePath(params.path, room.roots);
  if (!path.ok) return path;
  let opened: OpenedPath;
  try {
    opened = openPath(path.value, room.platform);
  } catch (error) {
    return systemFault("read", path.value, error);
  }
  try {
    const { realPath, stat } = opened;
    if (!stat.isFile()) return refused(`cannot read ${path.value}: it is not a regular file`);
    const why = !room.roots.hold(realPath) ? OUTSIDE : stat.nlink > 1 ? LINKED : undefined;
    if (why !== undefined) {
      const { permission, signal } = room;
      const allowed = await permission.require(params.sessionId, "read", realPath, why, signal);
      if (!allowed.ok) return allowed;
    }
    const bytes = readOpened(opened);
    if (bytes === undefined) {
      return refused(`cannot read ${path.value}: it is larger than ${MAX_FILE_BYTES} bytes`);
    }
    const text = decoded(bytes);
    if (text === undefined) return refused(`cannot read ${path.value}: it is not a UTF-8 text`);
    return ok(linesOf(text, params.line ?? undefined, params.limit ?? undefined));
  } catch (error) {
    return systemFault("read", path.value, error);
  } finally {
    opened.close();
  }
}

/** Undefined: too large, also one that grows while it is read. */
function readOpened(opened: OpenedPath): Uint8Array | undefined {
  const fd = openForReading(opened);
  try {
    const buffer = Buffer.alloc(Math.min(fs.fstatSync(fd).size, MAX_FILE_BYTES) + 1);
    let filled = 0;
    for (; filled < buffer.length; ) {
      const count = fs.readSync(fd, buffer, filled, buffer.length - filled, null);
      if (count === 0) break;
      filled += count;
    }
    return filled > MAX_FILE_BYTES ? undefined : buffer.subarray(0, filled);
  } finally {
    fs.closeSync(fd);
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Lines count from 1; what is beyond the end is empty. */
function linesOf(text: string, line: number | undefined, limit: number | undefined): string {
  if (line === undefined && limit === undefined) return text;
  const lines = text.split(/(?<=\n)/);
  const first = Math.max(0, (line ?? 1) - 1);
  return lines.slice(first, limit === undefined ? undefined : first + limit).join("");
}

/** Makes or replaces a file whole. */
export async function writeTextFile(
  params: WriteTextFileRequest,
  room: FileRoom,
): Promise<Result<void, ServeFault>> {
  const path = absolutePath(params.path, room.roots);
  if (!path.ok) return path;
  const bytes = new TextEncoder().encode(params.content);
  if (bytes.length > MAX_FILE_BYTES) {
    return refused(`cannot write ${path.value}: more than ${MAX_FILE_BYTES} bytes`);
  }
  if (bytes.includes(0)) return refused(`cannot write ${path.value}: it is not a text`);
  let target: WriteTarget;
  try {
    target = openWriteTarget(path.value, room.platform);
  } catch (error) {
    return systemFault("write", path.value, error);
  }
  try {
    const { realPath, stat } = target;
    if (stat !== undefined && !stat.isFile()) {
      return refused(`cannot write ${path.value}: it is not a regular file`);
    }
    if (stat !== undefined && (stat.mode & 0o200) === 0) {
      return refused(`cannot write ${path.value}: it is read-only`);
    }
    if (!room.roots.hold(realPath)) {
      const { permission, signal } = room;
      const allowed = await permission.require(
        params.sessionId,
        "write",
        realPath,
        OUTSIDE,
        signal,
      );
      if (!allowed.ok) return allowed;
    }
    replaceTarget(target, bytes, room.platform);
    return ok(undefined);
  } catch (error) {
    return systemFault("write", path.value, error);
  } finally {
    target.close();
  }
}

/** ACP's paths are absolute; a relative one counts from the working directory of the session. */
function absolutePath(path: string, roots: Roots): Result<string, ServeFault> {
  if (path === "" || path.includes("\0")) return invalid("the path is empty or holds a NUL");
  if (roots.cwd === undefined) return invalid("the session has no workspace");
  return ok(resolve(roots.cwd, path));
}
