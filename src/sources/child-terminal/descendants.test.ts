/** What a command has started, with real processes in sessions of their own. */
import { afterEach, describe, expect, test } from "bun:test";
import { endProcessTree, processTree } from "../../testing/process-tree.ts";
import { descendantsOf, endProcesses, findProcess, listFromPs } from "./descendants.ts";

const WAIT_MS = 5000;

const started: number[] = [];
afterEach(async () => {
  for (const pid of started.splice(0)) await endProcessTree(pid);
});

/** A shell with a child in a session of its own, which has a child of its own; and its number of processes. */
async function startTree(): Promise<number> {
  const script = "setsid sh -c 'sleep 60 & wait' & wait";
  const child = Bun.spawn(["sh", "-c", script], { stdio: ["ignore", "ignore", "ignore"] });
  started.push(child.pid);
  await until(() => processTree(child.pid).length === 3);
  return child.pid;
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  while (!holds() && performance.now() < deadline) await Bun.sleep(20);
  expect(holds()).toBe(true);
}

const isThere = ({ pid }: { readonly pid: number }) => findProcess(pid) !== undefined;

describe("descendants", () => {
  test("in other sessions too, each with its parent; ended with what they started", async () => {
    const root = findProcess(await startTree());
    if (root === undefined) throw new Error("it has ended");
    const found = descendantsOf([root]);
    const pids = found.map(({ pid }) => pid);
    expect(pids.toSorted()).toEqual(
      processTree(root.pid)
        .filter((pid) => pid !== root.pid)
        .toSorted(),
    );
    const [first] = found;
    if (first === undefined) throw new Error("it has started nothing");
    // The first alone: what it started is found when it is ended.
    endProcesses([first]);
    await until(() => !found.some(isThere));
  });

  test("of a process that is another one by now: none, and it is not ended", async () => {
    const root = findProcess(await startTree());
    if (root === undefined) throw new Error("it has ended");
    const earlier = { ...root, started: "0" };
    expect(descendantsOf([earlier])).toEqual([]);
    endProcesses([earlier]);
    await Bun.sleep(100);
    expect(isThere(root)).toBe(true);
  });

  test("as ps lists them: the same parents, and when they started", async () => {
    const pid = await startTree();
    const entry = listFromPs().find((found) => found.pid === pid);
    expect(entry).toMatchObject({ pid, parentPid: process.pid });
    expect(entry?.started).toMatch(/\d\d:\d\d:\d\d/);
  });
});
