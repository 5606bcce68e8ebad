/** The hook command as real processes: many at once, killed, on a full disk, without a home. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../../testing/small-disk.ts";
import { readSession, sessionsDir } from "../../sessions/store.ts";
import { runHook } from "./hook.ts";

const SESSION = "5ad21cfc-0ed0-41b4-baa3-0086cd6016e4";
const NOW = 1_796_033_600_000;

let folder = "";
let stateDir = "";
let script = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-hook-"));
  stateDir = join(folder, "state");
  script = join(folder, "hook.ts");
  const source = `
    import fs from "node:fs";
    import { runHook } from ${JSON.stringify(join(import.meta.dir, "hook.ts"))};
    const [stateDir, nowMs, times] = process.argv.slice(2);
    const stdin = fs.readFileSync(0, "utf8");
    for (let turn = 0; turn < Number(times); turn += 1) {
      await runHook({ payload: JSON.parse(stdin), stateDir, nowMs: Number(nowMs) + turn });
      if (Number(times) > 1) fs.writeSync(1, ".");
    }`;
  fs.writeFileSync(script, source);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function start(payload: object, nowMs = NOW, times = 1) {
  return Bun.spawn([process.execPath, script, stateDir, String(nowMs), String(times)], {
    stdin: Buffer.from(JSON.stringify({ session_id: SESSION, ...payload })),
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function outputOf(child: ReturnType<typeof start>): Promise<string> {
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return stdout + stderr;
}

function run(payload: unknown, place = stateDir): Promise<void> {
  return runHook({ payload, stateDir: place, nowMs: NOW });
}

describe("many at once", () => {
  // covers: hook-many
  test("20 hooks at the same moment: silent, exit 0, and no update is lost", async () => {
    const children = Array.from({ length: 20 }, (_, index) =>
      start({ hook_event_name: "SubagentStart", agent_id: `a${index}`, agent_type: "Explore" }),
    );
    for (const child of children) {
      expect(await outputOf(child)).toBe("");
      expect(await child.exited).toBe(0);
    }
    const members = readSession(stateDir, SESSION)?.snapshot.agents?.members ?? [];
    expect(members.map((member) => member.agentId).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `a${index}`).sort(),
    );
  }, 60_000);

  test("20 callers in one process lose none either", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        run({ session_id: SESSION, hook_event_name: "SubagentStart", agent_id: `b${index}` }),
      ),
    );
    expect(readSession(stateDir, SESSION)?.snapshot.agents?.members).toHaveLength(20);
  });
});

describe("kill -9", () => {
  test("during thousands of updates: the file is always whole, the next hook works, nothing is left over", async () => {
    const path = join(sessionsDir(stateDir), `${SESSION}.json`);
    const call = { hook_event_name: "PreToolUse", prompt_id: "p", cwd: "/x".repeat(2000) };
    for (let round = 0; round < 8; round += 1) {
      const child = start(call, NOW + round * 1e6, 1_000_000);
      const reader = child.stdout.getReader();
      await reader.read();
      await Bun.sleep(3 + Math.random() * 30);
      child.kill("SIGKILL");
      await child.exited;
      expect(readSession(stateDir, SESSION)?.snapshot.turn?.phase).toBe("running");
    }
    await run({ session_id: SESSION, hook_event_name: "SubagentStart", agent_id: "after" });
    expect(readSession(stateDir, SESSION)?.snapshot.agents?.members).toHaveLength(1);
    const left = fs.readdirSync(sessionsDir(stateDir), { recursive: true }).map(String).sort();
    expect(left).toEqual([".pruned", `${SESSION}.json`, "locks", `locks/${SESSION}.json.lock`]);
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  }, 60_000);
});

const mayMount = canMount();
if (!mayMount && process.env.CI === "true") throw new Error("CI must be able to mount a tmpfs");

describe("a full disk", () => {
  test.skipIf(!mayMount)(
    "the hook is silent, the old state stands, no temporary file is left (skipped: needs root and mount)",
    async () => {
      const disk = mountSmallDisk();
      try {
        const cwd = "/x".repeat(1000);
        await run({ session_id: SESSION, hook_event_name: "PreToolUse", prompt_id: "old" }, disk);
        const before = readSession(disk, SESSION);
        expect(before?.snapshot.turn?.id).toBe("old");
        fillUp(join(disk, "ballast"));
        const more = { hook_event_name: "PreToolUse", prompt_id: "new", cwd };
        await run({ session_id: SESSION, ...more }, disk);
        expect(readSession(disk, SESSION)).toEqual(before!);
        const names = fs.readdirSync(sessionsDir(disk), { recursive: true }).map(String);
        expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
        fs.rmSync(join(disk, "ballast"));
        await run({ session_id: SESSION, ...more }, disk);
        expect(readSession(disk, SESSION)?.snapshot.turn?.id).toBe("new");
      } finally {
        unmount(disk);
      }
    },
  );
});

describe("nothing to work with", () => {
  test.each([
    ["no mapping", "text"],
    ["null", null],
    ["of no session", { hook_event_name: "Stop" }],
    ["of an id of 10 kB", { session_id: "x".repeat(10_240), hook_event_name: "Stop" }],
  ])("payload is %s: quiet, and nothing is made", async (_, payload) => {
    await run(payload);
    expect(fs.existsSync(stateDir)).toBe(false);
  });

  test("a session id that is a path writes only below the state folder", async () => {
    await run({ session_id: "../../../evil", hook_event_name: "Stop" });
    expect(fs.readdirSync(folder).sort()).toEqual(["hook.ts", "state"]);
  });
});

/** Writes until nothing more fits. */
function fillUp(path: string): void {
  const fd = fs.openSync(path, "w");
  try {
    for (;;) fs.writeSync(fd, new Uint8Array(1024));
  } catch {
    fs.closeSync(fd);
  }
}
