import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyDocuments, relativeLinks } from "./packed-documents.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "telltale-documents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "from", name)), { recursive: true });
    writeFileSync(join(folder, "from", name), text);
  }
}

test("links of a text: those to files around it, without code, places in it and the web", () => {
  const text = `[a](docs/a.md) ![b](b%20c.png) [c](a.md#d) [e](#e) [f](https://f.example/x.md)
\`[g](g.md)\`
\`\`\`md
[h](h.md)
\`\`\`
[i](/i.md)`;
  expect(relativeLinks(text)).toEqual(["docs/a.md", "b c.png", "a.md"]);
});

test("documents that lead to each other: all of them are copied, others are not", () => {
  write({
    "README.md": "[a](docs/a.md)",
    "docs/a.md": "[back](../README.md) ![p](p.svg)",
    "docs/p.svg": "<svg/>",
    "docs/b.md": "",
  });
  copyDocuments(join(folder, "from"), join(folder, "to"));
  expect(readFileSync(join(folder, "to/docs/p.svg"), "utf8")).toBe("<svg/>");
  expect(existsSync(join(folder, "to/docs/b.md"))).toBe(false);
});

test.each(["missing.md", "docs", "../outside.md"])(
  "a link to %s: an error that names it",
  (link) => {
    write({ "README.md": `[x](${link})`, "docs/a.md": "", "../outside.md": "" });
    const copy = () => copyDocuments(join(folder, "from"), join(folder, "to"));
    expect(copy).toThrow(`README.md leads to no file: ${link}`);
  },
);
