import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { dirname, join } from "node:path";
import { installedProgram, unstablePlace } from "../install/program.ts";
import type { Io } from "../io.ts";
import { install } from "./install.ts";
import { uninstall } from "./uninstall.ts";

let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-cli-install-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  command: typeof install,
  options: Record<string, string | boolean> = {},
  changes: Partial<Io> & { operands?: readonly string[] } = {},
): Promise<Run> {
  const said = { out: "", err: "" };
  const { operands = ["claude-code"], ...rest } = changes;
  const io: Io = {
    env: { HOME: folder },
    cwd: folder,
    platform: "linux",
    stdin: 0,
    outIsTerminal: () => false,
    program: ["/opt/my tools/telltale"],
    nowMs: () => 0,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    ...rest,
  };
  return { code: await command.run({ options, repeated: {}, operands, io }), ...said };
}

function write(name: string, text: string): void {
  fs.mkdirSync(dirname(join(folder, name)), { recursive: true });
  fs.writeFileSync(join(folder, name), text);
}

function settings(name = ".claude/settings.json") {
  return JSON.parse(fs.readFileSync(join(folder, name), "utf8"));
}

describe("install", () => {
  test("says what it did, then that there is nothing to do", async () => {
    const first = await run(install);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out.split("\n")).toEqual([
      `made ${folder}/.claude/settings.json`,
      "  status line  added",
      "  hooks        added",
      "Running sessions show it at once. See whether it works: '/opt/my tools/telltale' doctor claude-code",
      "",
    ]);
    expect(settings().statusLine.command).toBe(
      "'/opt/my tools/telltale' statusline --harness claude-code",
    );
    const second = await run(install);
    expect(second.code).toBe(0);
    expect(second.out).toStartWith("nothing to do");
  });

  test("the PATH knows the program: it is named as it is typed", async () => {
    write("bin/telltale", "#!/bin/sh\n");
    fs.chmodSync(join(folder, "bin/telltale"), 0o755);
    const { out } = await run(install, {}, { env: { HOME: folder, PATH: join(folder, "bin") } });
    expect(out).toContain("works: telltale doctor claude-code\n");
  });

  test("settings with hooks: ours are said to stand beside them", async () => {
    write(".claude/settings.json", '{"hooks": {"Stop": []}}');
    const { out } = await run(install);
    expect(out).toStartWith("changed ");
    expect(out).toContain("hooks        added beside what was there\n");
  });

  test("a refresh stays, which is said, until it is taken out", async () => {
    expect((await run(install, { refresh: "5" })).out).toContain("refresh      every 5 s\n");
    const again = await run(install, {}, { program: ["/opt/telltale"] });
    expect(again.out).toContain("refresh      every 5 s, as it was; --refresh 0 takes it out\n");
    expect((await run(install, { refresh: "0" })).out).toContain("refresh      at events only\n");
    expect(settings().statusLine.refreshInterval).toBeUndefined();
    expect((await run(install, { "without-hooks": true })).out).not.toContain("refresh");
  });

  test("chained, then alone, then chained again: each said, and undone by one uninstall", async () => {
    const text = '{"statusLine": {"type": "command", "command": "npx cc"}}';
    write(".claude/settings.json", text);
    await run(install, { chain: true });
    expect((await run(install, { replace: true })).out).toContain("alone now; the other one comes");
    expect((await run(install, { chain: true, "dry-run": true })).out).toContain("--then 'npx cc'");
    expect((await run(install, { chain: true })).out).toContain("followed again by the rows");
    await run(uninstall);
    expect(fs.readFileSync(join(folder, ".claude/settings.json"), "utf8")).toBe(text);
  });

  test("CLAUDE_CONFIG_DIR, and the three scopes from a folder deep in the project", async () => {
    const configDir = join(folder, "cfg");
    const env = { HOME: folder, CLAUDE_CONFIG_DIR: configDir };
    const cwd = join(folder, "shop", "src", "deep");
    fs.mkdirSync(cwd, { recursive: true });
    fs.mkdirSync(join(folder, "shop", ".git"));
    for (const [scope, file] of [
      ["user", "cfg/settings.json"],
      ["project", "shop/.claude/settings.json"],
      ["local", "shop/.claude/settings.local.json"],
    ] as const) {
      expect((await run(install, { scope }, { env, cwd })).code).toBe(0);
      expect(settings(file).hooks.Stop).toHaveLength(1);
      expect((await run(uninstall, { scope }, { env, cwd })).code).toBe(0);
      expect(fs.existsSync(join(folder, file))).toBe(false);
    }
    expect(fs.existsSync(join(folder, ".claude"))).toBe(false);
    expect(fs.existsSync(join(folder, "shop", ".claude"))).toBe(false);
  });

  test("the home folder is no project", async () => {
    write(".git/HEAD", "");
    const done = await run(install, { scope: "project" });
    expect(done).toMatchObject({ code: 1, out: "" });
    expect(done.err).toContain("the scope user");
  });

  test("a foreign status line: refused with both ways; each of them works and is undone", async () => {
    const text = '{"statusLine": {"type": "command", "command": "npx cc \'a b\'"}}';
    write(".claude/settings.json", text);
    const refused = await run(install);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/\(npx cc 'a b'\).*--chain.*--replace/);
    for (const [option, ending] of [
      ["chain", ` --then 'npx cc '\\''a b'\\'''`],
      ["replace", "claude-code"],
    ] as const) {
      expect((await run(install, { [option]: true })).code).toBe(0);
      expect(settings().statusLine.command).toEndWith(ending);
      const gone = await run(uninstall);
      expect(gone.out).toContain("the status line from before is back");
      expect(fs.readFileSync(join(folder, ".claude/settings.json"), "utf8")).toBe(text);
    }
  });

  test("a trial with a foreign status line in the same file: nothing is said to win over ours", async () => {
    write(".claude/settings.json", '{"statusLine": {"type": "command", "command": "npx cc"}}');
    const trial = await run(install, { chain: true, "dry-run": true });
    expect(trial).toMatchObject({ code: 0, err: "" });
  });

  test("comments: the snippet in few lines, then at the end the reason with line and column", async () => {
    write(".claude/settings.json", "{\n  // mine\n}");
    const { code, out, err } = await run(install, { refresh: "5" });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toEndWith(
      `\ntelltale install: ${folder}/.claude/settings.json was not changed: Claude Code itself skips this file because it has a comment at line 2, column 3; take it out and run this again\n`,
    );
    const lines = err.split("\n");
    expect(lines.length).toBeLessThan(9);
    const snippet = JSON.parse(lines.slice(1, 5).join("\n"));
    expect(snippet.statusLine.refreshInterval).toBe(5);
  });

  test("--dry-run shows the lines that would change, and changes nothing", async () => {
    write(".claude/settings.json", '{\n  "model": "opus",\n  "a": "\u009b2J"\n}\n');
    const { code, out } = await run(install, { "dry-run": true, "without-hooks": true });
    expect(code).toBe(0);
    expect(out.split("\n").slice(1)).toEqual([
      '-   "a": ""',
      '+   "a": "",',
      '+   "statusLine": {',
      '+     "type": "command",',
      `+     "command": "'/opt/my tools/telltale' statusline --harness claude-code"`,
      "+   }",
      "",
    ]);
    expect(settings().statusLine).toBeUndefined();
    expect(fs.readdirSync(folder)).toEqual([".claude"]);
    expect((await run(uninstall, { "dry-run": true })).out).toStartWith("nothing to do");
  });

  test.each([
    [{ chain: true, replace: true }, ["claude-code"], "choose one"],
    [{ refresh: "-1" }, ["claude-code"], "0 takes the refresh out"],
    [{ refresh: "2.5" }, ["claude-code"], "whole number"],
    [{}, [], "name the harness"],
    [{}, ["codex"], 'no "codex"'],
    [{}, ["claude-code", "x"], "one harness"],
  ])("%j %j: exit code 2, %s", async (options, operands, why) => {
    const done = await run(install, options as Record<string, boolean>, { operands });
    expect(done.code).toBe(2);
    expect(done.err).toContain(why);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test("no home: exit code 1, and nothing lands in the working directory", async () => {
    for (const env of [{}, { HOME: "" }]) {
      const done = await run(install, {}, { env });
      expect(done.code).toBe(1);
      expect(done.err).toContain("set HOME");
      expect(fs.readdirSync(folder)).toEqual([]);
    }
  });

  test("another file wins here, or all is switched off: installed with a warning", async () => {
    write(
      "shop/.claude/settings.local.json",
      '{"statusLine": {"type": "command", "command": "x"}}',
    );
    write("shop/.claude/settings.json", '{"disableAllHooks": true}');
    const done = await run(install, {}, { cwd: join(folder, "shop") });
    expect(done.code).toBe(0);
    expect(done.err).toContain("settings.local.json wins over ours");
    expect(done.err).toContain("disableAllHooks is true");
  });

  test.each([
    [
      "/home/ana/.npm/_npx/12ab/node_modules/@telltale/linux-x64/bin/telltale",
      "from a checkout that",
    ],
    ["/tmp/checkout/bin/telltale", "Move it out of there (a checkout as a whole)"],
  ])(
    "from %s: installed with a warning, which is not repeated with nothing to do",
    async (file, way) => {
      const program = [file];
      expect((await run(install, { "dry-run": true }, { program })).err).toContain(way);
      const done = await run(install, {}, { program });
      expect(done.code).toBe(0);
      expect(done.err).toContain(way);
      expect(done.err).toContain("packed tarballs for good (see the README)");
      expect(done.err).not.toContain("npm install --global telltale");
      expect((await run(install, {}, { program })).err).toBe("");
    },
  );
});

describe("the program that is written down", () => {
  const main = join(import.meta.dir, "..", "main.ts");
  const starter = join(import.meta.dir, "..", "..", "..", "bin", "telltale");

  test.each([
    [["/opt/telltale"], "linux", ["/opt/telltale"]],
    [["/b/bun", "--no-env-file", main], "linux", [starter]],
    [["/b/bun", "/away/src/cli/main.ts"], "linux", ["/b/bun", "/away/src/cli/main.ts"]],
    [["/b/bun", main], "win32", ["/b/bun", main]],
  ] as const)("%j on %s: %j", (program, platform, expected) => {
    expect(installedProgram({ program, platform })).toEqual([...expected]);
  });

  test.each(["/tmp/x/telltale", "/a/_npx/b/telltale", "/a/dlx-123/telltale"])(
    "%s may be gone one day",
    (file) => {
      expect(unstablePlace([file])).toBeDefined();
    },
  );

  test("a usual place stays", () => {
    expect(unstablePlace(["/usr/local/bin/telltale"])).toBeUndefined();
  });
});
