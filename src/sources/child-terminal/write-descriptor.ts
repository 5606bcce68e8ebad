/** Writes to a descriptor that was given to us, whole, however slow its reader is. */
import { writeSync } from "node:fs";
import { terminalCalls } from "../../tty/terminal-calls.ts";

/** One wait for a reader; it is repeated for as long as the reader lives. */
const WAIT_MS = 100;

/** False: there is no reader any more, and what was not written is lost. */
export function writeDescriptor(fd: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EINTR") continue;
      if (code !== "EAGAIN") return false;
      const calls = terminalCalls();
      if (!calls.ok) Bun.sleepSync(1);
      else calls.value.waitWritable(fd, WAIT_MS);
    }
  }
  return true;
}
