/** Which modules a program loads before its first line runs: the closure of its static imports. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What is loaded, and through which file first. */
export interface Loaded {
  /** Files of the tree, from its root -> the file that imports it (absent for the entry). */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** Everything else by its name, as `node:fs` or `yaml` -> the file that imports it. */
  readonly outside: ReadonlyMap<string, string>;
}

const transpiler = new Bun.Transpiler({ loader: "ts" });

/**
 * Follows `import` statements (those that are left when the types are gone) from an entry; an
 * `import()` is not followed, since it loads when it is called. Throws when a file is not there.
 */
export function loadedBy(root: string, entry: string): Loaded {
  const files = new Map<string, string | undefined>([[entry, undefined]]);
  const outside = new Map<string, string>();
  for (const file of files.keys()) {
    if (!file.endsWith(".ts")) continue;
    const path = join(root, file);
    const source = readFileSync(path, "utf8").replace(/^#!.*/, "");
    for (const { kind, path: specifier } of transpiler.scanImports(source)) {
      if (kind !== "import-statement" && kind !== "require-call") continue;
      if (!specifier.startsWith(".")) {
        if (!outside.has(specifier)) outside.set(specifier, file);
        continue;
      }
      const target = join(dirname(path), specifier);
      if (!existsSync(target)) throw new Error(`${file} imports ${specifier}, which is not there`);
      const name = relative(root, target).replaceAll("\\", "/");
      if (!files.has(name)) files.set(name, file);
    }
  }
  return { files, outside };
}

/** The chain of imports from the entry to the thing, for a message that says where to cut. */
export function chainTo({ files, outside }: Loaded, name: string): string {
  const chain = [name];
  let from = outside.get(name) ?? files.get(name);
  while (from !== undefined) {
    chain.unshift(from);
    from = files.get(from);
  }
  return chain.join(" -> ");
}
