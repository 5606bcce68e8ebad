/** Reads a script. */
import { failed, type Result } from "../../base/result.ts";

export function loadScript(file: string, _cwd: string): Result<object> {
  return failed(`cannot play ${file}`);
}
