/** Makes one executable of the program: the sources, their packages and the runtime in one file. */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** The folder of the checkout. */
export const checkout = resolve(import.meta.dir, "..");

const entry = join(checkout, "src/cli/main.ts");

/** Times the usual number of calls before code is compiled: far more than a short process makes. */
const JIT_POLICY = 20;

/** One hash over the path and content of everything that goes into the program. */
export function sourcesHash(): string {
  const files = readdirSync(join(checkout, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)));
  files.push("package.json", "package-lock.json", "scripts/compile.ts");
  const hash = new Bun.CryptoHasher("sha256");
  for (const path of files.sort()) {
    const content = readFileSync(join(checkout, path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** Compiles the program to `outfile`, for this machine or for `target`; see `compileEntry`. */
export function compileProgram(outfile: string, target?: Bun.Build.CompileTarget): Promise<void> {
  // By its build the program knows what another one kept in a cache.
  const define = { TELLTALE_BUILD: JSON.stringify(sourcesHash()) };
  return compileEntry(entry, outfile, target, define);
}

/**
 * Compiles `entrypoint` to `outfile`; a file that was there is replaced as a whole, so that one that
 * runs goes on running. Names of `define` stand for their expressions. Throws with the bundler's messages.
 *
 * Each setting was measured or is needed:
 * - `bytecode` and `esm`: the start skips parsing; `cjs` is no faster and keeps the builder's paths.
 * - `splitting`: what only other commands load stays unread, so they cost a status line nothing.
 * - `jitPolicy`: a status line is over before compiled code would have paid for itself; a command that
 *   lives long asks for the usual policy with `Bun.unsafe.setJITPolicy(1)`.
 * - no dotenv and no bunfig: a folder somebody works in must not change what runs there.
 */
export async function compileEntry(
  entrypoint: string,
  outfile: string,
  target?: Bun.Build.CompileTarget,
  define: Readonly<Record<string, string>> = {},
): Promise<void> {
  // A folder and not a suffix: the name of the file goes into the executable.
  const folder = mkdtempSync(join(dirname(outfile), ".new-"));
  const made = join(folder, basename(outfile));
  try {
    const { success, logs } = await Bun.build({
      entrypoints: [entrypoint],
      target: "bun",
      format: "esm",
      bytecode: true,
      minify: true,
      splitting: true,
      define,
      compile: {
        jitPolicy: JIT_POLICY,
        ...(target === undefined ? {} : { target }),
        outfile: made,
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
    });
    if (!success) throw new Error(logs.join("\n"));
    renameSync(made, outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
