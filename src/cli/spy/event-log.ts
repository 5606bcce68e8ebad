/** The file of `spy --log`: one JSON object a line, appended whole, private to the person. */
import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { cleanLine } from "../../text/clean.ts";
import { jsonText } from "../../text/json-text.ts";

const PRIVATE = 0o600;

export interface EventLog {
  /** Writes one line. After a failure nothing is written any more. */
  readonly add: (line: object) => void;
  /** Why not everything is in the file, one sentence without its end. */
  readonly problem: () => string | undefined;
}

/** Opens it for appending; nothing waits for a reader of a named pipe. */
export function openEventLog(path: string, cwd: string): Result<EventLog> {
  const shown = cleanLine(path);
  let fd: number;
  try {
    const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_NOCTTY } = constants;
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY;
    fd = openSync(resolve(cwd, path), flags, PRIVATE);
    if (fstatSync(fd).isDirectory()) return failed(`cannot write ${shown}: it is a folder`);
  } catch (error) {
    return failed(`cannot write ${shown}: ${errorText(error)}`);
  }
  let problem: string | undefined;
  return ok({
    add(line) {
      if (problem !== undefined) return;
      const bytes = new TextEncoder().encode(`${jsonText(line)}\n`);
      try {
        // One write a line, so that two of them share a file without mixing.
        const written = writeSync(fd, bytes);
        if (written < bytes.length) problem = `${shown} takes no more`;
      } catch (error) {
        problem = `cannot write ${shown}: ${errorText(error)}`;
      }
    },
    problem: () => problem,
  });
}
