/** Installations into real folders: every harness, what is refused, and what is told apart. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { InstallHarness, Scope } from "./harnesses/harness.ts";
import { INSTALL_HARNESSES } from "./harnesses/registry.ts";
import { type InstallReport, type InstallWish, installHarness, surveyHarness } from "./install.ts";
import type { InstallQuery } from "./place.ts";
import { partsOf } from "./plan.ts";

let root = "";
let project = "";
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "telltale-install-")));
  project = join(root, "project");
  for (const folder of ["project/.smllm", "home", "bin"]) {
    fs.mkdirSync(join(root, folder), { recursive: true });
  }
});
afterEach(() => {
  fs.rmSync(root, { recursive: true, force: true });
});

function query(id: string, scope: Scope = "project", cwd = project): InstallQuery {
  const harness = INSTALL_HARNESSES.find((one) => one.id === id) as InstallHarness;
  const env = {
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: join(root, "config"),
    PATH: `${join(root, "bin")}:/usr/bin:/bin`,
  };
  return { harness, scope, env, cwd, platform: process.platform };
}

const PLAIN: InstallWish = { without: [], force: false };

async function installed(asked: InstallQuery, wish: Partial<InstallWish> = {}) {
  const done = await installHarness(asked, { ...PLAIN, ...wish });
  if (!done.ok) throw new Error(done.reason);
  return done.value;
}

async function refused(asked: InstallQuery, wish: Partial<InstallWish> = {}): Promise<string> {
  const before = prints();
  const done = await installHarness(asked, { ...PLAIN, ...wish });
  expect(prints()).toEqual(before);
  return done.ok ? "nothing" : done.reason;
}

function states(report: InstallReport): Record<string, string> {
  return Object.fromEntries(report.parts.map(({ part, state, action }) => [part, action ?? state]));
}

function status(asked: InstallQuery): Record<string, string> {
  const found = surveyHarness(asked);
  if (!found.ok) throw new Error(found.reason);
  return states(found.value);
}

/** Content, kind and time of change of everything there is. */
function prints(folder = root): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const stat = fs.lstatSync(path);
    if (entry.isDirectory()) Object.assign(found, { [path]: "folder" }, prints(path));
    else {
      const content = entry.isFile() ? fs.readFileSync(path, "base64") : fs.readlinkSync(path);
      found[path] = `${stat.mtimeMs} ${stat.ino} ${content}`;
    }
  }
  return found;
}

const write = (path: string, text: string | Uint8Array) => {
  fs.mkdirSync(dirname(join(project, path)), { recursive: true });
  fs.writeFileSync(join(project, path), text);
};
const read = (path: string) => fs.readFileSync(join(project, path), "utf8");

/** A `claude` that keeps servers as the real one does, and notes how it was called. */
function fakeClaude(exit = 0): void {
  const script = `#!/bin/sh
printf '%s\\n' "$*" >> '${root}/calls'
[ "$2" = add-json ] && printf '{"mcpServers":{"smllm":%s}}' "$6" > "$HOME/.claude.json"
exit ${exit}
`;
  fs.writeFileSync(join(root, "bin/claude"), script, { mode: 0o755 });
}

const SCOPED = INSTALL_HARNESSES.flatMap((harness) => [
  { harness, id: harness.id, scope: "project" as const, files: harness.project },
  ...(harness.user
    ? [{ harness, id: harness.id, scope: "user" as const, files: harness.user.files }]
    : []),
]);

// covers: smllm-install-again, smllm-install-every-harness
describe.each(SCOPED)("$id in the scope $scope", ({ id, scope, files }) => {
  test("an empty folder: every part is made, then current, and a second time nothing is written", async () => {
    fakeClaude();
    const names = partsOf(files);
    const all = (state: string) => Object.fromEntries(names.map((name) => [name, state]));
    expect(status(query(id, scope))).toEqual(all("absent"));
    expect(states(await installed(query(id, scope)))).toEqual(all("created"));
    expect(status(query(id, scope))).toEqual(all("current"));
    const before = prints();
    expect(states(await installed(query(id, scope)))).toEqual(all("current"));
    expect(states(await installed(query(id, scope), { force: true }))).toEqual(all("current"));
    expect(prints()).toEqual(before);
  });
});

describe("files by harness", () => {
  const below = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => fs.statSync(join(folder, name)).isFile())
      .sort();

  // covers: smllm-install-codex
  test("codex: block, server in TOML, hooks of its own name", async () => {
    await installed(query("codex"));
    expect(below(project)).toEqual([
      ".codex/config.toml",
      ".codex/hooks.json",
      ".smllm/harness.toml",
      "AGENTS.md",
    ]);
    expect(read(".codex/config.toml")).toBe(
      '[mcp_servers.smllm]\ncommand = "smllm"\nargs = ["mcp"]\n',
    );
    const { hooks } = JSON.parse(read(".codex/hooks.json"));
    expect(hooks.Stop).toEqual([
      { hooks: [{ type: "command", command: "smllm harness hook codex stop" }] },
    ]);
    expect(Object.keys(hooks)).toEqual(["SessionStart", "UserPromptSubmit", "Stop"]);
  });

  // covers: smllm-install-copilot
  test("copilot: block and server and no hooks; its own instructions where they stand alone", async () => {
    write(".github/copilot-instructions.md", "Mine.\n");
    await installed(query("copilot"));
    expect(below(project)).toEqual([
      ".github/copilot-instructions.md",
      ".github/mcp.json",
      ".smllm/harness.toml",
    ]);
    expect(read(".github/copilot-instructions.md")).toStartWith("Mine.\n\n<!-- smllm:harness -->");
    expect(JSON.parse(read(".github/mcp.json"))).toEqual({
      mcpServers: { smllm: { type: "local", command: "smllm", args: ["mcp"], tools: ["*"] } },
    });
  });

  test("the user's folders: by the variable of the harness, else below the home", async () => {
    await installed(query("codex", "user"));
    expect(below(join(root, "home"))).toEqual([
      ".codex/AGENTS.md",
      ".codex/config.toml",
      ".codex/hooks.json",
    ]);
    expect(below(join(root, "config"))).toEqual(["smllm/harness.toml"]);
    const elsewhere = query("codex", "user");
    await installed({ ...elsewhere, env: { ...elsewhere.env, CODEX_HOME: join(root, "cx") } });
    expect(below(join(root, "cx"))).toEqual(["AGENTS.md", "config.toml", "hooks.json"]);
    expect(fs.statSync(join(root, "cx/config.toml")).mode & 0o777).toBe(0o600);
  });

  test("no user scope, no home: refused", async () => {
    expect(await refused(query("agents_md", "user"))).toContain("no user scope");
    const homeless = { ...query("codex", "user"), env: {} };
    expect(await refused(homeless)).toContain("no home folder");
  });

  test("called below the project, or with a config elsewhere: the folder that holds .smllm counts", async () => {
    fs.mkdirSync(join(project, "deep/er"), { recursive: true });
    await installed(query("agents_md", "project", join(project, "deep/er")));
    expect(below(project)).toEqual([".mcp.json", ".smllm/harness.toml", "AGENTS.md"]);
    const other = join(root, "other/.smllm/config.toml");
    await installed({ ...query("agents_md"), config: other });
    expect(below(join(root, "other"))).toEqual([".mcp.json", ".smllm/harness.toml", "AGENTS.md"]);
  });
});

describe("the file of instructions of Claude Code", () => {
  const target = async (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    const { parts } = await installed(query("claude"), { without: ["mcp", "hooks"] });
    return parts[0]?.file.slice(project.length + 1);
  };

  // covers: smllm-install-target
  test.each([
    ["CLAUDE.md", {}],
    ["AGENTS.md", { "AGENTS.md": "a" }],
    ["CLAUDE.md", { "CLAUDE.md": "c" }],
    ["CLAUDE.md", { "CLAUDE.md": "c AGENTS.md x@AGENTS.md", "AGENTS.md": "a" }],
    ["AGENTS.md", { "CLAUDE.md": "Read\n@AGENTS.md\n", "AGENTS.md": "a" }],
    ["AGENTS.md", { "CLAUDE.md": "See @./AGENTS.md.", "AGENTS.md": "a" }],
  ])("%s for %j", async (expected, files) => {
    expect(await target(files)).toBe(expected);
  });

  test("CLAUDE.md as a link to AGENTS.md: one block in the one file, and the link stays", async () => {
    write("AGENTS.md", "a\n");
    fs.symlinkSync("AGENTS.md", join(project, "CLAUDE.md"));
    await installed(query("claude"));
    expect(fs.lstatSync(join(project, "CLAUDE.md")).isSymbolicLink()).toBe(true);
    expect(read("AGENTS.md").match(/<!-- smllm:harness -->/g)).toHaveLength(1);
  });
});

describe("states", () => {
  test("what an older version put there: stale, and brought up to date; somebody's change: edited", async () => {
    await installed(query("codex"));
    const record = read(".smllm/harness.toml");
    const older = '[mcp_servers.smllm]\ncommand = "older"\nargs = ["mcp"]\n';
    write(".codex/config.toml", older);
    expect(status(query("codex")).mcp).toBe("edited");
    expect(states(await installed(query("codex"))).mcp).toBe("edited");
    expect(read(".codex/config.toml")).toBe(older);

    const hash = new Bun.CryptoHasher("sha256")
      .update(JSON.stringify({ command: "older", args: ["mcp"] }))
      .digest("hex");
    const noted = record.replace(/(\[codex\.mcp\]\n.*\nhash = ")[0-9a-f]+/, `$1${hash}`);
    expect(noted).not.toBe(record);
    write(".smllm/harness.toml", noted);
    expect(status(query("codex")).mcp).toBe("stale");
    expect(states(await installed(query("codex"))).mcp).toBe("updated");
    expect(status(query("codex")).mcp).toBe("current");
    expect(read(".smllm/harness.toml")).toBe(record);
  });

  // covers: smllm-install-edited
  test("each kind of part, changed by hand: left alone, and put back with force", async () => {
    await installed(query("claude"));
    const original = read(".claude/settings.json");
    const skill = ".claude/skills/smllm-statusline/SKILL.md";
    write(skill, `${read(skill)}Mine.\n`);
    write(".claude/settings.json", original.replace("claude stop", "claude stop --mine"));
    write(".mcp.json", read(".mcp.json").replace('"mcp"', '"other"'));
    const edited = { mcp: "edited", hooks: "edited", statusline: "edited", permissions: "current" };
    expect(status(query("claude"))).toMatchObject(edited);
    const before = prints();
    expect(states(await installed(query("claude")))).toMatchObject(edited);
    expect(prints()).toEqual(before);
    const restored = { mcp: "restored", hooks: "restored", statusline: "restored" };
    expect(states(await installed(query("claude"), { force: true }))).toMatchObject(restored);
    expect(JSON.parse(read(".claude/settings.json"))).toEqual(JSON.parse(original));
    expect(new Set(Object.values(status(query("claude"))))).toEqual(new Set(["current"]));
  });

  test("two harnesses with one file: shared for both", async () => {
    await installed(query("codex"));
    await installed(query("cursor"));
    expect(status(query("codex"))).toEqual({
      instructions: "shared",
      mcp: "current",
      hooks: "current",
    });
    expect(status(query("cursor")).instructions).toBe("shared");
  });

  // covers: smllm-install-without
  test("a declined part: remembered beside the comments of the config, and its broken file is not read", async () => {
    const config = "# mine\r\n[machines]\r\nfiles = []\r\n";
    write(".smllm/config.toml", config);
    write(".codex/config.toml", "= broken");
    expect(await refused(query("codex"))).toContain(".codex/config.toml:1: it is no valid TOML");
    const done = await installed(query("codex"), { without: ["mcp"] });
    expect(states(done)).toEqual({ instructions: "created", mcp: "skipped", hooks: "created" });
    expect(read(".smllm/config.toml")).toBe(
      `${config}\r\n[harness.codex]\r\nwithout = ["mcp"]\r\n`,
    );
    expect(states(await installed(query("codex"), { without: ["hooks"] })).hooks).toBe("skipped");
    expect(read(".smllm/config.toml")).toEndWith('without = ["mcp", "hooks"]\r\n');
    expect(status(query("codex"))).toEqual({
      instructions: "current",
      mcp: "skipped",
      hooks: "skipped",
    });
    expect(read(".codex/config.toml")).toBe("= broken");
  });
});

// covers: smllm-install-user-scope
describe("Claude Code in the user scope", () => {
  test("the server goes through the program: added, and taken out first where another was", async () => {
    fakeClaude();
    const state = join(root, "home/.claude.json");
    fs.writeFileSync(state, '{"mcpServers":{"smllm":{"command":"x"}},"history":[1]}');
    expect(status(query("claude", "user")).mcp).toBe("edited");
    await installed(query("claude", "user"));
    expect(fs.existsSync(join(root, "calls"))).toBe(false);
    await installed(query("claude", "user"), { force: true });
    expect(fs.readFileSync(join(root, "calls"), "utf8")).toBe(
      "mcp remove --scope user smllm\n" +
        'mcp add-json --scope user smllm {"command":"smllm","args":["mcp"]}\n',
    );
    expect(status(query("claude", "user")).mcp).toBe("current");
  });

  test("no such program: nothing is written; with the part declined or there already, it is not missed", async () => {
    expect(await refused(query("claude", "user"))).toContain("no program claude");
    const done = await installed(query("claude", "user"), { without: ["mcp"] });
    expect(states(done)).toMatchObject({ mcp: "skipped", hooks: "created" });
  });

  test("the program fails: its words, and no file is written", async () => {
    fakeClaude(3);
    fs.writeFileSync(join(root, "home/.claude.json"), "{}");
    const done = await installHarness(query("claude", "user"), PLAIN);
    expect(!done.ok && done.reason).toContain("ended with 3");
    expect(fs.existsSync(join(root, "home/.claude"))).toBe(false);
    expect(fs.existsSync(join(root, "config"))).toBe(false);
  });
});

// covers: smllm-install-refuses
describe("files that cannot be used: the place is told and nothing is written", () => {
  test.each([
    [
      ".claude/settings.json",
      '{\n  "a": 1,\n}',
      ".claude/settings.json:3: it has a comma too many",
    ],
    [".claude/settings.json", '{"hooks": 1}', 'settings.json: "hooks" is no object'],
    [".mcp.json", "[]", ".mcp.json: it is no JSON object"],
    [".mcp.json", `{"a": ${"[".repeat(5000)}`, "levels deep"],
    [".smllm/config.toml", "[machines]\n[machines]\n", "config.toml:2: it is no valid TOML"],
    [
      ".smllm/config.toml",
      "[harness.claude]\nwithout = 7\n",
      'config.toml:2: "without" is no list',
    ],
    [".smllm/config.toml", "harness = 7\n", "harness"],
    [".smllm/harness.toml", "a = \n", "harness.toml:1: it is no valid TOML"],
    ["CLAUDE.md", new Uint8Array([0x23, 0xff, 0xfe]), "no UTF-8"],
    ["CLAUDE.md", new Uint8Array(3_000_000).fill(0x61), "larger than"],
  ])("%s with %p: %s", async (path, content, why) => {
    write(path, content);
    expect(await refused(query("claude"), { without: ["statusline"] })).toContain(why);
  });

  test("a folder or a link in a circle in the place of a file", async () => {
    fs.mkdirSync(join(project, ".mcp.json"));
    expect(await refused(query("claude"))).toContain("not a regular file");
    fs.rmdirSync(join(project, ".mcp.json"));
    fs.symlinkSync(".mcp.json", join(project, ".mcp.json"));
    expect(await refused(query("claude"))).toContain("circle");
  });

  test("one read-only file: the others are not written either", async () => {
    write(".claude/settings.json", "{}");
    fs.chmodSync(join(project, ".claude/settings.json"), 0o444);
    expect(await refused(query("claude"))).toContain("settings.json");
  });

  test("a file that turns out to be in the way: what was written before is taken back", async () => {
    write(".claude/skills", "a file where a folder should be");
    expect(await refused(query("claude"))).toContain("skills");
  });
});

// covers: smllm-install-keeps-bytes
describe("files of the user", () => {
  test("byte order mark, CRLF, tabs, no line end: all of it stays around ours", async () => {
    write(".mcp.json", '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command":"b"}\r\n\t}\r\n}');
    write("AGENTS.md", "\uFEFF# Mine\r\n\r\ntext");
    await installed(query("agents_md"));
    expect(read(".mcp.json")).toBe(
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command":"b"},\r\n\t\t"smllm": {\r\n\t\t\t"command": "smllm",\r\n' +
        '\t\t\t"args": [\r\n\t\t\t\t"mcp"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    );
    expect(read("AGENTS.md")).toStartWith(
      "\uFEFF# Mine\r\n\r\ntext\r\n\r\n<!-- smllm:harness -->\r\n\r\n",
    );
    expect(read("AGENTS.md").replaceAll("\r\n", "")).not.toContain("\n");
  });

  test("settings that are a link into dotfiles: the target is changed, link and mode stay", async () => {
    const target = join(root, "dotfiles.json");
    fs.writeFileSync(target, '{ "theme": "dark" }\n', { mode: 0o640 });
    fs.mkdirSync(join(project, ".claude"));
    fs.symlinkSync(target, join(project, ".claude/settings.json"));
    await installed(query("claude"));
    expect(fs.lstatSync(join(project, ".claude/settings.json")).isSymbolicLink()).toBe(true);
    expect(fs.statSync(target).mode & 0o777).toBe(0o640);
    const settings = JSON.parse(fs.readFileSync(target, "utf8"));
    expect(Object.keys(settings)).toEqual(["theme", "hooks", "permissions"]);
  });

  test("new files: a project's can be read by all who have it", async () => {
    await installed(query("claude"));
    for (const path of [".mcp.json", ".claude/settings.json", "CLAUDE.md"]) {
      expect(fs.statSync(join(project, path)).mode & 0o777).toBe(0o644);
    }
  });
});
