/**
 * `npm run build`: the compiled program as `dist/telltale`, and beside it `dist/build.json` with
 * what it was made of. Does nothing when that has not changed; `--force` builds all the same.
 */
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../package.json";
import { scriptArguments } from "./arguments.ts";
import { checkout, compileProgram, sourcesHash } from "./compile.ts";

const USAGE = `usage: npm run build [-- --force]

Compiles the program to dist/telltale, if its sources have changed since.

  --force   compile all the same`;
const { values } = scriptArguments(USAGE, { options: { force: { type: "boolean" } } });

const dist = join(checkout, "dist");
const program = join(dist, "telltale");
const recordPath = join(dist, "build.json");

const startedAt = new Date();
const record = `${JSON.stringify({ version, bun: Bun.version, inputs: sourcesHash() }, null, 2)}\n`;
const isCurrent = existsSync(program) && readText(recordPath) === record;
if (isCurrent && values.force !== true) {
  touch();
  console.log(`dist/telltale ${version} is current`);
} else {
  mkdirSync(dist, { recursive: true });
  await compileProgram(program);
  writeFileSync(recordPath, record);
  touch();
  const megabytes = (statSync(program).size / 1e6).toFixed(0);
  const seconds = ((Date.now() - startedAt.getTime()) / 1000).toFixed(1);
  console.log(`dist/telltale ${version} built in ${seconds} s, ${megabytes} MB`);
}

/**
 * `bin/telltale` takes the program for current as long as no source is newer: so it gets the time
 * at which the sources were read, not the one at which it was finished.
 */
function touch(): void {
  utimesSync(program, startedAt, startedAt);
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
