/** The file of `spy --log`: one JSON object a line, appended whole, private to the person. */
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { cleanLine } from "../../text/clean.ts";
import { jsonText } from "../../text/json-text.ts";

const PRIVATE = 0o600;
const NEWLINE = 0x0a;

export interface EventLog {
  /** Writes one line. One that does not fit is lost; the next one is tried again, on a line of its own. */
  readonly add: (line: object) => void;
  /** Why not everything is in the file, at first; one sentence without its end. */
  readonly problem: () => string | undefined;
  /** Nothing is added after this. */
  readonly close: () => void;
}

/** Opens it for appending; nothing waits for a reader of a named pipe. */
export function openEventLog(path: string, cwd: string): Result<EventLog> {
  const shown = cleanLine(path);
  let fd: number;
  let isTorn = false;
  try {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_NOCTTY } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY;
    fd = openSync(resolve(cwd, path), flags, PRIVATE);
    const kind = fstatSync(fd);
    if (kind.isDirectory()) return failed(`cannot write ${shown}: it is a folder`);
    isTorn = kind.isFile() && endsInLine(resolve(cwd, path), kind.size);
  } catch (error) {
    return failed(`cannot write ${shown}: ${errorText(error)}`);
  }
  let problem: string | undefined;
  return ok({
    add(line) {
      const bytes = new TextEncoder().encode(`${isTorn ? "\n" : ""}${jsonText(line)}\n`);
      try {
        // One write a line, so that two of them share a file without mixing.
        const written = writeSync(fd, bytes);
        isTorn = written < bytes.length;
        if (isTorn) problem ??= `${shown} takes no more`;
      } catch (error) {
        problem ??= `cannot write ${shown}: ${errorText(error)}`;
      }
    },
    problem: () => problem,
    close: () => closeSync(fd),
  });
}

/** Whether a writer before us got no further than into a line. */
function endsInLine(path: string, sizeBytes: number): boolean {
  if (sizeBytes === 0) return false;
  const fd = openSync(path, constants.O_RDONLY);
  try {
    const last = new Uint8Array(1);
    return readSync(fd, last, 0, 1, sizeBytes - 1) === 1 && last[0] !== NEWLINE;
  } finally {
    closeSync(fd);
  }
}
