import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { git, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import { parseGitConfig } from "./git-config.ts";
import { parseRemoteUrl, readGitRemote } from "./git-remote.ts";

describe("parseRemoteUrl", () => {
  const gh = { host: "github.com", owner: "o", name: "n" };
  test.each([
    ["https://github.com/o/n.git", gh],
    ["https://github.com/o/n", gh],
    ["https://GitHub.com/o/n/", gh],
    ["https://user:secret@github.com/o/n.git", gh],
    ["https://x-access-token:ghs_a@b@github.com/o/n", gh],
    ["https://github.com/o/n.git?private_token=secret#x", gh],
    ["git@github.com:o/n.git", gh],
    ["github.com:o/n", gh],
    ["ssh://git@github.com/o/n.git", gh],
    ["ssh://git@github.com:22/o/n.git", gh],
    ["git://github.com/o/n", gh],
    ["https://git.example.com:8443/o/n.git", { ...gh, host: "git.example.com:8443" }],
    [
      "https://gitlab.com/group/sub/deep/n.git",
      { host: "gitlab.com", owner: "group/sub/deep", name: "n" },
    ],
    ["git@gitlab.com:group/sub/n.git", { host: "gitlab.com", owner: "group/sub", name: "n" }],
    ["ssh://git@[2001:db8::1]:2222/o/n", { ...gh, host: "[2001:db8::1]" }],
    [
      "https://dev.azure.com/org/My%20Team/_git/n",
      { host: "dev.azure.com", owner: "org/My Team/_git", name: "n" },
    ],
    ["https://gist.github.com/abc.git", { host: "gist.github.com", name: "abc" }],
    ["/srv/git/n.git", { name: "n" }],
    ["../n", { name: "n" }],
    ["file:///srv/n/.git", { name: "n" }],
    ["C:\\code\\n", { name: "n" }],
  ] as const)("%s", (url, expected) => {
    expect(parseRemoteUrl(url)).toEqual(expected);
  });

  test.each([
    "",
    "/",
    "https://",
    "https://github.com",
    "https:///o/n",
    "https://user:pa/ss@github.com/o/n",
    "user:pa/ss@github.com:o/n",
    "ext::sh -c evil",
    "https://github.com/o/\u001b[31mn",
    `https://github.com/o/${"n".repeat(300)}`,
    `https://${"h".repeat(300)}/o/n`,
    "git@host",
  ])("%s: refused", (url) => {
    expect(parseRemoteUrl(url)).toBeUndefined();
  });

  test("a secret in any place of an address: never in what is kept", () => {
    for (const url of [
      "https://s3cret@h.com/o/n",
      "https://u:s3cret@h.com/o/n",
      "https://u:a/s3cret@h.com/o/n",
      "https://u:s3cret/x@h.com/o/n",
      "u:s3cret@h.com:o/n",
      "https://h.com/o/n?t=s3cret",
      "s3cret@h.com:o/n",
      "ssh://s3cret:s3cret@h.com/o/n",
    ]) {
      expect(JSON.stringify(parseRemoteUrl(url)) ?? "").not.toContain("s3cret");
    }
  });
});

describe("parseGitConfig", () => {
  test("sections, subsections, quotes, escapes, comments and joined lines", () => {
    const text = `\ufeff; first
[Core]
	bare = false # comment
	flag
[remote "a \\"b\\" \\\\ c"] URL = "https://h/o/n # no comment"  ; comment
[branch.Old]
	merge = refs/heads/\\
main
	x = a  b  
[broken
	url = lost
[alias] q = "a\\tb" c\\n
`;
    expect(parseGitConfig(text)).toEqual([
      { section: "core", key: "bare", value: "false" },
      { section: "core", key: "flag", value: "true" },
      {
        section: "remote",
        subsection: 'a "b" \\ c',
        key: "url",
        value: "https://h/o/n # no comment",
      },
      { section: "branch", subsection: "old", key: "merge", value: "refs/heads/main" },
      { section: "branch", subsection: "old", key: "x", value: "a  b" },
      { section: "alias", key: "q", value: "a\tb c\n" },
    ]);
  });

  test("1 MB of openings, quotes, blanks or backslashes, in one line or many: at once", () => {
    const startMs = performance.now();
    for (const text of ["[", '[a "\\\\', '"', " ", "\\", "k = v\\\n", '[a "b\\']) {
      const million = text.repeat(1_000_000 / text.length);
      parseGitConfig(`[s]\nk = ${million}x`);
      parseGitConfig(million);
      parseGitConfig(`[s]\n${`${million.slice(0, 15_000)}\n`.repeat(60)}`);
    }
    // Some ten milliseconds each; a search that starts over at every character takes minutes.
    expect(performance.now() - startMs).toBeLessThan(4000);
  });
});

describe("readGitRemote", () => {
  let folder = "";
  beforeAll(() => {
    folder = tempFolder("remote");
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test("a real clone: its remote and upstream; a branch of its own: origin and none", () => {
    const source = makeRepo(folder, "source");
    const clone = join(folder, "clone");
    git(folder, "clone", "-q", source, clone);
    git(clone, "remote", "set-url", "origin", "https://t0ken@example.com/group/app.git");
    git(clone, "remote", "add", "fork", "git@example.com:me/app.git");
    git(clone, "branch", "mine");
    git(clone, "config", "branch.forked.remote", "fork");
    git(clone, "config", "branch.forked.merge", "refs/heads/main");
    const repo = { commonDir: join(clone, ".git") };
    const origin = { kind: "repository-known", host: "example.com", owner: "group", name: "app" };
    expect(readGitRemote(repo, "main")).toEqual({ fact: origin as never, upstream: true });
    expect(readGitRemote(repo, "mine")).toEqual({ fact: origin as never, upstream: false });
    expect(readGitRemote(repo, undefined)).toEqual({ fact: origin as never, upstream: false });
    expect(readGitRemote(repo, "forked").fact).toMatchObject({ owner: "me" });
    expect(JSON.stringify(readGitRemote(repo, "main"))).not.toContain("t0ken");
  });

  test("includes: not followed, and the upstream is unknown instead of none", () => {
    const repo = makeRepo(folder, "includes");
    git(repo, "config", "include.path", "/etc/passwd");
    expect(readGitRemote({ commonDir: join(repo, ".git") }, "main")).toEqual({});
  });

  test("the only remote, whatever its name; of two unknown ones none", () => {
    const repo = makeRepo(folder, "names");
    const at = { commonDir: join(repo, ".git") };
    git(repo, "remote", "add", "upstream", "https://h.com/o/n");
    expect(readGitRemote(at, "main").fact).toMatchObject({ name: "n" });
    git(repo, "remote", "add", "other", "https://h.com/o/m");
    expect(readGitRemote(at, "main").fact).toBeUndefined();
  });

  test("no config, a folder, a pipe, 3 MB: nothing", () => {
    const commonDir = join(folder, "odd");
    const config = join(commonDir, "config");
    fs.mkdirSync(commonDir);
    expect(readGitRemote({ commonDir }, "main")).toEqual({});
    fs.mkdirSync(config);
    expect(readGitRemote({ commonDir }, "main")).toEqual({});
    fs.rmdirSync(config);
    Bun.spawnSync(["mkfifo", config]);
    expect(readGitRemote({ commonDir }, "main")).toEqual({});
    fs.unlinkSync(config);
    fs.writeFileSync(config, "#".repeat(3_000_000));
    expect(readGitRemote({ commonDir }, "main")).toEqual({});
  });
});
