/** Whether something of that name is on the disk. */
import fs from "node:fs";
import { errorCode, errorText } from "../../files/system-error.ts";
import { storeFault } from "./locked.ts";

/** Also a link that leads nowhere. Throws `WorkflowError` where nobody can tell, as in a folder that is closed to us. */
export function isThere(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return false;
    throw storeFault(`cannot look at ${path}: ${errorText(error)}`);
  }
}
