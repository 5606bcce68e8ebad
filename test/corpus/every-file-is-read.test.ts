/**
 * No evidence without a test: the tests that name the corpora or the fixtures are run once more with
 * an eye on the files they open, and a file that none of them opens fails.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import { join, relative, resolve } from "node:path";
import { tempFolder } from "../../src/testing/temp-git.ts";

const ROOT = resolve(import.meta.dir, "../..");
const EVIDENCE = ["test/corpus", "test/fixtures"] as const;

/** Describes evidence, and is none. */
const NO_EVIDENCE = /(^|\/)(README\.md|\.gitattributes|[^/]+\.ts)$/;

/** Tests of whole processes read what these read already, and take long. */
const READERS = ["src", "test/golden"] as const;
const NAMES_EVIDENCE = /\b(corpus|fixtures)\b/;

const READERS_MS = 60_000;

/** Notes the paths that are opened for reading, one a line, in the file that the environment names. */
const NOTE_READS = `
import real from "node:fs";
import { mock } from "bun:test";
const noting = (open) => (path, ...rest) => {
  const name = path instanceof URL ? path.pathname : String(path);
  real.appendFileSync(process.env.NOTE_READS_IN, name + "\\n");
  return open(path, ...rest);
};
const fs = { ...real, readFileSync: noting(real.readFileSync), openSync: noting(real.openSync) };
mock.module("node:fs", () => ({ ...fs, default: fs }));
`;

function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** Test files that name evidence, themselves or through a part that they import. */
function readers(): readonly string[] {
  return READERS.flatMap(filesBelow).filter((file) => {
    if (!file.endsWith(".test.ts")) return false;
    const text = fs.readFileSync(join(ROOT, file), "utf8");
    return NAMES_EVIDENCE.test(text) || text.includes("payload-files.ts");
  });
}

function unread(files: readonly string[], opened: ReadonlySet<string>): readonly string[] {
  return files.filter((file) => !opened.has(join(ROOT, file)));
}

const opened = new Set<string>();
let scratch = "";

beforeAll(async () => {
  scratch = tempFolder("reads");
  const preload = join(scratch, "note-reads.ts");
  const notes = join(scratch, "reads.txt");
  fs.writeFileSync(preload, NOTE_READS);
  fs.writeFileSync(notes, "");
  const child = Bun.spawn([process.execPath, "test", "--preload", preload, ...readers()], {
    cwd: ROOT,
    env: { ...process.env, NOTE_READS_IN: notes },
    stdout: "ignore",
    stderr: "ignore",
    timeout: READERS_MS,
  });
  await child.exited;
  for (const path of fs.readFileSync(notes, "utf8").split("\n")) opened.add(path);
}, READERS_MS);
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

test("every file of evidence: opened by a test", () => {
  const files = EVIDENCE.flatMap(filesBelow).filter((file) => !NO_EVIDENCE.test(file));
  expect(files.length).toBeGreaterThan(40);
  expect(unread(files, opened)).toEqual([]);
});

test("a file that no test opens: reported", () => {
  const planted = "test/corpus/extension/accept/99-nobody-reads-this.json";
  expect(unread([planted], opened)).toEqual([planted]);
});
