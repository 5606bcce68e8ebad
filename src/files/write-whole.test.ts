import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { writeRefusal, writeWhole } from "./write-whole.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-write-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string): number => fs.statSync(path).mode & 0o777;
const textOf = (path: string): string => fs.readFileSync(path, "utf8");

// covers: write-whole
describe("writeWhole", () => {
  test("a new file in missing folders: 0600 in 0700 folders, whatever the umask", () => {
    const umask = process.umask(0);
    const path = join(folder, "a", "b", "c.txt");
    expect(writeWhole(path, "grüße\n")).toEqual({ ok: true, value: undefined });
    process.umask(umask);
    expect(textOf(path)).toBe("grüße\n");
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(join(folder, "a"))).toBe(0o700);
    expect(modeOf(join(folder, "a", "b"))).toBe(0o700);
  });

  test("an existing file: mode kept, or set when asked, content replaced, no file beside it", () => {
    const path = join(folder, "f");
    fs.writeFileSync(path, "old and longer than the new text");
    fs.chmodSync(path, 0o664);
    expect(writeWhole(path, new Uint8Array([1, 2, 0, 255])).ok).toBe(true);
    expect([...fs.readFileSync(path)]).toEqual([1, 2, 0, 255]);
    expect(modeOf(path)).toBe(0o664);
    expect(writeWhole(path, "", { mode: 0o600, durable: false }).ok).toBe(true);
    expect(textOf(path)).toBe("");
    expect(modeOf(path)).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual(["f"]);
  });

  test("a chain of relative links through a linked folder: the last target changes, links stay", () => {
    fs.mkdirSync(join(folder, "real", "deep"), { recursive: true });
    fs.writeFileSync(join(folder, "real", "target"), "old");
    fs.symlinkSync("../target", join(folder, "real", "deep", "second"));
    fs.symlinkSync("real/deep", join(folder, "alias"));
    fs.symlinkSync("alias/second", join(folder, "first"));
    expect(writeWhole(join(folder, "first"), "new").ok).toBe(true);
    expect(textOf(join(folder, "real", "target"))).toBe("new");
    expect(fs.readlinkSync(join(folder, "first"))).toBe("alias/second");
    expect(fs.readlinkSync(join(folder, "real", "deep", "second"))).toBe("../target");
    expect(fs.readdirSync(join(folder, "real")).sort()).toEqual(["deep", "target"]);
  });

  test("a dangling link into a missing folder: the target is made, the link stays", () => {
    fs.symlinkSync("store/config", join(folder, "link"));
    expect(writeWhole(join(folder, "link"), "x").ok).toBe(true);
    expect(fs.lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
    expect(textOf(join(folder, "store", "config"))).toBe("x");
  });

  test("links in a circle: a reason, nothing made", () => {
    fs.symlinkSync("two", join(folder, "one"));
    fs.symlinkSync("one", join(folder, "two"));
    const result = writeWhole(join(folder, "one"), "x");
    expect(result).toMatchObject({ ok: false, kind: "failed" });
    expect(!result.ok && result.reason).toContain("circle");
  });

  test("a folder, a named pipe and a link to a device as target: refused as no regular file", () => {
    fs.mkdirSync(join(folder, "dir"));
    Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
    fs.symlinkSync("/dev/null", join(folder, "null"));
    for (const name of ["dir", "pipe", "null"]) {
      expect(writeWhole(join(folder, name), "x")).toMatchObject({ ok: false, kind: "not-a-file" });
    }
    expect(fs.statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(fs.readdirSync(folder).sort()).toEqual(["dir", "null", "pipe"]);
  });

  test("a file without write permission behind a link, even as root: read-only, all kept", () => {
    fs.writeFileSync(join(folder, "store"), "theirs", { mode: 0o444 });
    fs.symlinkSync("store", join(folder, "link"));
    const result = writeWhole(join(folder, "link"), "ours");
    expect(result).toMatchObject({ ok: false, kind: "read-only" });
    expect(writeRefusal(join(folder, "link"))).toEqual(result.ok ? undefined : result);
    expect(textOf(join(folder, "store"))).toBe("theirs");
    expect(fs.readdirSync(folder).sort()).toEqual(["link", "store"]);
  });

  test("a target that may be written: no refusal, nothing made by asking", () => {
    expect(writeRefusal(join(folder, "new", "file"))).toBeUndefined();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test("a file in the place of a folder: a reason that names the path, nothing changed", () => {
    fs.writeFileSync(join(folder, "f"), "x");
    const result = writeWhole(join(folder, "f", "below"), "y");
    expect(!result.ok && result.reason).toContain(join(folder, "f", "below"));
    expect(textOf(join(folder, "f"))).toBe("x");
  });

  test("leftovers of a killed writer: taken away, those of a living or another target kept", () => {
    const dead = Bun.spawnSync(["true"]).pid;
    const left = (name: string, pid: number): string => `.${name}.${pid}-0123456789ab.tmp`;
    const kept = [left("f", process.pid), left("f.more", dead), ".f.swp", `.f.${dead}-zz.tmp`];
    for (const name of [...kept, left("f", dead)]) fs.writeFileSync(join(folder, name), "half");
    const old = left("f", 1);
    fs.writeFileSync(join(folder, old), "half");
    fs.utimesSync(join(folder, old), 1, 1);
    expect(writeWhole(join(folder, "f"), "x").ok).toBe(true);
    expect(fs.readdirSync(folder).sort()).toEqual([...kept, "f"].sort());
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(
    "root replaces another's file: the owner stays (skipped: needs root)",
    () => {
      const path = join(folder, "f");
      fs.writeFileSync(path, "x");
      fs.chownSync(path, 1234, 4321);
      expect(writeWhole(path, "y").ok).toBe(true);
      expect(fs.statSync(path)).toMatchObject({ uid: 1234, gid: 4321 });
    },
  );
});

describe("writeWhole with a folder for temporary files", () => {
  test("leftovers of killed writers of any file: taken away; those of the living and other files stay", () => {
    const tempFolder = join(folder, ".tmp");
    fs.mkdirSync(tempFolder);
    const child = Bun.spawnSync([process.execPath, "-e", ""]);
    const dead = `.other.${child.pid}-0123456789ab.tmp`;
    const living = `.other.${process.pid}-0123456789ab.tmp`;
    for (const name of [dead, living, "note"]) fs.writeFileSync(join(tempFolder, name), "");
    const beside = join(folder, `.f.${child.pid}-0123456789ab.tmp`);
    fs.writeFileSync(beside, "");
    expect(writeWhole(join(folder, "f"), "text", { tempFolder }).ok).toBe(true);
    expect(textOf(join(folder, "f"))).toBe("text");
    expect(fs.readdirSync(tempFolder).sort()).toEqual([living, "note"].sort());
    expect(fs.existsSync(beside)).toBe(true);
  });

  test("a folder that is missing: made, private; a file in its place: a reason, nothing changed", () => {
    const path = join(folder, "f");
    expect(writeWhole(path, "one", { tempFolder: join(folder, "t") }).ok).toBe(true);
    expect(modeOf(join(folder, "t"))).toBe(0o700);
    expect(fs.readdirSync(join(folder, "t"))).toEqual([]);
    expect(writeWhole(path, "two", { tempFolder: path }).ok).toBe(false);
    expect(textOf(path)).toBe("one");
  });

  const otherDisk = "/dev/shm";
  test.skipIf(!isOtherDisk(otherDisk))(
    "on another disk: written all the same (skipped: needs /dev/shm)",
    () => {
      const tempFolder = fs.mkdtempSync(join(otherDisk, "telltale-write-"));
      try {
        expect(writeWhole(join(folder, "f"), "text", { tempFolder }).ok).toBe(true);
        expect(textOf(join(folder, "f"))).toBe("text");
        expect([...fs.readdirSync(folder), ...fs.readdirSync(tempFolder)]).toEqual(["f"]);
      } finally {
        fs.rmSync(tempFolder, { recursive: true });
      }
    },
  );
});

function isOtherDisk(path: string): boolean {
  return fs.existsSync(path) && fs.statSync(path).dev !== fs.statSync(os.tmpdir()).dev;
}
