import fs from "node:fs";
import { dirname } from "node:path";

/** The folders that have to be made for a file, the outermost first. */
export function missingFolders(file: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !fs.existsSync(folder); folder = dirname(folder)) {
    missing.unshift(folder);
    if (dirname(folder) === folder) break;
  }
  return missing;
}
