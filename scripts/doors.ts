/**
 * The doors that `package.json` exports, made for a package: each as one file of JavaScript with the
 * types of all it exports. It runs in browsers, Node and Bun; one whose name ends in `/node` has no
 * business in a browser.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { exports as sources } from "../package.json";
import { checkout } from "./compile.ts";

/** What a manifest says of one door. */
interface DoorExport {
  readonly types: string;
  readonly default: string;
}

const RELATIVE_IMPORT = /(from "|import\(")(\.{1,2}\/[^"]+)\.ts"/g;

/** The types need no more of a platform than what browsers, Node and Bun share; sources for Node do. */
const COMPILER = [
  "--ignoreConfig",
  "--declaration",
  "--emitDeclarationOnly",
  "--strict",
  "--exactOptionalPropertyTypes",
  "--allowImportingTsExtensions",
  ...["--target", "ESNext", "--module", "ESNext", "--moduleResolution", "bundler"],
  ...["--lib", "ESNext,DOM"],
];

/**
 * Writes `lib/NAME.js` and `lib/NAME.d.ts` of each door into the folder of a package, and returns the
 * `exports` of its manifest. Throws with what the bundler or the compiler says.
 */
export async function writeDoors(folder: string): Promise<Readonly<Record<string, DoorExport>>> {
  const lib = join(folder, "lib");
  const doors = Object.entries(sources).map(([path, source]) => ({
    path,
    name: path.slice(2),
    source: join(checkout, source),
  }));
  for (const { name, source } of doors) await bundle(source, name, join(lib, `${name}.js`));
  writeTypes(doors, lib);
  return Object.fromEntries(
    doors.map(({ path, name }) => [
      path,
      { types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` },
    ]),
  );
}

function isForNode(name: string): boolean {
  return name.endsWith("/node");
}

/** One file, not minified: what a page or a server carries of it is theirs to decide. */
async function bundle(source: string, name: string, outfile: string): Promise<void> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [source],
    target: isForNode(name) ? "node" : "browser",
    format: "esm",
  });
  const [output] = outputs;
  if (!success || output === undefined) throw new Error(logs.join("\n"));
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, await output.text());
}

/** The declarations stand in `lib/types` as the sources do; `NAME.d.ts` names the door's own. */
function writeTypes(
  doors: readonly { readonly name: string; readonly source: string }[],
  lib: string,
): void {
  const made = mkdtempSync(join(tmpdir(), "telltale-types-"));
  try {
    const compiler = join(checkout, "node_modules/typescript-7/bin/tsc");
    const root = join(checkout, "src");
    const places = ["--rootDir", root, "--outDir", made];
    for (const ofNode of [false, true]) {
      const files = doors.filter(({ name }) => isForNode(name) === ofNode);
      const options = [...COMPILER, "--types", ofNode ? "bun" : "", ...places];
      const sources = files.map(({ source }) => source);
      const run = spawnSync(process.execPath, [compiler, ...options, ...sources], {
        cwd: checkout,
        encoding: "utf8",
      });
      if (run.status !== 0) throw new Error(`no types for the doors: ${run.stdout}${run.stderr}`);
    }
    for (const { name, source } of doors) {
      const declaration = relative(root, source).replace(/\.ts$/, "");
      takeOver(`${declaration}.d.ts`, made, join(lib, "types"));
      const entry = join(lib, `${name}.d.ts`);
      const types = relative(dirname(entry), join(lib, "types", declaration)).replaceAll("\\", "/");
      const path = types.startsWith(".") ? types : `./${types}`;
      writeFileSync(entry, `export * from "${path}.js";\n`);
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Copies a declaration and those it imports. Their imports name `.js`: that is where every compiler
 * looks for the types beside it, and few take a `.ts` from a package.
 */
function takeOver(file: string, from: string, to: string, taken = new Set<string>()): void {
  if (taken.has(file)) return;
  taken.add(file);
  const text = readFileSync(join(from, file), "utf8");
  mkdirSync(dirname(join(to, file)), { recursive: true });
  writeFileSync(join(to, file), text.replace(RELATIVE_IMPORT, '$1$2.js"'));
  for (const [, , path] of text.matchAll(RELATIVE_IMPORT)) {
    takeOver(join(dirname(file), `${path}.d.ts`), from, to, taken);
  }
}
