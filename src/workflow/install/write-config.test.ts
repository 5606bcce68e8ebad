import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseMachine } from "../format/parse-machine.ts";
import { CONFIG_TEMPLATE, starterMachine } from "./starter.ts";
import { writeFirstConfig, writeNewMachine } from "./write-config.ts";

let folder = "";
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-config-")));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

const config = () => join(folder, "config.toml");
const text = () => fs.readFileSync(config(), "utf8");

describe("writeFirstConfig", () => {
  test("nothing there, or an empty file: the template; a second time: kept", () => {
    expect(writeFirstConfig({ config: config() })).toEqual({ ok: true, value: true });
    expect(text()).toBe(CONFIG_TEMPLATE);
    expect(writeFirstConfig({ config: config() })).toEqual({ ok: true, value: false });
    fs.writeFileSync(config(), "");
    expect(writeFirstConfig({ config: config() })).toEqual({ ok: true, value: true });
    expect(text()).toBe(CONFIG_TEMPLATE);
  });

  // covers: smllm-init-harness-only
  test("declined parts alone, with CRLF and a mark: the template before them, their bytes after it", () => {
    const own = '# mine\r\n[harness.claude]\r\nwithout = ["mcp"] # why';
    fs.writeFileSync(config(), `\uFEFF${own}`);
    expect(writeFirstConfig({ config: config() })).toEqual({ ok: true, value: true });
    expect(text()).toStartWith("\uFEFF# State machines");
    expect(text()).toEndWith(`\r\n\r\n${own}`);
    expect(text().replaceAll("\r\n", "")).not.toContain("\n");
  });

  test.each([
    ["a = 1\n", "keys above its first table"],
    ["[a]\n[a]\n", ":2: it is no valid TOML"],
  ])("%j is refused: %s", (own, why) => {
    fs.writeFileSync(config(), own);
    const made = writeFirstConfig({ config: config() });
    expect(!made.ok && made.reason).toContain(why);
    expect(text()).toBe(own);
  });
});

describe("writeNewMachine", () => {
  const add = (id: string, into = folder) =>
    writeNewMachine({ id, config: config(), folder: into });

  test("a list with comments: the path is added and every other byte stays", () => {
    const own = '# c\r\n[machines]\r\nfiles = [\r\n  "a.yaml", # a\r\n]\r\n[state]\r\ndir = "s"';
    fs.writeFileSync(config(), own);
    expect(add("demo")).toEqual({ ok: true, value: join(folder, "demo.smllm.yaml") });
    expect(text()).toBe(own.replace("# a\r\n", '# a\r\n  "demo.smllm.yaml",\r\n'));
    expect(add("b", join(folder, "../x/y")).ok).toBe(true);
    fs.rmSync(join(folder, "../x"), { recursive: true });
    expect(text()).toContain('"../x/y/b.smllm.yaml",\r\n]');
  });

  test("a table without files: the key is added", () => {
    fs.writeFileSync(config(), "[machines]\n");
    expect(add("demo").ok).toBe(true);
    expect(text()).toBe('[machines]\nfiles = ["demo.smllm.yaml"]\n');
  });

  // covers: smllm-new-refuses
  test.each([
    ["machines = 3\n", ':1: "machines" is no table'],
    ["[machines]\nfiles = 3\n", ':2: "machines.files" is no list'],
    ["[machines]\nfiles = [1]\n", ':2: "machines.files" is no list'],
    ["[harness.claude]\nwithout = []\n", "no [machines]"],
    ["[machines\n", ": it is no valid TOML"],
  ])("%j is refused and no machine is written: %s", (own, why) => {
    fs.writeFileSync(config(), own);
    const made = add("demo");
    expect(!made.ok && made.reason).toContain(why);
    expect(fs.readdirSync(folder)).toEqual(["config.toml"]);
    expect(text()).toBe(own);
  });

  test("a folder that is a file: a reason, and nothing is written", () => {
    fs.writeFileSync(config(), "[machines]\n");
    const made = add("demo", join(config(), "below"));
    expect(!made.ok && made.reason).toContain("demo.smllm.yaml");
    expect(text()).toBe("[machines]\n");
  });

  test("a machine that is there, also as a link to nowhere, and a read-only config: nothing is written", () => {
    fs.writeFileSync(config(), "[machines]\n");
    fs.symlinkSync("nowhere", join(folder, "demo.smllm.yaml"));
    expect(add("demo").ok).toBe(false);
    fs.chmodSync(config(), 0o444);
    expect(add("other").ok).toBe(false);
    expect(fs.readdirSync(folder).sort()).toEqual(["config.toml", "demo.smllm.yaml"]);
    expect(text()).toBe("[machines]\n");
  });
});

// covers: smllm-new
test.each([
  "demo",
  "123",
  "true",
  "null",
  "-",
  "_x",
  "1e5",
  "0x1F",
  "NO",
  "a-b_C9",
  "x".repeat(100),
])("a starter with the id %s: a machine of that id without any finding", (id) => {
  const parsed = parseMachine(starterMachine(id), "/m/x.smllm.yaml");
  expect(parsed.findings).toEqual([]);
  expect(parsed.machine?.id).toBe(id);
});
