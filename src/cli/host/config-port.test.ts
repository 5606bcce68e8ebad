import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setConfigValue } from "../../config/write.ts";
import { canMount, mountSmallDisk, unmount } from "../../testing/small-disk.ts";
import { configPort } from "./config-port.ts";

const KEY = ["tui", "statusLine"];
const FILE = `# mine
agent: mine # chosen
tui:
  theme: light
  statusLine: [model] # the line
`;

let home = "";
const path = (name: string): string => join(home, name);
const place = (configFile: string) => ({ configFile, lockFile: path("lock") });

beforeEach(() => {
  home = fs.mkdtempSync(join(tmpdir(), "telltale-config-port-"));
  fs.writeFileSync(path("config.yaml"), FILE);
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

// covers: host-config-save, panel-one-key
describe("saving", () => {
  test("a list, an empty one, none: the file has it, the rest stays, and the settings follow", async () => {
    const port = configPort(place(path("config.yaml")), "");
    expect(await port.save(KEY, ["clock", "cost"])).toEqual({ ok: true, value: undefined });
    expect(fs.readFileSync(path("config.yaml"), "utf8")).toBe(
      FILE.replace("[model]", "[clock, cost]"),
    );
    expect(port.settings().tui).toMatchObject({ theme: "light", statusLine: ["clock", "cost"] });
    await port.save(KEY, []);
    expect(port.settings().tui.statusLine).toEqual([]);
    expect(fs.readFileSync(path("config.yaml"), "utf8")).toContain("statusLine: []");
    await port.save(KEY, undefined);
    expect("statusLine" in port.settings().tui).toBe(false);
    expect(fs.readFileSync(path("config.yaml"), "utf8")).not.toContain("statusLine");
    await port.save(["tui", "theme"], undefined);
    expect(port.settings().tui.theme).toBe("auto");
    expect(port.settings().agent).toBe("mine");
  });

  test("a file that is not there yet: made, private", async () => {
    const port = configPort(place(path("new/config.yaml")), "");
    await port.save(KEY, ["clock"]);
    expect(fs.readFileSync(path("new/config.yaml"), "utf8")).toContain("clock");
    expect(fs.statSync(path("new/config.yaml")).mode & 0o777).toBe(0o600);
  });

  test("through a link: the real file changes, the link stays one", async () => {
    fs.mkdirSync(path("real"));
    fs.renameSync(path("config.yaml"), path("real/dotfile.yaml"));
    fs.symlinkSync("real/dotfile.yaml", path("config.yaml"));
    const port = configPort(place(path("config.yaml")), "");
    expect((await port.save(KEY, ["clock"])).ok).toBe(true);
    expect(fs.readlinkSync(path("config.yaml"))).toBe("real/dotfile.yaml");
    expect(fs.readFileSync(path("real/dotfile.yaml"), "utf8")).toContain("[clock]");
    expect(fs.readdirSync(path("real"))).toEqual(["dotfile.yaml"]);
  });

  test("others write at the same time: nobody's change is lost", async () => {
    const port = configPort(place(path("config.yaml")), "");
    const others = Array.from({ length: 10 }, (_, index) =>
      setConfigValue(place(path("config.yaml")), ["tui", "items", `x-${index}`], { n: index }),
    );
    const own = port.save(KEY, ["clock"]);
    for (const done of await Promise.all([...others, own])) expect(done.ok).toBe(true);
    const text = fs.readFileSync(path("config.yaml"), "utf8");
    expect(text).toContain("statusLine: [clock]");
    for (let index = 0; index < 10; index++) expect(text).toContain(`x-${index}:`);
    expect(text).toContain("agent: mine # chosen");
  });

  // covers: host-config-restart
  test("what others wrote since the start: kept in the file, and counts from the next start", async () => {
    const port = configPort(place(path("config.yaml")), "");
    fs.writeFileSync(path("config.yaml"), FILE.replace("light", "dark"));
    await port.save(KEY, ["clock"]);
    expect(fs.readFileSync(path("config.yaml"), "utf8")).toContain("theme: dark");
    expect(port.settings().tui.theme).toBe("light");
  });
});

// covers: host-config-fails, panel-failure
describe("a write that fails", () => {
  const expectRefused = async (configFile: string): Promise<void> => {
    const before = fs.readFileSync(configFile, "utf8");
    const port = configPort(place(configFile), "");
    const saved = await port.save(KEY, ["clock"]);
    expect(saved.ok).toBe(false);
    expect(fs.readFileSync(configFile, "utf8")).toBe(before);
    expect(port.settings().tui.statusLine).not.toEqual(["clock"]);
  };

  test("broken YAML: the file as it was", async () => {
    fs.writeFileSync(path("config.yaml"), "tui: [\n");
    await expectRefused(path("config.yaml"));
  });

  test("a read-only file: as it was, and it can be tried again", async () => {
    fs.chmodSync(path("config.yaml"), 0o444);
    await expectRefused(path("config.yaml"));
    fs.chmodSync(path("config.yaml"), 0o600);
    const port = configPort(place(path("config.yaml")), "");
    expect((await port.save(KEY, ["clock"])).ok).toBe(true);
  });

  test.skipIf(!canMount())("a full disk: as it was, and no file is left behind", async () => {
    const disk = mountSmallDisk();
    try {
      fs.writeFileSync(join(disk, "config.yaml"), FILE);
      try {
        fs.writeFileSync(join(disk, "filler"), Buffer.alloc(256 * 1024));
      } catch {
        // Full is what it is to be.
      }
      await expectRefused(join(disk, "config.yaml"));
      expect(fs.readdirSync(disk).toSorted()).toEqual(["config.yaml", "filler"]);
    } finally {
      for (const name of fs.readdirSync(disk)) fs.rmSync(join(disk, name));
      unmount(disk);
    }
  });

  test("no place for a config at all: the reason that was given", async () => {
    const port = configPort(undefined, "no home is known");
    expect(await port.save(KEY, [])).toEqual({ ok: false, reason: "no home is known" });
    expect(port.settings().tui.theme).toBe("auto");
  });
});
