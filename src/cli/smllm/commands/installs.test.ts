/** The commands that write configs, machines and installations: their arguments, words and exit codes. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandIo } from "../../../testing/command-io.ts";
import { runSmllm } from "../../smllm.ts";

let folder = "";
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-smllm-")));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

async function smllm(...args: readonly string[]) {
  const { io, said } = commandIo(folder);
  const env = { ...io.env, HOME: join(folder, "home"), XDG_CONFIG_HOME: join(folder, "config") };
  const code = await runSmllm(args, { ...io, env });
  return { code, ...said };
}

const files = () => fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

describe("init", () => {
  // covers: smllm-init
  test("JSON: the path and whether it was made; the user's own; one that is named", async () => {
    const first = { path: ".smllm/config.toml", created: true };
    expect(await smllm("init", "--json")).toEqual({
      code: 0,
      out: `${JSON.stringify(first)}\n`,
      err: "",
    });
    expect(JSON.parse((await smllm("init", "--json")).out)).toEqual({ ...first, created: false });
    expect((await smllm("init", "--user")).out).toBe("created config/smllm/config.toml\n");
    expect((await smllm("init", "--config", "x/c.toml")).out).toBe("created x/c.toml\n");
  });

  // covers: smllm-usage-writes-nothing
  test("wrong calls: exit 2, nothing written", async () => {
    for (const args of [["x"], ["--user", "--config", "f"], ["--force"]]) {
      const { code, out, err } = await smllm("init", ...args);
      expect({ code, out, start: err.slice(0, 7) }).toEqual({ code: 2, out: "", start: "error: " });
    }
    expect(files()).toEqual([]);
  });
});

describe("new", () => {
  // covers: smllm-new
  test("an id that the config has, also in other letters, in another folder: exit 2, nothing written", async () => {
    await smllm("init");
    await smllm("new", "demo", "--write");
    const before = files();
    for (const id of ["demo", "DEMO"]) {
      const again = await smllm("new", id, "--write", "--dir", "flows");
      expect(again).toMatchObject({ code: 2, out: "" });
      expect(again.err).toContain("demo in .smllm/config.toml");
    }
    expect(files()).toEqual(before);
  });

  // covers: smllm-new
  test("JSON without and with --write; another folder; a config without [machines]", async () => {
    const shown = JSON.parse((await smllm("new", "demo", "--json")).out);
    expect(shown).toEqual({ id: "demo", path: null, text: expect.stringContaining("id: demo\n") });
    expect(files()).toEqual([]);
    expect((await smllm("new", "demo", "--write")).err).toContain("smllm init");
    expect((await smllm("new", "demo", "--dir", "flows")).err).toContain("--dir needs --write");
    await smllm("init");
    const written = await smllm("new", "demo", "--write", "--json", "--dir", "flows");
    expect(JSON.parse(written.out)).toEqual({
      id: "demo",
      path: "flows/demo.smllm.yaml",
      config: ".smllm/config.toml",
    });
    const config = fs.readFileSync(join(folder, ".smllm/config.toml"), "utf8");
    expect(config).toContain('files = ["../flows/demo.smllm.yaml"]');
    expect((await smllm("new", "a", "--write", "--config", "none.toml")).code).toBe(2);
  });

  // covers: smllm-new-refuses
  test.each(["", "bad id", "a/b", "..", "a.b", "ü", "x".repeat(101)])(
    "%j is no id: exit 2",
    async (id) => {
      const { code, err } = await smllm("new", "--", id);
      expect(code).toBe(2);
      expect(err).toStartWith("error: ");
    },
  );
});

describe("harness", () => {
  test("JSON of install and status: one object, parts with file, state and action", async () => {
    const { code, out, err } = await smllm("harness", "install", "cursor", "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toEqual({
      harness: "cursor",
      scope: "project",
      parts: [
        { part: "instructions", file: "AGENTS.md", state: "current", action: "created" },
        { part: "mcp", file: ".cursor/mcp.json", state: "current", action: "created" },
      ],
    });
    const { parts } = JSON.parse((await smllm("harness", "status", "cursor", "--json")).out);
    expect(parts[1]).toEqual({
      part: "mcp",
      file: ".cursor/mcp.json",
      state: "current",
      action: null,
    });
  });

  test("text: a line for each part, and once what the person has to do", async () => {
    const first = await smllm("harness", "install", "codex");
    expect(first.out).toBe(
      "created  AGENTS.md (instructions)\ncreated  .codex/config.toml (mcp)\ncreated  .codex/hooks.json (hooks)\n",
    );
    expect(first.err).toContain("trust");
    const second = await smllm("harness", "install", "codex");
    expect(second.out).toBe(first.out.replaceAll("created", "current"));
    expect(second.err).toBe("");
  });

  test("without a part of the call's own scope, twice: told as skipped, noted once", async () => {
    const call = ["harness", "install", "claude", "--without", "mcp", "--without", "statusline"];
    await smllm(...call);
    const { out, err } = await smllm(...call);
    expect(out.match(/^skipped {2}\S+ \((?:mcp|statusline)\)$/gm)).toHaveLength(2);
    expect(err).toBe("");
    expect(fs.readFileSync(join(folder, ".smllm/config.toml"), "utf8")).toBe(
      '[harness.claude]\nwithout = ["mcp", "statusline"]\n',
    );
  });

  // covers: smllm-usage-writes-nothing
  test.each([
    [["install"], "the harness is missing"],
    [["install", "emacs"], "claude, codex"],
    [["install", "\u001b[31m"], "there is no harness"],
    [["install", "claude", "codex"], "no place for"],
    [["install", "claude", "--scope", "local"], "project, user"],
    [["install", "claude", "--without", "all"], "instructions, mcp"],
    [["install", "agents_md", "--scope", "user"], "no user scope"],
    [["install", "claude", "--scope", "user"], "no program claude"],
    [["status", "claude", "--force"], "--force"],
  ])("harness %j: exit 2 with the reason %s, nothing written", async (args, why) => {
    const { code, out, err } = await smllm("harness", ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(why);
    expect(err).not.toContain("\u001b");
    expect(files()).toEqual([]);
  });
});
