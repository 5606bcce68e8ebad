/** The one-key writer on real files, with real processes, a full and a read-only disk. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { canMount } from "../testing/small-disk.ts";
import { readSettings } from "./read.ts";
import { type ConfigPlace, configLockFile, configSnippet, setConfigValue } from "./write.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-config-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function place(configFile = join(folder, "config", "config.yaml")): ConfigPlace {
  return { configFile, lockFile: configLockFile(configFile, join(folder, "state")) };
}
function write(text: string | Uint8Array): string {
  fs.mkdirSync(join(folder, "config"), { recursive: true });
  fs.writeFileSync(join(folder, "config", "config.yaml"), text);
  return join(folder, "config", "config.yaml");
}
const textOf = (path: string): string => fs.readFileSync(path, "utf8");
const THEME = ["tui", "theme"];

describe("setConfigValue", () => {
  test("no file and no folder: a private file in a private folder", async () => {
    const { configFile, lockFile } = place();
    expect(await setConfigValue(place(), THEME, "dark")).toEqual({
      ok: true,
      value: { changed: true },
    });
    expect(textOf(configFile)).toBe("tui:\n  theme: dark\n");
    expect(fs.statSync(configFile).mode & 0o777).toBe(0o600);
    expect(fs.statSync(join(folder, "config")).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(join(folder, "config"))).toEqual(["config.yaml"]);
    expect(fs.statSync(lockFile).size).toBe(0);
  });

  test("removing from no file: nothing made", async () => {
    expect(await setConfigValue(place(), THEME, undefined)).toEqual({
      ok: true,
      value: { changed: false },
    });
    expect(fs.existsSync(join(folder, "config"))).toBe(false);
  });

  // covers: config-write-one-key
  test("an existing file: changed, made private; the same again: not written", async () => {
    const path = write("# mine\ntui: {theme: light} # c\n");
    fs.chmodSync(path, 0o644);
    expect(await setConfigValue(place(), THEME, "dark")).toEqual({
      ok: true,
      value: { changed: true },
    });
    expect(textOf(path)).toBe("# mine\ntui: {theme: dark} # c\n");
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    const { ino } = fs.statSync(path);
    expect(await setConfigValue(place(), THEME, "dark")).toEqual({
      ok: true,
      value: { changed: false },
    });
    expect(fs.statSync(path).ino).toBe(ino);
  });

  // covers: config-write-link
  test("a link: stays, its target changes; both names share one lock", async () => {
    const path = write("a: 1\n");
    const link = join(folder, "link.yaml");
    fs.symlinkSync("config/config.yaml", link);
    expect(configLockFile(link, folder)).toBe(configLockFile(path, folder));
    expect((await setConfigValue(place(link), ["lang"], "en")).ok).toBe(true);
    expect(fs.readlinkSync(link)).toBe("config/config.yaml");
    expect(textOf(path)).toBe("a: 1\nlang: en\n");
  });

  test("a dangling link through a linked folder: one lock before and after the file is made", async () => {
    fs.mkdirSync(join(folder, "real"));
    fs.symlinkSync("real", join(folder, "alias"));
    fs.symlinkSync("alias/later/config.yaml", join(folder, "link.yaml"));
    const before = configLockFile(join(folder, "link.yaml"), folder);
    expect((await setConfigValue(place(join(folder, "link.yaml")), ["lang"], "en")).ok).toBe(true);
    expect(textOf(join(folder, "real", "later", "config.yaml"))).toBe("lang: en\n");
    expect(configLockFile(join(folder, "link.yaml"), folder)).toBe(before);
    expect(configLockFile(join(folder, "real", "later", "config.yaml"), folder)).toBe(before);
  });

  const untouched: [title: string, content: string | Uint8Array, reason: RegExp][] = [
    ["broken YAML", "tui: [hunter2\n", /line/],
    ["a list", "- hunter2\n", /mapping/],
    ["tui as a text", "tui: hunter2\n", /mapping/],
    ["bytes that are no UTF-8", new Uint8Array([0x23, 0xff, 0x0a]), /UTF-8/],
    ["more than is read", "#".repeat(200_000), /larger/],
  ];
  for (const [title, content, reason] of untouched) {
    test(`${title}: refused with the path and no word of the content, the file as it was`, async () => {
      const path = write(content);
      const bytes = fs.readFileSync(path);
      const result = await setConfigValue(place(), THEME, "dark");
      expect(!result.ok && result.reason).toMatch(reason);
      expect(!result.ok && result.reason).toContain(path);
      expect(!result.ok && result.reason).not.toContain("hunter2");
      expect(fs.readFileSync(path).equals(bytes)).toBe(true);
    });
  }

  // covers: config-write-failure
  test("a file without write permission behind a link, even as root: refused, both as they were", async () => {
    const path = write("a: 1\n");
    fs.chmodSync(path, 0o444);
    const link = join(folder, "link.yaml");
    fs.symlinkSync(path, link);
    const result = await setConfigValue(place(link), THEME, "dark");
    expect(!result.ok && result.reason).toContain("read-only");
    expect(textOf(path)).toBe("a: 1\n");
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test("a folder in its place: refused", async () => {
    fs.mkdirSync(join(folder, "config", "config.yaml"), { recursive: true });
    const result = await setConfigValue(place(), THEME, "dark");
    expect(!result.ok && result.reason).toContain("regular file");
  });

  test("20 changes at once in one process: none is lost", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `i${index}`);
    const results = await Promise.all(
      keys.map((key) => setConfigValue(place(), ["tui", "items", key, "n"], 1)),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    const { settings } = readSettings(place().configFile);
    expect(Object.keys(settings.tui.items).sort()).toEqual(keys.toSorted());
  });
});

/** A process that sets `tui.items.<key>.n` to 1, 2 ... and proves each time that it was kept. */
function startWriter(key: string, turns: number): Bun.Subprocess<"ignore", "pipe", "inherit"> {
  const script = join(folder, `${key}.ts`);
  fs.writeFileSync(
    script,
    `import { setConfigValue } from ${JSON.stringify(join(import.meta.dir, "write.ts"))};
     import { readSettings } from ${JSON.stringify(join(import.meta.dir, "read.ts"))};
     import fs from "node:fs";
     const place = ${JSON.stringify(place())};
     for (let turn = 1; turn <= ${turns}; turn += 1) {
       const result = await setConfigValue(place, ["tui", "items", ${JSON.stringify(key)}, "n"], turn);
       if (!result.ok) throw new Error(result.reason);
       const kept = readSettings(place.configFile).settings.tui.items[${JSON.stringify(key)}]?.n;
       if (kept !== turn) throw new Error("lost: " + kept + " instead of " + turn);
       if (turn === 1) fs.writeSync(1, "go");
     }`,
  );
  return Bun.spawn([process.execPath, script], { stdout: "pipe", stderr: "inherit" });
}

const START =
  "# head\ntui:\n  theme: light # kept\n  items: # options\n    own: {a: 1,  b: 2} # aligned\n# end\n";

describe("with other processes", () => {
  // covers: config-writers
  test("two writers of 150 changes each and a reader: no change lost, never a broken file", async () => {
    const path = write(START);
    const writers = [startWriter("one", 150), startWriter("two", 150)];
    const state = { isRunning: true };
    const ended = Promise.all(writers.map((writer) => writer.exited)).finally(() => {
      state.isRunning = false;
    });
    let reads = 0;
    while (state.isRunning) {
      const { settings, notes } = readSettings(path);
      expect(notes).toEqual([]);
      expect(settings.tui.items.own).toEqual({ a: 1, b: 2 });
      expect(textOf(path).endsWith("# end\n")).toBe(true);
      reads += 1;
      await Bun.sleep(0);
    }
    expect(await ended).toEqual([0, 0]);
    expect(reads).toBeGreaterThan(50);
    const { one, two } = readSettings(path).settings.tui.items;
    expect([one, two]).toEqual([{ n: 150 }, { n: 150 }]);
    const before = START.replace("# end\n", "");
    expect(textOf(path).startsWith(before)).toBe(true);
    expect(fs.readdirSync(join(folder, "config"))).toEqual(["config.yaml"]);
  }, 60_000);

  test("a writer killed at random moments: the file is whole, the next writer is not held up", async () => {
    const path = write(START);
    for (let kill = 0; kill < 8; kill += 1) {
      const writer = startWriter("one", 100_000);
      await writer.stdout.getReader().read();
      await Bun.sleep(Math.random() * 40);
      writer.kill("SIGKILL");
      await writer.exited;
      expect(readSettings(path).notes).toEqual([]);
      const started = performance.now();
      expect((await setConfigValue(place(), ["tui", "links"], kill % 2 === 0)).ok).toBe(true);
      expect(performance.now() - started).toBeLessThan(2000);
    }
    expect(textOf(path).startsWith(START.split("# end")[0] ?? "?")).toBe(true);
    expect(fs.readdirSync(join(folder, "config"))).toEqual(["config.yaml"]);
  }, 60_000);
});

describe("a small disk", () => {
  test.skipIf(!canMount())(
    "that is full, then read-only: the reason says so, the file as it was, no other file (skipped: needs root and mount)",
    async () => {
      const disk = join(folder, "disk");
      fs.mkdirSync(disk);
      Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=16k", "telltale-test", disk]);
      try {
        const path = join(disk, "config.yaml");
        fs.writeFileSync(path, START);
        fs.writeFileSync(join(disk, "ballast"), new Uint8Array(12 * 1024));
        const full = await setConfigValue(place(path), ["tui", "lines"], ["x".repeat(5000)]);
        expect(!full.ok && full.reason).toContain("full");
        expect(textOf(path)).toBe(START);
        expect(fs.readdirSync(disk).sort()).toEqual(["ballast", "config.yaml"]);

        Bun.spawnSync(["mount", "-o", "remount,ro", disk]);
        const readOnly = await setConfigValue(place(path), THEME, "dark");
        expect(!readOnly.ok && readOnly.reason).toContain("read-only");
        expect(textOf(path)).toBe(START);
      } finally {
        Bun.spawnSync(["umount", disk]);
      }
    },
  );
});

describe("configSnippet", () => {
  test("a key and its value: the YAML to add by hand", () => {
    expect(configSnippet(["tui", "statusLine"], ["a", "on"])).toBe(
      'tui:\n  statusLine:\n    - a\n    - "on"\n',
    );
  });
});
