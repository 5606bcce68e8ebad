import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { withLock } from "../../files/lock.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { readSession, updateSession } from "./store.ts";

const SESSION = "3f1c7a52-6a0e-4c1b-9d0e-0b8f6f1f2a01";
const NAME = `${SESSION}.json`;

let stateDir: string;
beforeEach(() => {
  stateDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-pending-"));
});
afterEach(() => fs.rmSync(stateDir, { recursive: true, force: true }));

const pendingFolder = () => join(stateDir, "sessions/pending", NAME);
const lockFile = () => join(stateDir, "sessions/locks", `${NAME}.lock`);
const update = (facts: readonly Fact[], atMs: number) =>
  updateSession({ stateDir, harness: "claude-code", sessionId: SESSION, facts, atMs });
const agent = (agentId: string): Fact => ({ kind: "agent-changed", agentId, status: "running" });
const agents = () =>
  readSession(stateDir, SESSION)?.snapshot.agents?.members.map((member) => member.agentId);

describe("an update whose lock is held for longer than it waits", () => {
  test("is known to readers at once, and folded in by the next holder", async () => {
    await update([agent("a")], 1_000);
    await withLock(
      lockFile(),
      async () => {
        expect((await update([agent("b")], 2_000)).ok).toBe(true);
        expect(agents()).toEqual(["a", "b"]);
      },
      { waitMs: 0 },
    );
    expect(fs.readdirSync(pendingFolder())).toHaveLength(1);
    await update([agent("c")], 3_000);
    expect(agents()?.toSorted()).toEqual(["a", "b", "c"]);
    expect(fs.existsSync(pendingFolder())).toBe(false);
  });

  test("counts by its time of observation, not by when it is folded in", async () => {
    await update([{ kind: "turn-started", turnId: "t-1", atMs: 1_000 }], 1_000);
    await withLock(
      lockFile(),
      async () => {
        await update([{ kind: "turn-settled", outcome: "done", atMs: 2_000 }], 2_000);
      },
      { waitMs: 0 },
    );
    await update([{ kind: "turn-started", turnId: "t-2", atMs: 3_000 }], 3_000);
    expect(readSession(stateDir, SESSION)?.snapshot.turn).toMatchObject({
      phase: "running",
      id: "t-2",
    });
  });
});

test("a lock that cannot be made loses no update", async () => {
  fs.mkdirSync(lockFile(), { recursive: true });
  expect((await update([agent("a")], 1_000)).ok).toBe(true);
  expect((await update([agent("b")], 2_000)).ok).toBe(true);
  expect(agents()).toEqual(["a", "b"]);
});

test("files that are none of ours are passed over, and wrong facts do not reach a reader", () => {
  fs.mkdirSync(pendingFolder(), { recursive: true });
  const write = (name: string, text: string) => fs.writeFileSync(join(pendingFolder(), name), text);
  write("1-1-a.json", "{");
  write("2-1-a.json", JSON.stringify({ harness: "h", atMs: "x", facts: [] }));
  write("3-1-a.json", JSON.stringify({ harness: "h", atMs: 3, facts: [null, 7, { kind: 7 }] }));
  write(
    "4-1-a.json",
    JSON.stringify({ harness: "h", atMs: 4, facts: [{ kind: "turn-started", turnId: 7 }] }),
  );
  write(
    "5-1-a.json",
    JSON.stringify({ harness: "h", atMs: 5, facts: [{ kind: "permission-mode-set" }] }),
  );
  fs.mkdirSync(join(pendingFolder(), "6-1-a.json"));
  const stored = readSession(stateDir, SESSION);
  expect(stored?.snapshot.mode?.permission).toBeUndefined();
  expect(stored?.snapshot.turn?.id).toBeUndefined();
});

test("a full folder refuses one more update and says so", async () => {
  fs.mkdirSync(lockFile(), { recursive: true });
  fs.mkdirSync(pendingFolder(), { recursive: true });
  for (let at = 0; at < 500; at++) fs.writeFileSync(join(pendingFolder(), `${at}-1-a.json`), "{}");
  const refused = await update([agent("a")], 1_000);
  expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining("500 updates wait") });
});
