import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { readBounded, readBoundedBytes } from "./read-bounded.ts";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-read-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  fs.writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe("readBounded", () => {
  test("a file at, below and above the cap: whole, whole, refused", () => {
    const path = file("cap", "x".repeat(1000));
    expect(readBounded(path, 1001)).toEqual({ ok: true, value: "x".repeat(1000) });
    expect(readBounded(path, 1000).ok).toBe(true);
    expect(readBounded(path, 999)).toMatchObject({ ok: false, kind: "too-big" });
    expect(readBounded(file("empty", ""), 0)).toEqual({ ok: true, value: "" });
  });

  test("a byte order mark and broken UTF-8: the mark stays, bad bytes are replaced", () => {
    const path = file("bom", new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62]));
    expect(readBounded(path, 100)).toEqual({ ok: true, value: "\uFEFFa\uFFFDb" });
    expect(readBoundedBytes(path, 100)).toMatchObject({ ok: true });
  });

  test("a missing file, and one below a file: missing", () => {
    expect(readBounded(join(folder, "none"), 10)).toMatchObject({ kind: "missing" });
    expect(readBounded(join(file("f", ""), "below"), 10)).toMatchObject({ kind: "missing" });
  });

  test("a folder, a named pipe nobody writes to, a device: no regular file, at once", () => {
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    for (const path of [folder, join(folder, "pipe"), "/dev/zero"]) {
      expect(readBounded(path, 10)).toMatchObject({ ok: false, kind: "not-a-file" });
    }
  });

  test("a named pipe somebody waits to write to: he goes on waiting, as if nobody had looked", async () => {
    const path = join(folder, "waited");
    Bun.spawnSync(["mkfifo", path]);
    const writer = Bun.spawn(["/bin/sh", "-c", 'echo text > "$0"', path], { stderr: "ignore" });
    await Bun.sleep(100);
    expect(readBounded(path, 10)).toMatchObject({ ok: false, kind: "not-a-file" });
    await Bun.sleep(100);
    expect([writer.exitCode, writer.signalCode]).toEqual([null, null]);
    writer.kill();
    await writer.exited;
  });

  test("a link: the file behind it", () => {
    file("behind", "text");
    fs.symlinkSync("behind", join(folder, "link"));
    expect(readBounded(join(folder, "link"), 10)).toEqual({ ok: true, value: "text" });
  });

  test.skipIf(process.platform !== "linux")(
    "a regular file that says size 0 (/proc): read to its end, or refused by the cap (skipped: Linux only)",
    () => {
      const all = readBounded("/proc/self/maps", 10_000_000);
      expect(all.ok && all.value.length).toBeGreaterThan(1000);
      expect(readBounded("/proc/self/maps", 500)).toMatchObject({ kind: "too-big" });
    },
  );
});
