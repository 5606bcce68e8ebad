import { afterEach, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import type { Review } from "../../status/facts/review.ts";
import { git, makeRepo, tempFolder } from "../../testing/temp-git.ts";
import type { ToolCall } from "../../wire/runtime/entities.ts";
import { readGitHead } from "./git-head.ts";
import { readReview, reviewAfter } from "./git-review.ts";
import {
  encodeReviews,
  MAX_REVIEWS,
  MAX_REVIEWS_BYTES,
  parseReviews,
  type ReviewRecord,
  readReviews,
  reviewsFile,
  writeReview,
} from "./git-review-record.ts";

const PULL = "https://github.com/acme/repo/pull/88";
const FOUND = { kind: "review-found", vendor: "github", number: 88, url: PULL } as const;
const GONE = [{ kind: "review-gone" }] as const;
const leftovers: string[] = [];
afterEach(() => {
  for (const path of leftovers.splice(0)) fs.rmSync(path, { recursive: true, force: true });
});

function world(remote = "git@github.com:acme/repo.git") {
  const folder = tempFolder("review");
  leftovers.push(folder);
  const repo = makeRepo(folder);
  git(repo, "remote", "add", "origin", remote);
  git(repo, "checkout", "-q", "-b", "topic");
  const stateDir = join(folder, "state");
  const look = (cwd = repo) => readReview({ cwd, stateDir, facts: readGitHead(cwd).facts });
  return { folder, repo, stateDir, look };
}

function created(text = PULL, command = "gh pr create"): ToolCall {
  return {
    toolCallId: "c",
    title: "Run",
    kind: "execute",
    status: "done",
    input: JSON.stringify({ command }),
    content: [{ kind: "text", text }],
  };
}

const after = (call: ToolCall, cwd: string) => reviewAfter(call, { cwd, nowMs: () => 5 });

async function record(call: ToolCall, cwd: string, stateDir: string): Promise<void> {
  const seen = after(call, cwd);
  if (seen === undefined) throw new Error("nothing to record");
  expect(await writeReview(stateDir, seen)).toEqual({ ok: true, value: undefined });
}

// covers: review-recorded, review-of-branch
test("recorded for the branch of the repository, and for no other branch", async () => {
  const { repo, stateDir, look } = world();
  expect(look()).toEqual(GONE);
  await record(created(), repo, stateDir);
  expect(look()).toEqual([FOUND]);
  git(repo, "checkout", "-q", "main");
  expect(look()).toEqual(GONE);
  git(repo, "checkout", "-q", "topic");
  expect(look()).toEqual([FOUND]);
});

// covers: review-of-branch
test("the same in a linked worktree and behind a link; nothing where HEAD is detached", async () => {
  const { folder, repo, stateDir, look } = world();
  await record(created(), repo, stateDir);
  git(repo, "checkout", "-q", "--detach");
  expect(look()).toEqual(GONE);
  expect(after(created(), repo)).toBeUndefined();
  const tree = join(folder, "tree");
  git(repo, "worktree", "add", "-q", tree, "topic");
  expect(look(tree)).toEqual([FOUND]);
  fs.symlinkSync(tree, join(folder, "link"));
  expect(look(join(folder, "link"))).toEqual([FOUND]);
  expect(after(created(PULL, "cd ../tree && gh pr create"), repo)?.branch).toBe("topic");
});

// covers: review-host-of-repository
test("no link to another host than the remote's, now as then; the branch that the command names counts", async () => {
  const { repo, stateDir, look } = world("https://git.example/acme/repo.git");
  expect(after(created(), repo)).toBeUndefined();
  const own = "https://git.example/acme/repo/pull/88";
  expect(after(created(own, "gh pr create --head other"), repo)).toBeUndefined();
  await record(created(own, "gh pr create --head topic"), repo, stateDir);
  expect(look()).toMatchObject([{ url: own }]);
  git(repo, "remote", "set-url", "origin", "https://github.com/acme/repo");
  expect(look()).toEqual(GONE);
  git(repo, "remote", "remove", "origin");
  expect(look()).toEqual(GONE);
  expect(after(created(own), repo)).toBeUndefined();
});

test("nobody knows where HEAD stands: nothing is said; no repository, no state folder: gone", () => {
  const { folder, repo, look } = world();
  expect(readReview({ cwd: join(folder, "none"), facts: [] })).toEqual([]);
  expect(look(folder)).toEqual(GONE);
  expect(readReview({ cwd: repo, facts: readGitHead(repo).facts })).toEqual(GONE);
  expect(after(created(), folder)).toBeUndefined();
});

// covers: review-record-private
test("the file is the person's alone, and a later review takes the place of an earlier", async () => {
  const { repo, stateDir, look } = world();
  await record(created("https://github.com/acme/repo/pull/7"), repo, stateDir);
  await record(created(), repo, stateDir);
  expect(fs.statSync(reviewsFile(stateDir)).mode & 0o777).toBe(0o600);
  expect(readReviews(stateDir)).toHaveLength(1);
  expect(look()).toEqual([FOUND]);
});

// covers: review-record-private
test("written at the same time: none is lost", async () => {
  const { stateDir } = world();
  const all = Array.from({ length: 20 }, (_, at) => recordOf(`b${at}`));
  const done = await Promise.all(all.map((each) => writeReview(stateDir, each)));
  expect(done.every((each) => each.ok)).toBe(true);
  expect(readReviews(stateDir).map(({ branch }) => branch)).toHaveLength(20);
});

const REVIEW: Review = { vendor: "github", number: 88, url: PULL };
function recordOf(branch: string): ReviewRecord {
  return { commonDir: "/r/.git", branch, review: REVIEW, atMs: 1 };
}

// covers: review-record-bounded
test("the newest are kept, by number and by size", () => {
  const many = Array.from({ length: MAX_REVIEWS + 9 }, (_, at) => recordOf(`b${at}`));
  const kept = parseReviews(encodeReviews(many));
  expect([kept.length, kept[0]?.branch]).toEqual([MAX_REVIEWS, "b9"]);
  const long = many.map((each, at) => ({ ...each, branch: `${at}-${"ä".repeat(2000)}` }));
  const text = encodeReviews(long);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_REVIEWS_BYTES);
  expect(parseReviews(text).at(-1)?.branch).toStartWith(`${MAX_REVIEWS + 8}-`);
  expect(parseReviews(encodeReviews([]))).toEqual([]);
});

// covers: review-record-whole
test("a record without vendor, address or a positive whole number is dropped, the others stay", () => {
  const good = {
    commonDir: "/r/.git",
    branch: "b",
    vendor: "github",
    number: 88,
    url: PULL,
    atMs: 1,
  };
  const bad = [
    { ...good, vendor: undefined },
    { ...good, vendor: "gitlab" },
    { ...good, url: "" },
    { ...good, url: "https://evil.example/88" },
    { ...good, url: `${PULL}\u001b[2J` },
    { ...good, number: 0 },
    { ...good, number: -88 },
    { ...good, number: 88.5 },
    { ...good, number: "88" },
    { ...good, branch: "" },
    { ...good, commonDir: 7 },
    null,
    "x",
  ];
  const text = JSON.stringify({ version: 1, reviews: [...bad, good] });
  expect(parseReviews(text)).toEqual([recordOf("b")]);
});

// covers: review-failure-alone
test("a damaged, a huge, a foreign file, a folder in its place: no review, no fault; the next one heals it", async () => {
  const { repo, stateDir, look } = world();
  fs.mkdirSync(stateDir);
  const file = reviewsFile(stateDir);
  for (const text of ["{", "[]", '{"version":2,"reviews":[]}', "x".repeat(MAX_REVIEWS_BYTES + 1)]) {
    fs.writeFileSync(file, text);
    expect(look()).toEqual(GONE);
  }
  await record(created(), repo, stateDir);
  expect(look()).toEqual([FOUND]);
  fs.rmSync(file);
  fs.mkdirSync(file);
  expect(look()).toEqual(GONE);
  const seen = after(created(), repo);
  expect(seen && (await writeReview(stateDir, seen)).ok).toBe(false);
});
