import { afterEach, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import {
  clearStatusWorlds,
  folder,
  type StatusWorld,
  statusWorld,
  until,
} from "../../../test/host/status-world.ts";
import { readReviews, reviewsFile } from "../../sources/probes/git-review-record.ts";
import { git } from "../../testing/temp-git.ts";

afterEach(clearStatusWorlds);

const PULL = "https://github.com/acme/shop/pull/88";

function repository(cwd: string): void {
  git(cwd, "init", "-q", "-b", "topic", "--template=");
  git(cwd, "remote", "add", "origin", "git@github.com:acme/shop.git");
}

function create({ endTool }: StatusWorld, text = PULL): void {
  endTool({
    toolCallId: "c",
    title: "gh pr create --fill",
    kind: "execute",
    status: "done",
    content: [{ kind: "text", text }],
  });
}

function tick({ periodic }: StatusWorld): void {
  for (const each of [...periodic.keys()]) each();
}

// covers: review-recorded, review-polls-git, review-cleared
test("the review alone on the line: git is read, the review found; another branch, another folder: gone", async () => {
  const it = statusWorld();
  repository(it.cwd);
  it.set({});
  it.port.setItems(["review-link"]);
  it.port.start();
  expect([...it.periodic.values()]).toEqual([10_000]);
  expect(it.port.snapshot().git?.branch).toBe("topic");
  create(it);
  await until(() => it.port.snapshot().review !== undefined);
  expect(it.port.snapshot().review).toEqual({ vendor: "github", number: 88, url: PULL });
  git(it.cwd, "checkout", "-q", "-b", "other");
  const before = it.drawn();
  tick(it);
  expect(it.port.snapshot().review).toBeUndefined();
  expect(it.drawn()).toBe(before + 1);
  git(it.cwd, "checkout", "-q", "-b", "topic");
  it.startTurn();
  it.endTurn(1);
  expect(it.port.snapshot().review?.number).toBe(88);
  const other = folder();
  it.set({ cwd: other });
  expect(it.port.snapshot().review).toBeUndefined();
  it.set({ cwd: it.cwd });
  expect(it.port.snapshot().review?.number).toBe(88);
  it.port.setItems(["model"]);
  expect(it.port.snapshot().review).toBeUndefined();
  expect(it.periodic.size).toBe(0);
});

// covers: review-kept
test("seen while its item is off the line, and in another session: there when it is on", async () => {
  const it = statusWorld();
  repository(it.cwd);
  it.set({});
  it.port.setItems(["git-branch"]);
  it.port.start();
  create(it);
  await until(() => readReviews(it.stateDir).length === 1);
  expect(it.port.snapshot().review).toBeUndefined();
  it.port.setItems(["git-branch", "review-link"]);
  expect(it.port.snapshot().review?.number).toBe(88);
  it.set({ sessionId: "s-2" });
  expect(it.port.snapshot().review?.number).toBe(88);
  it.port.setItems(["git-branch"]);
  expect(it.port.snapshot().review).toBeUndefined();
  rmSync(reviewsFile(it.stateDir));
  it.port.setItems(["git-branch", "review-link"]);
  expect(it.port.snapshot().review).toBeUndefined();
});

// covers: review-failure-alone
test("nothing can be kept: the branch is there all the same", async () => {
  const it = statusWorld();
  repository(it.cwd);
  mkdirSync(reviewsFile(it.stateDir));
  it.set({});
  it.port.setItems(["git-branch", "review-link"]);
  it.port.start();
  create(it);
  await Bun.sleep(50);
  tick(it);
  expect(it.port.snapshot().git?.branch).toBe("topic");
  expect(it.port.snapshot().review).toBeUndefined();
});
