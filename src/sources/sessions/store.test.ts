import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { readSession, sessionsDir, updateSession } from "./store.ts";

const ID = "5ad21cfc-0ed0-41b4-baa3-0086cd6016e4";
const NOW = 1_796_033_600_000;
const DAY_MS = 86_400_000;

let root = "";
let stateDir = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "telltale-store-"));
  stateDir = join(root, "state");
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function start(sessionId: string, atMs = NOW) {
  const facts = [{ kind: "turn-started", turnId: "p", atMs } as const];
  return updateSession({ stateDir, harness: "claude-code", sessionId, facts, atMs });
}

/** All files below the root, as paths from it. */
function files(): string[] {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

describe("a session file", () => {
  test("one update: what was said is read back, from a private file in a private folder", async () => {
    expect((await start(ID)).ok).toBe(true);
    expect(readSession(stateDir, ID)).toMatchObject({
      v: 1,
      harness: "claude-code",
      sessionId: ID,
      snapshot: { turn: { phase: "running", id: "p", atMs: NOW } },
      observedAtMs: { turn: NOW },
    });
    expect(files()).toEqual([
      "state/sessions/.pruned",
      `state/sessions/${ID}.json`,
      `state/sessions/locks/${ID}.json.lock`,
    ]);
    expect(fs.statSync(join(sessionsDir(stateDir), `${ID}.json`)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(sessionsDir(stateDir)).mode & 0o777).toBe(0o700);
  });

  test("nothing stored: undefined, and nothing is made", () => {
    expect(readSession(stateDir, ID)).toBeUndefined();
    expect(fs.existsSync(stateDir)).toBe(false);
  });

  test.each([
    ["../../x"],
    ["..\\..\\x"],
    ["/etc/passwd"],
    ["a\0b"],
    ["."],
    [".."],
    ["CON"],
    ["x".repeat(256)],
    ["界\u202e"],
    [ID.toUpperCase()],
  ])("id %p stays in the folder and is read back", async (id) => {
    expect((await start(id)).ok).toBe(true);
    expect(readSession(stateDir, id)?.sessionId).toBe(id);
    for (const file of files()) expect(file).toMatch(/^state\/sessions\/[\w./-]+$/);
    expect(files()).toHaveLength(3);
  });

  test.each([[""], ["x".repeat(10_240)]])(
    "an id of no or 10240 characters keeps nothing",
    async (id) => {
      expect((await start(id)).ok).toBe(false);
      expect(readSession(stateDir, id)).toBeUndefined();
      expect(files()).toEqual([]);
    },
  );

  test("two ids that differ in case are two sessions", async () => {
    await start("AB");
    await start("ab", NOW + 1);
    expect(readSession(stateDir, "AB")?.snapshot.turn?.atMs).toBe(NOW);
  });

  test("a question: its tool, what that would act on and who asks are read back", async () => {
    const asked = {
      requestId: "r",
      asks: "permission",
      about: "Bash: ls",
      tool: "Bash",
      target: "ls",
      agentId: "a1",
    } as const;
    const facts = [{ kind: "interaction-opened", ...asked } as const];
    await updateSession({ stateDir, harness: "claude-code", sessionId: ID, facts, atMs: NOW });
    expect(readSession(stateDir, ID)?.snapshot.interactions).toEqual([asked]);
  });

  test("a file of another session under our name is not ours, and is replaced", async () => {
    await start("other");
    const folder = sessionsDir(stateDir);
    const [other = ""] = fs.readdirSync(folder).filter((name) => name.startsWith("h-"));
    fs.copyFileSync(join(folder, other), join(folder, `${ID}.json`));
    expect(readSession(stateDir, ID)).toBeUndefined();
    await start(ID);
    expect(readSession(stateDir, ID)?.sessionId).toBe(ID);
  });

  test.each([
    ["half", '{"v":1,"harness":"claude-code","sess'],
    ["another version", `{"v":2,"harness":"x","sessionId":"${ID}","snapshot":{}}`],
    ["a list", "[]"],
    ["nothing", ""],
    ["two megabytes", `{"v":1,"pad":"${"x".repeat(2_000_000)}"}`],
  ])("a file with %s counts as empty", async (_, content) => {
    await start(ID);
    fs.writeFileSync(join(sessionsDir(stateDir), `${ID}.json`), content);
    expect(readSession(stateDir, ID)).toBeUndefined();
    await start(ID);
    expect(readSession(stateDir, ID)?.snapshot.turn?.phase).toBe("running");
  });

  test("an old named pipe in place of the note on pruning: the update is kept and nobody waits", async () => {
    const marker = join(sessionsDir(stateDir), ".pruned");
    fs.mkdirSync(sessionsDir(stateDir), { recursive: true });
    Bun.spawnSync(["mkfifo", marker]);
    fs.utimesSync(marker, 1, 1);
    expect((await start(ID)).ok).toBe(true);
    expect(readSession(stateDir, ID)?.snapshot.turn?.phase).toBe("running");
  });

  test("the clock set back by an hour: what is observed now counts at once", async () => {
    await start(ID, NOW + 3_600_000);
    const facts = [{ kind: "turn-settled", outcome: "done", atMs: NOW } as const];
    await updateSession({ stateDir, harness: "claude-code", sessionId: ID, facts, atMs: NOW });
    expect(readSession(stateDir, ID)?.snapshot.turn).toMatchObject({ phase: "settled", atMs: NOW });
  });

  test("an update overtaken by one a few seconds later: the later one stands", async () => {
    await start(ID, NOW + 5_000);
    const facts = [{ kind: "turn-settled", outcome: "done", atMs: NOW } as const];
    await updateSession({ stateDir, harness: "claude-code", sessionId: ID, facts, atMs: NOW });
    expect(readSession(stateDir, ID)?.snapshot.turn?.phase).toBe("running");
  });

  test("wrong members are dropped and the rest is kept", async () => {
    await start(ID);
    const path = join(sessionsDir(stateDir), `${ID}.json`);
    const snapshot = {
      session: { id: "other", title: "t" },
      mode: { permission: 7, plan: "yes", vim: "x".repeat(5000), outputStyle: "short" },
      turn: { phase: "dancing" },
      interactions: [{ requestId: "r", asks: "permission", about: {} }, { asks: "permission" }, 3],
      agents: { members: "none", backgroundTasks: -1 },
      model: [],
      place: { cwd: "/w", addedDirs: ["/a", 1, ""] },
      quota: { windows: 1 },
    };
    const observedAtMs = { turn: "now", place: 5 };
    fs.writeFileSync(
      path,
      JSON.stringify({ v: 1, harness: "h", sessionId: ID, snapshot, observedAtMs }),
    );
    const stored = readSession(stateDir, ID);
    expect(stored?.snapshot as unknown).toEqual({
      mode: { outputStyle: "short" },
      interactions: [{ requestId: "r", asks: "permission" }],
      agents: { members: [] },
      place: { cwd: "/w", addedDirs: ["/a"] },
    });
    expect({ ...stored?.observedAtMs }).toEqual({ place: 5 });
  });

  test("a state folder that cannot be made: a reason, no throw", async () => {
    fs.writeFileSync(join(root, "state"), "a file");
    const result = await start(ID);
    expect(!result.ok && result.reason).toContain("state");
    expect(readSession(stateDir, ID)).toBeUndefined();
  });
});

describe("pruning", () => {
  function age(name: string, days: number): void {
    const seconds = (NOW - days * DAY_MS) / 1000;
    fs.utimesSync(join(sessionsDir(stateDir), name), seconds, seconds);
  }

  test("sessions older than 30 days go with their locks, at most once a day", async () => {
    const old = ID.replace("5ad2", "0000");
    const young = ID.replace("5ad2", "1111");
    await start(old, NOW - 40 * DAY_MS);
    await start(young, NOW - 40 * DAY_MS);
    age(`${old}.json`, 31);
    age(`${young}.json`, 29);
    await start(ID);
    const kept = [`${ID}.json`, `${young}.json`];
    expect(files().filter((file) => file.endsWith(".json"))).toEqual(
      kept.map((name) => `state/sessions/${name}`).sort(),
    );
    expect(fs.readdirSync(join(sessionsDir(stateDir), "locks")).sort()).toEqual(
      kept.map((name) => `${name}.lock`).sort(),
    );
    age(`${young}.json`, 31);
    await start(ID, NOW + 1000);
    expect(readSession(stateDir, young)).toBeDefined();
    await start(ID, NOW + DAY_MS);
    expect(readSession(stateDir, young)).toBeUndefined();
  });

  test("beyond 500 sessions the oldest go", async () => {
    const folder = sessionsDir(stateDir);
    fs.mkdirSync(folder, { recursive: true });
    for (let index = 0; index < 510; index += 1) {
      fs.writeFileSync(join(folder, `n${index}.json`), "{}");
      age(`n${index}.json`, 1 + index / 1000);
    }
    await start(ID);
    const left = fs.readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(left).toHaveLength(500);
    expect(left).not.toContain("n509.json");
    expect(left).toContain("n498.json");
    expect(left).toContain(`${ID}.json`);
  });
});
