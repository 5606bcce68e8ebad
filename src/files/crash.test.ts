/** The promises of this room against real processes: kill -9, a full disk, many at once. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { canMount, mountSmallDisk, unmount } from "../testing/small-disk.ts";
import { withLock } from "./lock.ts";
import { writeWhole } from "./write-whole.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-crash-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs TypeScript in a process of its own; it can import this room. */
function start(name: string, source: string): Bun.Subprocess<"ignore", "pipe", "inherit"> {
  const script = join(folder, `${name}.ts`);
  const imports = `
    import { writeWhole } from ${JSON.stringify(join(import.meta.dir, "write-whole.ts"))};
    import { withLock } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
    import fs from "node:fs";\n`;
  fs.writeFileSync(script, imports + source);
  return Bun.spawn([process.execPath, script], { stdout: "pipe", stderr: "inherit" });
}

async function firstOutput(child: Bun.Subprocess<"ignore", "pipe", "inherit">): Promise<string> {
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value);
}

describe("kill -9", () => {
  test("at random moments in hundreds of writes: the file is always one whole write", async () => {
    const path = join(folder, "file");
    const source = `
      fs.writeSync(1, "go");
      let turn = Number(process.argv[2] ?? 0);
      for (;;) {
        turn += 1;
        const line = String(turn).padStart(9, "0") + "\\n";
        writeWhole(${JSON.stringify(path)}, line.repeat(1000), { durable: turn % 8 === 0 });
      }`;
    let writes = 0;
    for (let kill = 0; kill < 24; kill += 1) {
      const child = start("writer", source);
      await firstOutput(child);
      const endMs = performance.now() + 5 + Math.random() * 60;
      while (performance.now() < endMs) {
        const text = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
        if (text !== "") expect(text === text.slice(0, 10).repeat(1000)).toBe(true);
        await Bun.sleep(1);
      }
      child.kill("SIGKILL");
      await child.exited;
      const text = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : "";
      expect(text === "" || text === text.slice(0, 10).repeat(1000)).toBe(true);
      writes += Number(text.slice(0, 9));
    }
    expect(writes).toBeGreaterThan(100);
    expect(writeWhole(path, "end").ok).toBe(true);
    expect(fs.readdirSync(folder).sort()).toEqual(["file", "writer.ts"]);
  }, 30_000);

  test("of the holder of a lock: a waiting caller has it at once", async () => {
    const lockFile = join(folder, "locks", "a.lock");
    const holder = start(
      "holder",
      `await withLock(${JSON.stringify(lockFile)}, async () => {
         fs.writeSync(1, "held");
         await new Promise((done) => setTimeout(done, 60_000));
       }, { waitMs: 1000 });`,
    );
    expect(await firstOutput(holder)).toBe("held");
    const refused = await withLock(lockFile, () => "got", { waitMs: 0 });
    expect(!refused.ok && refused.reason).toContain(lockFile);

    const waiting = withLock(lockFile, () => performance.now(), { waitMs: 20_000 });
    await Bun.sleep(50);
    const killedMs = performance.now();
    holder.kill("SIGKILL");
    await holder.exited;
    const got = await waiting;
    expect(got.ok && got.value - killedMs).toBeLessThan(3000);
    expect(fs.readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
    expect(fs.statSync(lockFile).size).toBe(0);
  }, 30_000);
});

describe("many at once", () => {
  test("8 processes that each add 1 to a number 40 times under the lock: none is lost", async () => {
    const file = join(folder, "number");
    fs.writeFileSync(file, "0");
    const source = `
      const file = ${JSON.stringify(file)};
      for (let turn = 0; turn < 40; turn += 1) {
        const result = await withLock(file + ".lock", () => {
          const next = Number(fs.readFileSync(file, "utf8")) + 1;
          return writeWhole(file, String(next), { durable: false });
        }, { waitMs: 20_000 });
        if (!result.ok || !result.value.ok) throw new Error(JSON.stringify(result));
      }`;
    const children = Array.from({ length: 8 }, (_, index) => start(`adder-${index}`, source));
    expect(await Promise.all(children.map((child) => child.exited))).toEqual(Array(8).fill(0));
    expect(fs.readFileSync(file, "utf8")).toBe("320");
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  }, 60_000);

  test("8 processes that write one file without a lock: each write whole, no temporary file", async () => {
    const file = join(folder, "file");
    const source = `
      for (let turn = 0; turn < 60; turn += 1) {
        const result = writeWhole(${JSON.stringify(file)}, (process.pid + "\\n").repeat(2000), { durable: false });
        if (!result.ok) throw new Error(result.reason);
      }`;
    const children = Array.from({ length: 8 }, (_, index) => start(`writer-${index}`, source));
    expect(await Promise.all(children.map((child) => child.exited))).toEqual(Array(8).fill(0));
    expect(new Set(fs.readFileSync(file, "utf8").trim().split("\n")).size).toBe(1);
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  }, 60_000);
});

describe("a full disk", () => {
  const mayMount = canMount();
  test.skipIf(!mayMount)(
    "of 64 KiB: the old file is untouched, the reason says why, no temporary file (skipped: needs root and mount)",
    () => {
      const small = mountSmallDisk();
      try {
        const path = join(small, "file");
        expect(writeWhole(path, "old".repeat(100)).ok).toBe(true);
        const big = writeWhole(path, "x".repeat(200_000));
        expect(!big.ok && big.reason).toContain("full");
        expect(fs.readFileSync(path, "utf8")).toBe("old".repeat(100));
        fs.writeFileSync(join(small, "ballast"), new Uint8Array(48 * 1024));
        for (const durable of [true, false]) {
          expect(writeWhole(path, "y".repeat(30_000), { durable })).toMatchObject({ ok: false });
        }
        expect(fs.readFileSync(path, "utf8")).toBe("old".repeat(100));
        expect(fs.readdirSync(small).sort()).toEqual(["ballast", "file"]);
        fs.unlinkSync(join(small, "ballast"));
        expect(writeWhole(path, "y".repeat(30_000)).ok).toBe(true);
      } finally {
        unmount(small);
      }
    },
  );

  test.skipIf(!mayMount)(
    "mounted read-only: kind read-only, for the file and for its lock (skipped: needs root and mount)",
    async () => {
      const readOnly = mountSmallDisk();
      try {
        fs.writeFileSync(join(readOnly, "file"), "old");
        Bun.spawnSync(["mount", "-o", "remount,ro", readOnly]);
        expect(writeWhole(join(readOnly, "file"), "new")).toMatchObject({ kind: "read-only" });
        expect(writeWhole(join(readOnly, "other"), "new")).toMatchObject({ kind: "read-only" });
        expect(fs.readFileSync(join(readOnly, "file"), "utf8")).toBe("old");
        const locked = await withLock(join(readOnly, "a.lock"), () => 1, { waitMs: 0 });
        expect(!locked.ok && locked.reason).toContain("a.lock");
      } finally {
        unmount(readOnly);
      }
    },
  );
});
