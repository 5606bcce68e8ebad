import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { git, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import {
  NUMSTAT_ARGUMENTS,
  parseGitStatus,
  parseNumstat,
  parseUpstream,
  statusArguments,
  upstreamArguments,
} from "./git-status.ts";

let folder = "";
beforeAll(() => {
  folder = tempFolder("status");
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const ZEROS = { staged: 0, unstaged: 0, untracked: 0, conflicts: 0 };
const oid = "a".repeat(40);

describe("parseGitStatus", () => {
  test("every kind of record", () => {
    const lines = [
      `# branch.oid ${oid}`,
      "# branch.head main",
      "# branch.upstream origin/main",
      "# branch.ab +2 -3",
      "# stash 4",
      "# future.header x",
      "1 M. N... 100644 100644 100644 a a staged",
      "1 .M N... 100644 100644 100644 a a edited",
      "1 MM N... 100644 100644 100644 a a both",
      "1 .A N... 000000 000000 100644 a a intent to add",
      "2 R. N... 100644 100644 100644 a a R100 new",
      "? old path of the rename, which is no record",
      "u UU N... 100644 100644 100644 100644 a a a conflict",
      "? new file\nwith a line feed",
      "? folder/",
      "! ignored",
      "x unknown",
    ];
    expect(parseGitStatus(`${lines.join("\0")}\0`)).toEqual({
      branch: "main",
      oid,
      distance: { ahead: 2, behind: 3 },
      counts: { staged: 3, unstaged: 3, untracked: 2, conflicts: 1, stash: 4 },
    });
  });

  test("unborn, detached, upstream gone, comparison not asked for", () => {
    expect(parseGitStatus("# branch.oid (initial)\0# branch.head trunk\0")).toEqual({
      branch: "trunk",
      distance: {},
      counts: ZEROS,
    });
    expect(parseGitStatus(`# branch.oid ${oid}\0# branch.head (detached)\0`)).toEqual({
      oid,
      distance: {},
      counts: ZEROS,
    });
    const base = "# branch.head m\0# branch.upstream o/m\0";
    expect(parseGitStatus(base).distance).toEqual({});
    expect(parseGitStatus(`${base}# branch.ab +? -?\0`).distance).toBeUndefined();
  });

  test("empty, cut or random text: a value", () => {
    for (const text of ["", "\0\0", "2 R.", "1", "#", "# ", "u", `${"?".repeat(50)}`]) {
      expect(() => parseGitStatus(text)).not.toThrow();
    }
  });

  test("a real repository: staged, edited, renamed, new, conflicting, stashed", () => {
    const repo = makeRepo(folder, "real");
    fs.writeFileSync(join(repo, "b.txt"), "b\n".repeat(20));
    fs.writeFileSync(join(repo, "c.txt"), "c\n");
    git(repo, "add", ".");
    git(repo, "commit", "-q", "-m", "second");
    fs.writeFileSync(join(repo, "a.txt"), "stashed\n");
    git(repo, "stash", "-q");
    git(repo, "mv", "b.txt", "? b.txt");
    fs.writeFileSync(join(repo, "c.txt"), "edited\n");
    fs.writeFileSync(join(repo, "new\nname"), "");
    expect(parseGitStatus(git(repo, ...statusArguments(false))).counts).toMatchObject({
      staged: 1,
      unstaged: 1,
      untracked: 1,
      conflicts: 0,
    });
  });
});

describe("parseNumstat", () => {
  test("rows of text and of a binary file: sums, binary passed over", () => {
    expect(parseNumstat("12\t3\ta.ts\0-\t-\tlogo.png\0" + "0\t4\tb.ts\0")).toEqual({
      linesAdded: 12,
      linesRemoved: 7,
    });
  });

  test("a rename whose old path looks like a row: counted once", () => {
    expect(parseNumstat("1\t2\t\0" + "9\t9\told\0new\0" + "3\t0\tb\0")).toEqual({
      linesAdded: 4,
      linesRemoved: 2,
    });
    expect(parseNumstat("")).toEqual({ linesAdded: 0, linesRemoved: 0 });
  });

  test("a real repository: staged included, untracked and submodules not", () => {
    const repo = makeRepo(folder, "lines");
    git(repo, "submodule", "--quiet", "add", repo, "sub");
    git(repo, "commit", "-q", "-m", "sub");
    git(join(repo, "sub"), "-c", "user.name=a", "commit", "-q", "--allow-empty", "-m", "x");
    fs.writeFileSync(join(repo, "a.txt"), "one\ntwo\nthree\n");
    git(repo, "add", "a.txt");
    fs.writeFileSync(join(repo, "a.txt"), "two\nthree\n");
    fs.writeFileSync(join(repo, "logo.png"), Buffer.from([0, 1, 2, 0]));
    git(repo, "add", "logo.png");
    fs.writeFileSync(join(repo, "untracked"), "x\n");
    expect(parseNumstat(git(repo, ...NUMSTAT_ARGUMENTS))).toEqual({
      linesAdded: 2,
      linesRemoved: 1,
    });
  });
});

describe("parseUpstream", () => {
  test("ahead, behind, both, equal, gone, none", () => {
    expect(parseUpstream("refs/remotes/o/m\0ahead 2")).toEqual({ ahead: 2, behind: 0 });
    expect(parseUpstream("refs/remotes/o/m\0behind 3\n")).toEqual({ ahead: 0, behind: 3 });
    expect(parseUpstream("refs/remotes/o/m\0ahead 1, behind 4\n")).toEqual({ ahead: 1, behind: 4 });
    expect(parseUpstream("refs/remotes/o/m\0\n")).toEqual({ ahead: 0, behind: 0 });
    expect(parseUpstream("refs/remotes/o/m\0gone\n")).toEqual({});
    expect(parseUpstream("\0\n")).toEqual({});
    expect(parseUpstream("")).toEqual({});
  });

  test("a real clone: the same from for-each-ref and from status", () => {
    const source = makeRepo(folder, "source");
    const clone = join(folder, "clone");
    git(folder, "clone", "-q", source, clone);
    git(source, "commit", "-q", "--allow-empty", "-m", "theirs");
    for (const text of ["1", "2"]) git(clone, "commit", "-q", "--allow-empty", "-m", text);
    git(clone, "fetch", "-q");
    const expected = { ahead: 2, behind: 1 };
    expect(parseUpstream(git(clone, ...upstreamArguments("main")))).toEqual(expected);
    expect(parseGitStatus(git(clone, ...statusArguments(false))).distance).toEqual(expected);
    expect(parseGitStatus(git(clone, ...statusArguments(true))).distance).toBeUndefined();
    git(clone, "branch", "mine", "--no-track");
    expect(parseUpstream(git(clone, ...upstreamArguments("mine")))).toEqual({});
  });
});
