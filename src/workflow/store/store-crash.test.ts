/** The store against real processes: killed writers, many at once, full and read-only disks. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../../testing/small-disk.ts";
import { faultOf } from "../../testing/workflow-fault.ts";
import { historyEntry, instanceRecord, sessionRecord } from "../../testing/workflow-records.ts";
import { createDiskStore } from "./disk-store.ts";
import { readHistory } from "./history-file.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-crash-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const storeIn = (folder: string) =>
  createDiskStore({
    stateDir: join(folder, "user"),
    stateDirs: new Map([["fix", join(folder, "state")]]),
  });

/** Runs the source in a process of its own, with `store` and `record` in reach and a number as `me`. */
function start(
  source: string,
  me = 0,
  before: readonly string[] = [],
): Bun.Subprocess<"ignore", "pipe", "inherit"> {
  const script = join(root, "script.ts");
  const store = JSON.stringify(join(import.meta.dir, "disk-store.ts"));
  const records = JSON.stringify(join(import.meta.dir, "../../testing/workflow-records.ts"));
  const text = `
    import fs from "node:fs";
    import { createDiskStore } from ${store};
    import { historyEntry, instanceRecord, sessionRecord } from ${records};
    const root = ${JSON.stringify(root)};
    const me = Number(process.argv[2]);
    const store = createDiskStore({
      stateDir: root + "/user",
      stateDirs: new Map([["fix", root + "/state"]]),
    });
    ${source}`;
  if (!fs.existsSync(script)) fs.writeFileSync(script, text);
  return Bun.spawn([...before, process.execPath, script, String(me)], {
    stdout: "pipe",
    stderr: "inherit",
  });
}

async function startMany(count: number, source: string): Promise<readonly string[]> {
  const children = Array.from({ length: count }, (_, me) => start(source, me));
  const outputs = await Promise.all(children.map((child) => new Response(child.stdout).text()));
  expect(await Promise.all(children.map((child) => child.exited))).toEqual(Array(count).fill(0));
  return outputs;
}

const tempNames = (): readonly string[] =>
  fs
    .readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => /-[0-9a-f]{12}\.tmp$|\/\.tmp\/./.test(name));

// covers: smllm-store-whole
describe("kill -9", () => {
  test("a writer that moves an instance over all shelves: it is whole and there at every moment", async () => {
    const source = `
      const statuses = ["paused", "active", "interrupted", "active", "completed", "active"];
      let version = store.instance("fix", "i-abc123")?.version ?? 0;
      fs.writeSync(1, "go");
      for (;;) {
        version += 1;
        const status = statuses[version % statuses.length];
        const record = instanceRecord({ version, status, state: "S" + version });
        const done = store.putInstance(record, historyEntry("e" + version));
        if (done !== "stored") throw new Error(done);
      }`;
    const store = storeIn(root);
    let last = 0;
    for (let kill = 0; kill < 12; kill += 1) {
      const child = start(source);
      await child.stdout.getReader().read();
      const enough = last + 3 + Math.random() * 20;
      while (last < enough) {
        const seen = store.instance("fix", "i-abc123");
        if (seen === undefined && last === 0) continue;
        expect(seen?.state).toBe(`S${seen?.version}`);
        expect(store.instanceByRef("fix", "T-1")?.id).toBe("i-abc123");
        expect(seen?.version).toBeGreaterThanOrEqual(last);
        last = seen?.version ?? 0;
        await Bun.sleep(0.2);
      }
      await Bun.sleep(Math.random() * 3);
      child.kill("SIGKILL");
      await child.exited;
      last = store.instance("fix", "i-abc123")?.version ?? 0;
    }
    expect(last).toBeGreaterThan(100);
    const ended = instanceRecord({ version: last + 1, status: "paused" });
    expect(store.putInstance(ended)).toBe("stored");
    expect(fs.readdirSync(join(root, "state", "fix", "paused"))).toEqual(["i-abc123.json"]);
    expect(store.pausedCount("fix")).toBe(1);
    expect(tempNames()).toEqual([]);
  }, 60_000);

  // covers: smllm-store-moves
  test("a writer killed between record and move: found, and moved by the next writer of the machine", () => {
    const store = storeIn(root);
    store.putInstance(instanceRecord());
    const machine = join(root, "state", "fix");
    const paused = instanceRecord({ version: 2, status: "paused" });
    fs.copyFileSync(
      join(machine, "active", "i-abc123.json"),
      join(machine, ".tmp", "move-paused-i-abc123.json"),
    );
    fs.writeFileSync(join(machine, "active", "i-abc123.json"), JSON.stringify(paused));
    expect(store.instance("fix", "i-abc123")).toEqual(paused);
    expect(store.putInstance(instanceRecord({ id: "i-other1", ref: null }))).toBe("stored");
    expect(store.paused("fix").newest).toEqual([paused]);
    expect(fs.readdirSync(join(machine, "active"))).toEqual(["i-other1.json"]);
    expect(tempNames()).toEqual([]);
  });

  test("eight first writers, killed as soon as there is a folder: the next one leaves nothing of them", async () => {
    const source = `
      store.putInstance(instanceRecord({ id: "i-" + String(me).padStart(6, "0"), ref: "W-" + me }));
      for (;;) store.putInstance(instanceRecord({ version: 99 }));`;
    const children = Array.from({ length: 8 }, (_, me) => start(source, me));
    while (!fs.existsSync(join(root, "state"))) await Bun.sleep(0.1);
    for (const child of children) {
      await Bun.sleep(Math.random() * 2);
      child.kill("SIGKILL");
    }
    await Promise.all(children.map((child) => child.exited));
    expect(storeIn(root).putInstance(instanceRecord())).toBe("stored");
    expect(tempNames()).toEqual([]);
    expect(fs.readdirSync(join(root, "state")).toSorted()).toEqual([".gitignore", "fix"]);
  }, 60_000);

  test("a writer killed before the record: the instance stays where it was, the note goes", () => {
    const store = storeIn(root);
    store.putInstance(instanceRecord());
    const machine = join(root, "state", "fix");
    for (const note of [
      "move-paused-i-abc123.json",
      "move-done-i-gone11.json",
      "move-paused-%.json",
    ]) {
      fs.writeFileSync(join(machine, ".tmp", note), "");
    }
    expect(store.putInstance(instanceRecord({ version: 2 }))).toBe("stored");
    expect(store.instance("fix", "i-abc123")?.status).toBe("active");
    expect(tempNames()).toEqual([]);
  });
});

describe("many at once", () => {
  // covers: smllm-store-race
  test("eight processes and one new ref, twenty times: one instance has it each time", async () => {
    const source = `
      let won = 0;
      for (let round = 0; round < 20; round += 1) {
        const id = "i-" + String(me) + String(round).padStart(5, "0");
        if (store.putInstance(instanceRecord({ id, ref: "T-" + round })) === "stored") won += 1;
      }
      console.log(won);`;
    const won = await startMany(8, source);
    expect(won.reduce((sum, text) => sum + Number(text), 0)).toBe(20);
    const store = storeIn(root);
    const files = fs.readdirSync(join(root, "state", "fix", "active"));
    expect(files).toHaveLength(20);
    for (let round = 0; round < 20; round += 1) {
      expect(files).toContain(`${store.instanceByRef("fix", `T-${round}`)?.id}.json`);
    }
  }, 60_000);

  // covers: smllm-store-no-loss
  test("six processes that write one instance, again on a conflict: versions and visits add up", async () => {
    const source = `
      for (let turn = 0; turn < 40; ) {
        const seen = store.instance("fix", "i-abc123");
        const visits = { CODE: seen.visits.CODE + 1 };
        const status = seen.version % 2 === 0 ? "active" : "paused";
        const next = { ...seen, version: seen.version + 1, visits, status };
        const entry = historyEntry(me + "-" + (turn + 1));
        if (store.putInstance(next, entry) === "stored") turn += 1;
      }`;
    const store = storeIn(root);
    store.putInstance(instanceRecord());
    await startMany(6, source);
    const record = store.instance("fix", "i-abc123");
    expect([record?.version, record?.visits.CODE]).toEqual([241, 241]);
    const events = readHistory(join(root, "state", "fix"), "i-abc123").map(({ event }) => event);
    expect(new Set(events).size).toBe(240);
    expect(tempNames()).toEqual([]);
  }, 60_000);

  // covers: smllm-session-merge
  test("two processes that change different members of a session: no change is lost", async () => {
    const source = `
      for (let turn = 1; turn <= 100; turn += 1) {
        const change = me === 0 ? { lastActive: turn } : { holding: { machine: "fix", id: "i-" + turn } };
        const seen = store.updateSession("sm-abc123", change);
        const kept = me === 0 ? seen.lastActive : seen.holding.id;
        if (kept !== (me === 0 ? turn : "i-" + turn)) throw new Error("lost");
      }`;
    const store = storeIn(root);
    store.addSession(sessionRecord());
    await startMany(2, source);
    expect(store.session("sm-abc123")).toEqual(
      sessionRecord({ lastActive: 100, holding: { machine: "fix", id: "i-100" } }),
    );
  }, 60_000);

  test("a lock whose holder was killed: taken at once", async () => {
    const source = `
      const { withLockSync } = await import(${JSON.stringify(join(import.meta.dir, "../../files/lock.ts"))});
      withLockSync(root + "/state/fix/.lock", () => {
        fs.writeSync(1, "held");
        Bun.sleepSync(60_000);
      }, { waitMs: 0 });`;
    const holder = start(source);
    await holder.stdout.getReader().read();
    setTimeout(() => holder.kill("SIGKILL"), 0);
    await Bun.sleep(20);
    const startMs = performance.now();
    expect(storeIn(root).putInstance(instanceRecord())).toBe("stored");
    expect(performance.now() - startMs).toBeLessThan(5000);
    await holder.exited;
  }, 30_000);
});

// covers: smllm-store-full
describe("a disk that takes nothing", () => {
  const mayMount = canMount();

  test.skipIf(!mayMount)(
    "full: each write is a fault of the store, the old records stay whole (skipped: needs root and mount)",
    () => {
      const disk = mountSmallDisk();
      try {
        const store = storeIn(disk);
        store.addSession(sessionRecord());
        expect(store.putInstance(instanceRecord())).toBe("stored");
        expect(store.putInstance(instanceRecord({ id: "i-other1", ref: "T-2" }))).toBe("stored");
        fillUp(disk);
        const moved = instanceRecord({ version: 2, status: "paused", state: "NEXT" });
        for (const step of [
          () => store.putInstance(moved),
          () => store.putInstance({ ...moved, status: "active", ref: "x".repeat(9000) }),
          () => store.putInstance(instanceRecord({ id: "i-third1", ref: "T-3" })),
          () => store.updateSession("sm-abc123", { yielded: true }),
          () => store.addSession(sessionRecord({ key: "sm-other1" })),
          () => store.putBinding("claude", "h", "sm-abc123"),
          () => store.putInstance(instanceRecord({ version: 2 }), historyEntry("e".repeat(9000))),
        ]) {
          const fault = faultOf(step);
          expect(fault.kind).toBe("store");
          expect(fault.message).toContain("full");
        }
        expect(store.instance("fix", "i-abc123")).toEqual(instanceRecord());
        expect(store.instanceByRef("fix", "T-1")?.version).toBe(1);
        expect(store.instanceByRef("fix", "T-3")).toBeUndefined();
        expect(store.session("sm-abc123")).toEqual(sessionRecord());
        expect(store.hasSession("sm-other1")).toBe(false);
        fs.unlinkSync(join(disk, "ballast"));
        expect(store.putInstance(moved)).toBe("stored");
        expect(store.instance("fix", "i-abc123")).toEqual(moved);
      } finally {
        unmount(disk);
      }
    },
  );

  // covers: smllm-store-read-only
  test.skipIf(!mayMount)(
    "read-only: reads as ever, each write is a fault (skipped: needs root and mount)",
    () => {
      const disk = mountSmallDisk();
      try {
        const store = storeIn(disk);
        store.addSession(sessionRecord());
        store.putInstance(instanceRecord());
        Bun.spawnSync(["mount", "-o", "remount,ro", disk]);
        expect(store.instance("fix", "i-abc123")).toEqual(instanceRecord());
        expect(store.session("sm-abc123")).toEqual(sessionRecord());
        expect(store.pausedCount("fix")).toBe(0);
        expect(faultOf(() => store.putInstance(instanceRecord({ version: 2 }))).kind).toBe("store");
        expect(faultOf(() => store.updateSession("sm-abc123", { yielded: true })).kind).toBe(
          "store",
        );
        expect(faultOf(() => store.putBinding("claude", "h", "k")).kind).toBe("store");
      } finally {
        unmount(disk);
      }
    },
  );

  const asNobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
  const mayChange =
    process.getuid?.() === 0 &&
    Bun.which("setpriv") !== null &&
    Bun.spawnSync([...asNobody, process.execPath, "-e", ""]).exitCode === 0;

  test.skipIf(!mayChange)(
    "folders that are closed to us: each answer is a fault, no id counts as taken (skipped: needs root and setpriv)",
    async () => {
      const store = storeIn(root);
      store.addSession(sessionRecord());
      store.putInstance(instanceRecord({ status: "paused" }));
      fs.chmodSync(root, 0o755);
      for (const name of ["state", "state/fix", "state/fix/refs", "user"]) {
        fs.chmodSync(join(root, name), 0o755);
      }
      for (const name of ["state/fix/paused", "user/sessions"]) fs.chmodSync(join(root, name), 0);
      const source = `
        const kind = (step) => { try { return step() ?? null; } catch (error) { return error.kind; } };
        console.log(JSON.stringify([
          () => store.session("sm-abc123"),
          () => store.hasSession("sm-zzzzzz"),
          () => store.instance("fix", "i-abc123"),
          () => store.hasInstance("fix", "i-zzzzzz"),
          () => store.pausedCount("fix"),
          () => store.paused("fix", 10),
          () => store.putInstance(instanceRecord({ version: 2 })),
        ].map(kind)));`;
      const child = start(source, 0, asNobody);
      expect(JSON.parse(await new Response(child.stdout).text())).toEqual(Array(7).fill("store"));
    },
  );

  test("a move that the disk refuses: a fault, and the old record is back in its place", () => {
    const store = storeIn(root);
    store.putInstance(instanceRecord());
    // A folder in the place of the file that the move would make.
    fs.mkdirSync(join(root, "state", "fix", "paused", "i-abc123.json", "x"), { recursive: true });
    const moved = instanceRecord({ version: 2, status: "paused" });
    expect(faultOf(() => store.putInstance(moved)).kind).toBe("store");
    expect(store.instance("fix", "i-abc123")).toEqual(instanceRecord());
    expect(tempNames()).toEqual([]);
  });

  test("files where folders should be: a fault to write and to list, nothing to read", () => {
    fs.writeFileSync(join(root, "state"), "mine");
    fs.writeFileSync(join(root, "user"), "mine");
    const store = storeIn(root);
    expect(store.instance("fix", "i-abc123")).toBeUndefined();
    expect(store.session("sm-abc123")).toBeUndefined();
    expect(store.pausedCount("fix")).toBe(0);
    expect(faultOf(() => store.putInstance(instanceRecord())).kind).toBe("store");
    expect(faultOf(() => store.addSession(sessionRecord())).kind).toBe("store");
    expect(fs.readFileSync(join(root, "state"), "utf8")).toBe("mine");
  });
});

/** Takes all that is left, to the last byte. */
function fillUp(disk: string): void {
  const fd = fs.openSync(join(disk, "ballast"), "w");
  try {
    for (const size of [4096, 1]) {
      for (;;) {
        if (fs.writeSync(fd, new Uint8Array(size)) < size) break;
      }
    }
  } catch {
    // Full, as it should be.
  } finally {
    fs.closeSync(fd);
  }
}
