/**
 * The least that any status line command can do: read the JSON, write a line. Compiled as the
 * program is, it is the floor that starts are compared with.
 */
import { readFileSync, writeSync } from "node:fs";

const payload = JSON.parse(readFileSync(0, "utf8"));
writeSync(1, `${payload.model?.display_name ?? ""}\n`);
process.exit(0);
