/** The documents of a package: its README, and whatever that leads to over links, so that none is dead. */
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Code is shown, not followed. */
const CODE = /^(`{3,})[\s\S]*?^\1|`[^`\n]*`/gm;
const LINK = /\]\(([^)\s]+)\)/g;

/** Copies `README.md` and all that it leads to. Throws where a link leads out of the folder, or nowhere. */
export function copyDocuments(from: string, to: string): void {
  const found = new Set(["README.md"]);
  // A set goes on with what is added while it is walked.
  for (const file of found) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(from, file), join(to, file));
    if (!file.endsWith(".md")) continue;
    for (const link of relativeLinks(readFileSync(join(from, file), "utf8"))) {
      const path = normalize(join(dirname(file), link)).replaceAll("\\", "/");
      const isFile = statSync(join(from, path), { throwIfNoEntry: false })?.isFile() === true;
      if (path.startsWith("../") || !isFile) throw new Error(`${file} leads to no file: ${link}`);
      found.add(path);
    }
  }
}

/** Where a Markdown text leads to among the files around it. */
export function relativeLinks(markdown: string): readonly string[] {
  return [...markdown.replaceAll(CODE, "").matchAll(LINK)]
    .map(([, link = ""]) => decodeURI(link.replace(/[?#].*/, "")))
    .filter((link) => link !== "" && !/^(?:[a-z]+:|\/)/i.test(link));
}
