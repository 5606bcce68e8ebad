/** Installations into real folders: every harness, its files, and the states that are told apart. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import {
  InstallWorld,
  installed,
  installStatus,
  PLAIN_WISH,
  partStates,
} from "../../testing/install-world.ts";
import { INSTALL_HARNESSES } from "./harnesses/registry.ts";
import { installHarness } from "./install.ts";
import { partsOf } from "./plan.ts";

let world: InstallWorld;
beforeEach(() => {
  world = new InstallWorld();
});
afterEach(() => {
  world[Symbol.dispose]();
});

const SCOPED = INSTALL_HARNESSES.flatMap((harness) => [
  { harness, id: harness.id, scope: "project" as const, files: harness.project },
  ...(harness.user
    ? [{ harness, id: harness.id, scope: "user" as const, files: harness.user.files }]
    : []),
]);

// covers: smllm-install-again, smllm-install-every-harness
describe.each(SCOPED)("$id in the scope $scope", ({ id, scope, files }) => {
  test("an empty folder: every part is made, then current, and a second time nothing is written", () => {
    world.addClaude();
    const names = partsOf(files);
    const all = (state: string) => Object.fromEntries(names.map((name) => [name, state]));
    expect(installStatus(world.query(id, scope))).toEqual(all("absent"));
    expect(partStates(installed(world.query(id, scope)))).toEqual(all("created"));
    expect(installStatus(world.query(id, scope))).toEqual(all("current"));
    const before = world.prints();
    expect(partStates(installed(world.query(id, scope)))).toEqual(all("current"));
    expect(partStates(installed(world.query(id, scope), { force: true }))).toEqual(all("current"));
    expect(world.prints()).toEqual(before);
  });
});

describe("files by harness", () => {
  const below = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => fs.statSync(join(folder, name)).isFile())
      .sort();

  // covers: smllm-install-codex
  test("codex: block, server in TOML, hooks of its own name", () => {
    installed(world.query("codex"));
    expect(below(world.project)).toEqual([
      ".codex/config.toml",
      ".codex/hooks.json",
      ".smllm/harness.toml",
      "AGENTS.md",
    ]);
    expect(world.read(".codex/config.toml")).toBe(
      '[mcp_servers.smllm]\ncommand = "smllm"\nargs = ["mcp"]\n',
    );
    const { hooks } = JSON.parse(world.read(".codex/hooks.json"));
    expect(hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "smllm harness hook codex stop" }] },
    ]);
    expect(Object.keys(hooks)).toEqual(["SessionStart", "UserPromptSubmit", "Stop"]);
  });

  // covers: smllm-install-copilot
  test("copilot: block and server and no hooks; its own instructions where they stand alone", () => {
    world.write(".github/copilot-instructions.md", "Mine.\n");
    installed(world.query("copilot"));
    expect(below(world.project)).toEqual([
      ".github/copilot-instructions.md",
      ".github/mcp.json",
      ".smllm/harness.toml",
    ]);
    expect(world.read(".github/copilot-instructions.md")).toStartWith(
      "Mine.\n\n<!-- smllm:harness -->",
    );
    expect(JSON.parse(world.read(".github/mcp.json"))).toEqual({
      mcpServers: { smllm: { type: "local", command: "smllm", args: ["mcp"], tools: ["*"] } },
    });
  });

  test("the user's folders: by the variable of the harness, else below the home", () => {
    installed(world.query("codex", "user"));
    expect(below(join(world.root, "home"))).toEqual([
      ".codex/AGENTS.md",
      ".codex/config.toml",
      ".codex/hooks.json",
    ]);
    expect(below(join(world.root, "config"))).toEqual(["smllm/harness.toml"]);
    const elsewhere = world.query("codex", "user");
    installed({
      ...elsewhere,
      env: { ...elsewhere.env, CODEX_HOME: join(world.root, "cx") },
    });
    expect(below(join(world.root, "cx"))).toEqual(["AGENTS.md", "config.toml", "hooks.json"]);
    expect(fs.statSync(join(world.root, "cx/config.toml")).mode & 0o777).toBe(0o600);
  });

  test("no user scope, no home: refused", () => {
    expect(world.refused(world.query("agents_md", "user"))).toContain("no user scope");
    const homeless = { ...world.query("codex", "user"), env: {} };
    expect(world.refused(homeless)).toContain("no home folder");
  });

  test("called below the project, or with a config elsewhere: the folder that holds .smllm counts", () => {
    fs.mkdirSync(join(world.project, "deep/er"), { recursive: true });
    installed(world.query("agents_md", "project", join(world.project, "deep/er")));
    expect(below(world.project)).toEqual([".mcp.json", ".smllm/harness.toml", "AGENTS.md"]);
    const other = join(world.root, "other/.smllm/config.toml");
    installed({ ...world.query("agents_md"), config: other });
    expect(below(join(world.root, "other"))).toEqual([
      ".mcp.json",
      ".smllm/harness.toml",
      "AGENTS.md",
    ]);
  });
});

describe("the file of instructions of Claude Code", () => {
  const target = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) world.write(path, text);
    const { parts } = installed(world.query("claude"), { without: ["mcp", "hooks"] });
    return parts[0]?.file.slice(world.project.length + 1);
  };

  // covers: smllm-install-target
  test.each([
    ["CLAUDE.md", {}],
    ["AGENTS.md", { "AGENTS.md": "a" }],
    ["CLAUDE.md", { "CLAUDE.md": "c" }],
    ["CLAUDE.md", { "CLAUDE.md": "c AGENTS.md x@AGENTS.md", "AGENTS.md": "a" }],
    ["AGENTS.md", { "CLAUDE.md": "Read\n@AGENTS.md\n", "AGENTS.md": "a" }],
    ["AGENTS.md", { "CLAUDE.md": "See @./AGENTS.md.", "AGENTS.md": "a" }],
  ])("%s for %j", (expected, files) => {
    expect(target(files)).toBe(expected);
  });

  test("CLAUDE.md as a link to AGENTS.md: one block in the one file, and the link stays", () => {
    world.write("AGENTS.md", "a\n");
    fs.symlinkSync("AGENTS.md", join(world.project, "CLAUDE.md"));
    installed(world.query("claude"));
    expect(fs.lstatSync(join(world.project, "CLAUDE.md")).isSymbolicLink()).toBe(true);
    expect(world.read("AGENTS.md").match(/<!-- smllm:harness -->/g)).toHaveLength(1);
  });
});

describe("states", () => {
  test("what an older version put there: stale, and brought up to date; somebody's change: edited", () => {
    installed(world.query("codex"));
    const record = world.read(".smllm/harness.toml");
    const older = '[mcp_servers.smllm]\ncommand = "older"\nargs = ["mcp"]\n';
    world.write(".codex/config.toml", older);
    expect(installStatus(world.query("codex")).mcp).toBe("edited");
    expect(partStates(installed(world.query("codex"))).mcp).toBe("edited");
    expect(world.read(".codex/config.toml")).toBe(older);

    const hash = new Bun.CryptoHasher("sha256")
      .update(JSON.stringify({ command: "older", args: ["mcp"] }))
      .digest("hex");
    const noted = record.replace(/(\[codex\.mcp\]\n.*\nhash = ")[0-9a-f]+/, `$1${hash}`);
    expect(noted).not.toBe(record);
    world.write(".smllm/harness.toml", noted);
    expect(installStatus(world.query("codex")).mcp).toBe("stale");
    expect(partStates(installed(world.query("codex"))).mcp).toBe("updated");
    expect(installStatus(world.query("codex")).mcp).toBe("current");
    expect(world.read(".smllm/harness.toml")).toBe(record);
  });

  // covers: smllm-install-edited
  test("each kind of part, changed by hand: left alone, and put back with force", () => {
    installed(world.query("claude"));
    const original = world.read(".claude/settings.json");
    const skill = ".claude/skills/smllm-statusline/SKILL.md";
    world.write(skill, `${world.read(skill)}Mine.\n`);
    world.write(".claude/settings.json", original.replace("claude stop", "claude stop --mine"));
    world.write(".mcp.json", world.read(".mcp.json").replace('"mcp"', '"other"'));
    const edited = { mcp: "edited", hooks: "edited", statusline: "edited", permissions: "current" };
    expect(installStatus(world.query("claude"))).toMatchObject(edited);
    const before = world.prints();
    expect(partStates(installed(world.query("claude")))).toMatchObject(edited);
    expect(world.prints()).toEqual(before);
    const restored = { mcp: "restored", hooks: "restored", statusline: "restored" };
    expect(partStates(installed(world.query("claude"), { force: true }))).toMatchObject(restored);
    expect(JSON.parse(world.read(".claude/settings.json"))).toEqual(JSON.parse(original));
    expect(new Set(Object.values(installStatus(world.query("claude"))))).toEqual(
      new Set(["current"]),
    );
  });

  test("two harnesses with one file: shared for both", () => {
    installed(world.query("codex"));
    installed(world.query("cursor"));
    expect(installStatus(world.query("codex"))).toEqual({
      instructions: "shared",
      mcp: "current",
      hooks: "current",
    });
    expect(installStatus(world.query("cursor")).instructions).toBe("shared");
  });

  // covers: smllm-install-without
  test("a declined part: remembered beside the comments of the config, and its broken file is not read", () => {
    const config = "# mine\r\n[machines]\r\nfiles = []\r\n";
    world.write(".smllm/config.toml", config);
    world.write(".codex/config.toml", "= broken");
    expect(world.refused(world.query("codex"))).toContain(
      ".codex/config.toml:1: it is no valid TOML",
    );
    const done = installed(world.query("codex"), { without: ["mcp"] });
    expect(partStates(done)).toEqual({ instructions: "created", mcp: "skipped", hooks: "created" });
    expect(world.read(".smllm/config.toml")).toBe(
      `${config}\r\n[harness.codex]\r\nwithout = ["mcp"]\r\n`,
    );
    expect(partStates(installed(world.query("codex"), { without: ["hooks"] })).hooks).toBe(
      "skipped",
    );
    expect(world.read(".smllm/config.toml")).toEndWith('without = ["mcp", "hooks"]\r\n');
    expect(installStatus(world.query("codex"))).toEqual({
      instructions: "current",
      mcp: "skipped",
      hooks: "skipped",
    });
    expect(world.read(".codex/config.toml")).toBe("= broken");
  });
});

// covers: smllm-install-user-scope
describe("Claude Code in the user scope", () => {
  test("the server goes through the program: added, and taken out first where another was", () => {
    world.addClaude();
    const state = join(world.root, "home/.claude.json");
    fs.writeFileSync(state, '{"mcpServers":{"smllm":{"command":"x"}},"history":[1]}');
    expect(installStatus(world.query("claude", "user")).mcp).toBe("edited");
    installed(world.query("claude", "user"));
    expect(fs.existsSync(join(world.root, "calls"))).toBe(false);
    installed(world.query("claude", "user"), { force: true });
    expect(fs.readFileSync(join(world.root, "calls"), "utf8")).toBe(
      "mcp remove --scope user smllm\n" +
        'mcp add-json --scope user smllm {"command":"smllm","args":["mcp"]}\n',
    );
    expect(installStatus(world.query("claude", "user")).mcp).toBe("current");
  });

  test("no such program: nothing is written; with the part declined or there already, it is not missed", () => {
    expect(world.refused(world.query("claude", "user"))).toContain("no program claude");
    const done = installed(world.query("claude", "user"), { without: ["mcp"] });
    expect(partStates(done)).toMatchObject({ mcp: "skipped", hooks: "created" });
  });

  test("the program fails: its words, and no file is written", () => {
    world.addClaude(3);
    fs.writeFileSync(join(world.root, "home/.claude.json"), "{}");
    const done = installHarness(world.query("claude", "user"), PLAIN_WISH);
    expect(!done.ok && done.reason).toContain("exited 3");
    expect(fs.existsSync(join(world.root, "home/.claude"))).toBe(false);
    expect(fs.existsSync(join(world.root, "config"))).toBe(false);
  });
});
