/**
 * The place of the unix socket: in a folder that nobody else may enter. A socket that nobody listens on is
 * taken away; one on which somebody listens is left alone.
 */
import fs from "node:fs";
import { connect } from "node:net";
import { basename, dirname } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { withLock } from "../../files/lock.ts";
import { errorCode, errorText } from "../../files/system-error.ts";

/** What fits into `sun_path` with its end: 108 bytes on Linux, 104 on macOS. */
const MAX_SOCKET_BYTES = 103;

/** A listener in this machine answers at once or not at all. */
const ANSWER_MS = 2_000;

const OTHERS = 0o077;

/** Two that start at the same moment: the second one sees the first one's socket. */
const LOCK_WAIT_MS = 5_000;

/** Makes the folder, frees the path and binds there, or says why it cannot be used. */
export async function bindSocket<T>(path: string, bind: () => Result<T>): Promise<Result<T>> {
  const bytes = new TextEncoder().encode(path).length;
  if (bytes > MAX_SOCKET_BYTES) {
    return failed(
      `the path of the socket has ${bytes} bytes, and ${MAX_SOCKET_BYTES} fit: ${path}`,
    );
  }
  const folder = privateFolder(dirname(path));
  if (!folder.ok) return folder;
  const bound = await withLock(
    `${path}.lock`,
    async () => {
      const free = await freePath(path);
      return free.ok ? bind() : free;
    },
    { waitMs: LOCK_WAIT_MS },
  );
  return bound.ok ? bound.value : bound;
}

function privateFolder(folder: string): Result<void> {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = fs.statSync(folder);
    const uid = process.getuid?.();
    if (uid !== undefined && stat.uid !== uid) {
      return failed(`the folder of the socket belongs to somebody else: ${folder}`);
    }
    if (process.platform !== "win32" && (stat.mode & OTHERS) !== 0) {
      return failed(`others may enter the folder of the socket; chmod 700 it: ${folder}`);
    }
    return ok(undefined);
  } catch (error) {
    return failed(`cannot make the folder of the socket: ${errorText(error)}: ${folder}`);
  }
}

async function freePath(path: string): Promise<Result<void>> {
  try {
    if (!fs.lstatSync(path).isSocket()) {
      return failed(`there is something else than a socket: ${path}`);
    }
  } catch (error) {
    return errorCode(error) === "ENOENT" ? ok(undefined) : failed(errorText(error));
  }
  if (await isAnswered(path)) return failed(`a runtime listens there already: ${path}`);
  try {
    fs.rmSync(path, { force: true });
    return ok(undefined);
  } catch (error) {
    return failed(`cannot take the old socket of ${basename(path)} away: ${errorText(error)}`);
  }
}

/** Whether somebody listens. No answer in time means that somebody does, and is busy. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answered: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answered);
    };
    const timer = setTimeout(() => end(true), ANSWER_MS);
    socket.once("connect", () => end(true));
    socket.once("error", (error) => end(!["ECONNREFUSED", "ENOENT"].includes(errorCode(error))));
  });
}

/** Which file a path names now, to see later whether it is still the same. */
export function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = fs.lstatSync(path);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Takes the socket away, unless it is another one by now. */
export function removeSocket(path: string, identity: string | undefined): void {
  if (identity === undefined || identityOf(path) !== identity) return;
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // It is refused to nobody who comes later: nobody listens on it.
  }
}
