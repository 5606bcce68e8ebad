/**
 * A redirected stderr that is looked at on its way: the command writes to a pipe, and what comes
 * out goes to where stderr goes, byte for byte.
 */
import { closeSync, fstatSync } from "node:fs";
import { readBytes } from "../../tty/read-bytes.ts";
import { processCalls } from "./process-calls.ts";
import { writeDescriptor } from "./write-descriptor.ts";

export interface ErrorTee {
  /** The end for the command; to be closed by `started` once it has it. */
  readonly fd: number;
  /** The other end, which the command must not have. */
  readonly ownFd: number;
  readonly started: () => void;
  /** Resolves when all that the command wrote has been passed on. */
  readonly drained: () => Promise<void>;
}

/** What the command left behind may hold the pipe for ever: it is over when nothing came for this long. */
const QUIET_MS = 50;

/**
 * A tee in front of descriptor 2. Undefined where it would change something: stdout and stderr that
 * are one file keep their order only if the command writes both itself.
 */
export function openErrorTee(onBytes: (bytes: Uint8Array) => void): ErrorTee | undefined {
  const calls = processCalls();
  if (!calls.ok || isSameFile(1, 2)) return undefined;
  const ends = new Int32Array(2);
  if (calls.value.c.pipe(ends) !== 0) return undefined;
  const [from = -1, to = -1] = ends;
  const ended = Promise.withResolvers<void>();
  let lastMs = performance.now();
  const take = (bytes: Uint8Array): void => {
    lastMs = performance.now();
    onBytes(bytes);
    if (writeDescriptor(2, bytes)) return;
    // Nobody reads stderr any more: the command must hear of it (SIGPIPE), or it writes for ever.
    stop();
    closeSync(from);
    ended.resolve();
  };
  const stop = readBytes(from, take, ended.resolve);
  return {
    fd: to,
    ownFd: from,
    started: () => closeSync(to),
    async drained() {
      lastMs = performance.now();
      const quiet = async (): Promise<void> => {
        while (performance.now() - lastMs < QUIET_MS) await Bun.sleep(QUIET_MS / 5);
      };
      await Promise.race([ended.promise, quiet()]);
      stop();
    },
  };
}

function isSameFile(one: number, other: number): boolean {
  try {
    const a = fstatSync(one, { bigint: true });
    const b = fstatSync(other, { bigint: true });
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
