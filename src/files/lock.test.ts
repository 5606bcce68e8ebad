import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { withLock, withLockSync } from "./lock.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-lock-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("withLock", () => {
  test("a free lock: gives what the body gives; the file is empty, private and stays", async () => {
    const lockFile = join(folder, "locks", "a.lock");
    expect(await withLock(lockFile, async () => 42, { waitMs: 0 })).toEqual({
      ok: true,
      value: 42,
    });
    expect(fs.statSync(lockFile)).toMatchObject({ size: 0 });
    expect(fs.statSync(lockFile).mode & 0o777).toBe(0o600);
    expect(fs.statSync(join(folder, "locks")).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
  });

  test("while it is held: no file beside it that a killed holder would leave behind", async () => {
    const list = () => fs.readdirSync(folder);
    const held = await withLock(join(folder, "a.lock"), list, { waitMs: 0 });
    expect(held).toEqual({ ok: true, value: ["a.lock"] });
  });

  test("20 callers in one process: one at a time", async () => {
    let inside = 0;
    let most = 0;
    let count = 0;
    const body = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      const seen = count;
      await Bun.sleep(1);
      count = seen + 1;
      inside -= 1;
    };
    const results = await Promise.all(
      Array.from({ length: 20 }, () => withLock(join(folder, "l"), body, { waitMs: 20_000 })),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect([most, count]).toEqual([1, 20]);
  });

  test("taken by another caller: waits no longer than asked, then says so; free again after", async () => {
    const lockFile = join(folder, "l");
    const release = Promise.withResolvers<void>();
    const held = withLock(lockFile, () => release.promise, { waitMs: 0 });
    await Bun.sleep(5);
    const started = performance.now();
    const refused = await withLock(lockFile, () => 1, { waitMs: 60 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    expect(!refused.ok && refused.reason).toContain("60 ms");
    release.resolve();
    await held;
    expect(await withLock(lockFile, () => 1, { waitMs: 0 })).toEqual({ ok: true, value: 1 });
  });

  test("a body that throws: a reason, and the lock is free", async () => {
    const lockFile = join(folder, "l");
    const result = await withLock(
      lockFile,
      () => {
        throw new Error("out of paper");
      },
      { waitMs: 0 },
    );
    expect(!result.ok && result.reason).toContain("out of paper");
    expect((await withLock(lockFile, () => 1, { waitMs: 0 })).ok).toBe(true);
  });

  test("a folder, a pipe or a file with content in its place: a reason, nothing changed", async () => {
    fs.mkdirSync(join(folder, "dir"));
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    fs.writeFileSync(join(folder, "text"), "mine");
    for (const name of ["dir", "pipe", "text"]) {
      const result = await withLock(join(folder, name), () => 1, { waitMs: 0 });
      expect(!result.ok && result.reason).toContain(join(folder, name));
    }
    expect(fs.readFileSync(join(folder, "text"), "utf8")).toBe("mine");
  });
});

describe("withLockSync", () => {
  test("a body that returns and one that throws: the value, the reason, and the lock is free again", () => {
    const lockFile = join(folder, "locks", "a.lock");
    expect(withLockSync(lockFile, () => 42, { waitMs: 0 })).toEqual({ ok: true, value: 42 });
    const stop = () => {
      throw new Error("out of paper");
    };
    const stopped = withLockSync(lockFile, stop, { waitMs: 0 });
    expect(!stopped.ok && stopped.reason).toContain("out of paper");
    expect(withLockSync(lockFile, () => 1, { waitMs: 0 })).toEqual({ ok: true, value: 1 });
    expect(fs.readdirSync(join(folder, "locks"))).toEqual(["a.lock"]);
    expect(fs.statSync(lockFile)).toMatchObject({ size: 0 });
  });

  test("held by the caller that waits for a promise, asked for twice: a reason after the time", async () => {
    const lockFile = join(folder, "l");
    await withLock(
      lockFile,
      () => {
        const startMs = performance.now();
        const refused = withLockSync(lockFile, () => 1, { waitMs: 60 });
        expect(performance.now() - startMs).toBeGreaterThanOrEqual(55);
        expect(!refused.ok && refused.reason).toContain("60 ms");
      },
      { waitMs: 0 },
    );
  });

  test("a text file in its place: refused, and as it was", () => {
    fs.writeFileSync(join(folder, "text"), "mine");
    expect(withLockSync(join(folder, "text"), () => 1, { waitMs: 0 }).ok).toBe(false);
    expect(fs.readFileSync(join(folder, "text"), "utf8")).toBe("mine");
  });

  test("eight processes, 40 additions each: none is lost", async () => {
    const file = join(folder, "number");
    fs.writeFileSync(file, "0");
    const script = join(folder, "adder.ts");
    fs.writeFileSync(
      script,
      `import fs from "node:fs";
       import { withLockSync } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
       const file = ${JSON.stringify(file)};
       for (let turn = 0; turn < 40; turn += 1) {
         const add = () => fs.writeFileSync(file, String(Number(fs.readFileSync(file, "utf8")) + 1));
         const result = withLockSync(file + ".lock", add, { waitMs: 20_000 });
         if (!result.ok) throw new Error(result.reason);
       }`,
    );
    const children = Array.from({ length: 8 }, () =>
      Bun.spawn([process.execPath, script], { stdio: ["ignore", "ignore", "inherit"] }),
    );
    expect(await Promise.all(children.map((child) => child.exited))).toEqual(Array(8).fill(0));
    expect(fs.readFileSync(file, "utf8")).toBe("320");
  }, 60_000);

  test("eight processes that take it again and again: none is overtaken for long", async () => {
    const script = join(folder, "taker.ts");
    fs.writeFileSync(
      script,
      `import { withLockSync } from ${JSON.stringify(join(import.meta.dir, "lock.ts"))};
       let longestMs = 0;
       for (const endMs = performance.now() + 5000; performance.now() < endMs; ) {
         const startMs = performance.now();
         const file = ${JSON.stringify(join(folder, "crowded"))};
         const taken = withLockSync(file, () => {
           longestMs = Math.max(longestMs, performance.now() - startMs);
           Bun.sleepSync(2);
         }, { waitMs: 20_000 });
         if (!taken.ok) throw new Error(taken.reason);
       }
       console.log(longestMs);`,
    );
    const children = Array.from({ length: 8 }, () =>
      Bun.spawn([process.execPath, script], { stdio: ["ignore", "pipe", "inherit"] }),
    );
    const longest = await Promise.all(children.map((child) => child.stdout.text()));
    // A fair share of the waiting is 20 ms; those who were overtaken by newcomers waited for seconds.
    expect(Math.max(...longest.map(Number))).toBeLessThan(1500);
  }, 60_000);
});
