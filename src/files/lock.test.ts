import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { withLock } from "./lock.ts";

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
