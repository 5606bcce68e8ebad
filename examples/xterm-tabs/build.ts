/**
 * `bun examples/xterm-tabs/build.ts`: writes the page as one file with everything in it, which plays
 * its recorded streams without a server, also when opened from the disk.
 */
import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The page in one text: no other file, no address outside. Throws with the bundler's messages. */
export async function buildPage(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "index.html")],
    target: "browser",
    // One file of HTML, with scripts and styles inside.
    compile: true,
    minify: true,
  });
  const [page] = outputs;
  if (page === undefined) throw new Error("the bundler made no page");
  return page.text();
}

if (import.meta.main) {
  const folder = join(import.meta.dir, "../../dist");
  const path = join(folder, "xterm-tabs.html");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, await buildPage());
  writeSync(1, `${path}\n`);
}
