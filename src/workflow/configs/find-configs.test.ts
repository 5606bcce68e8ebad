import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { findConfigs, passedOverConfig } from "./find-configs.ts";

let root = "";
beforeEach(() => {
  root = fs.mkdtempSync(join(os.tmpdir(), "smllm-find-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const MACHINES = '[machines]\nfiles = ["a.smllm.yaml"]\n';

function put(path: string, text = MACHINES): string {
  const file = join(root, path);
  fs.mkdirSync(join(file, ".."), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

function find(change: { cwd?: string; config?: string; env?: Record<string, string> } = {}) {
  const { cwd = "project/deep/er", config, env = {} } = change;
  fs.mkdirSync(join(root, cwd), { recursive: true });
  return findConfigs({
    env: { HOME: join(root, "home"), ...env },
    cwd: join(root, cwd),
    platform: "linux",
    config,
  });
}

// covers: smllm-config-lookup
describe("findConfigs", () => {
  test("none, the nearest above, the user's too: in the order of their weight", async () => {
    expect(await find()).toEqual({ ok: true, value: [] });
    const outer = put(".smllm/config.toml");
    expect(await find()).toEqual({ ok: true, value: [outer] });
    const project = put("project/.smllm/config.toml");
    const user = put("home/.config/smllm/config.toml");
    expect(await find()).toEqual({ ok: true, value: [user, project] });
    const xdg = put("xdg/smllm/config.toml");
    const env = { XDG_CONFIG_HOME: join(root, "xdg") };
    expect(await find({ env })).toEqual({ ok: true, value: [xdg, project] });
  });

  test.if(process.getuid?.() === 0)(
    "one that another user put above is passed over, but not in a directory of that user",
    async () => {
      const stranger = 65_534;
      const own = put(".smllm/config.toml");
      const planted = put("project/.smllm/config.toml");
      fs.chownSync(planted, stranger, stranger);
      expect(await find()).toEqual({ ok: true, value: [own] });
      expect(passedOverConfig(join(root, "project/deep/er"))).toBe(planted);
      expect(passedOverConfig(root)).toBeUndefined();
      fs.chownSync(planted, 0, 0);
      fs.chownSync(join(planted, ".."), stranger, stranger);
      expect(await find()).toEqual({ ok: true, value: [own] });
      expect(await find({ config: planted })).toEqual({ ok: true, value: [planted] });
      fs.chownSync(join(root, "project/deep/er"), stranger, stranger);
      expect(await find()).toEqual({ ok: true, value: [planted] });
    },
  );

  test("an option, a variable, an empty variable: only that file, only that, as if unset", async () => {
    const project = put("project/.smllm/config.toml");
    const other = put("other.toml", "[harness.x]\n");
    put("home/.config/smllm/config.toml");
    const env = { SMLLM_CONFIG: "../../.smllm/config.toml" };
    expect(await find({ config: other, env })).toEqual({ ok: true, value: [other] });
    expect(await find({ env })).toMatchObject({ ok: true, value: [project] });
    expect(await find({ env: { SMLLM_CONFIG: "" }, cwd: "x" })).toMatchObject({
      value: [join(root, "home/.config/smllm/config.toml")],
    });
  });

  test("an option that names nothing, a folder, nothing at all: a reason", async () => {
    for (const config of ["none.toml", ".", ""]) {
      const found = await find({ config });
      expect(found.ok).toBe(false);
      expect(!found.ok && found.reason).toContain("config");
    }
  });

  // covers: smllm-config-needs-machines
  test.each([
    ["only a harness", "[harness.claude]\nwithout = ['mcp']\n", false],
    ["empty", "", false],
    ["machines in a comment and a text", "# [machines]\n[x]\na = '''\n[machines]\n'''\n", false],
    ["a header", "[machines]\n", true],
    ["a header with a comment and Windows lines", "a = 1\r\n[machines] # here\r\n", true],
    ["a dotted key", "machines.files = []\n", true],
    ["an inline table", "machines = { files = [] }\n", true],
    ["a quoted key", '["machines"]\nfiles = []\n', true],
    ["a key in escapes", '["mach\\u0069nes"]\nfiles = []\n', true],
    ["broken, with machines in it", "[machines\n", true],
    ["broken, without", "[harness\n", false],
  ])("a file that is %s: a config is %p", async (_what, text, isConfig) => {
    const outer = put(".smllm/config.toml");
    const project = put("project/.smllm/config.toml", text as string);
    expect(await find()).toEqual({ ok: true, value: [isConfig ? project : outer] });
  });

  test("a folder, a link that leads nowhere, a huge file in its place: passed over, passed over, told", async () => {
    const outer = put(".smllm/config.toml");
    fs.mkdirSync(join(root, "project/.smllm/config.toml"), { recursive: true });
    expect(await find()).toEqual({ ok: true, value: [outer] });
    fs.rmdirSync(join(root, "project/.smllm/config.toml"));
    fs.symlinkSync("nowhere", join(root, "project/.smllm/config.toml"));
    expect(await find()).toEqual({ ok: true, value: [outer] });
    fs.unlinkSync(join(root, "project/.smllm/config.toml"));
    const huge = put("project/.smllm/config.toml", "#".repeat(600_000));
    expect(await find()).toEqual({ ok: true, value: [huge] });
  });

  test("the user's config as the nearest: once", async () => {
    const user = put("home/.smllm/config.toml");
    const env = { XDG_CONFIG_HOME: join(root, "home") };
    fs.symlinkSync(".smllm", join(root, "home", "smllm"));
    const found = await find({ cwd: "home", env });
    expect(found).toEqual({ ok: true, value: [user] });
  });
});
