/** Putting the workflows into Claude Code: what goes where, and what of the user's stays as it was. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CASE_MS, Project } from "./project.ts";
import { printsBelow } from "./state.ts";

setDefaultTimeout(CASE_MS);

const BLOCK = /<!-- smllm:harness -->\n(?:.|\n)*<!-- \/smllm:harness -->/;
const SETTINGS = ".claude/settings.json";
const SKILL = ".claude/skills/smllm-statusline/SKILL.md";

const install = (project: Project, ...options: readonly string[]) =>
  project.smllm(["harness", "install", "claude", ...options]);

/** Part -> state, as `harness status --json` gives them. */
async function statesOf(project: Project): Promise<Record<string, string>> {
  const { code, out } = await project.smllm(["harness", "status", "claude", "--json"]);
  expect(code).toBe(0);
  const { parts } = JSON.parse(out) as {
    readonly parts: readonly { readonly part: string; readonly state: string }[];
  };
  return Object.fromEntries(parts.map(({ part, state }) => [part, state]));
}

describe("F: harness install", () => {
  // covers: smllm-install-claude, smllm-install-again
  test("F1 five parts: each in its place, current after it, and a second install writes nothing", async () => {
    using project = new Project("fix");
    expect(Object.values(await statesOf(project))).toEqual(Array(5).fill("absent"));
    expect((await install(project)).code).toBe(0);
    expect(project.read("CLAUDE.md")).toMatch(BLOCK);
    expect(JSON.parse(project.read(".mcp.json"))).toEqual({
      mcpServers: { smllm: { command: "smllm", args: ["mcp"] } },
    });
    const settings = JSON.parse(project.read(SETTINGS)) as {
      readonly hooks: Record<string, readonly { hooks: readonly { command: string }[] }[]>;
      readonly permissions: unknown;
    };
    const commands = Object.entries(settings.hooks).map(([event, groups]) => [
      event,
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    ]);
    expect(Object.fromEntries(commands)).toEqual({
      SessionStart: ["smllm harness hook claude session-start"],
      UserPromptSubmit: ["smllm harness hook claude user-prompt-submit"],
      Stop: ["smllm harness hook claude stop"],
    });
    expect(settings.permissions).toEqual({ allow: ["mcp__smllm__smllm"] });
    expect(project.exists(SKILL)).toBe(true);
    expect(Object.values(await statesOf(project))).toEqual(Array(5).fill("current"));
    const before = printsBelow(project.folder);
    expect((await install(project)).code).toBe(0);
    expect(printsBelow(project.folder)).toEqual(before);
  });

  // covers: smllm-install-note
  test("F1 no config yet: it is told that the agent hears of no machine, and what makes the first", async () => {
    using bare = new Project();
    const { code, out, err } = await install(bare);
    expect(code).toBe(0);
    expect(out.split("\n")).toHaveLength(6);
    expect(err).toContain("smllm init && smllm new");
    expect((await install(bare, "--json")).err).toBe("");
    using project = new Project("fix");
    expect((await install(project)).err).not.toContain("smllm init");
  });

  // covers: smllm-install-target, smllm-install-without, smllm-install-note
  test("F2 choices: the agents file that is there, declined parts left out and remembered", async () => {
    using project = new Project("fix");
    project.write("AGENTS.md", "# Agents\n");
    const installed = await install(project, "--without", "mcp", "--without", "statusline");
    expect(installed).toMatchObject({ code: 0, err: "" });
    expect(project.read("AGENTS.md")).toMatch(BLOCK);
    expect(project.read("AGENTS.md")).toStartWith("# Agents\n\n");
    expect(["CLAUDE.md", ".mcp.json", SKILL].filter((path) => project.exists(path))).toEqual([]);
    const states = await statesOf(project);
    expect(states).toMatchObject({ mcp: "skipped", statusline: "skipped", hooks: "current" });
    const shown = await project.smllm(["harness", "status", "claude"]);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out.match(/^skipped /gm)).toHaveLength(2);
  });

  // covers: smllm-install-user-content, smllm-install-edited
  test("F3 user content: kept through install, reinstall and --force; an edited block only waits for it", async () => {
    using project = new Project("fix");
    await install(project, "--without", "statusline");
    const settings = JSON.parse(project.read(SETTINGS)) as {
      extra?: unknown;
      hooks: { Stop: { matcher?: string; hooks: unknown[] }[] };
    };
    settings.extra = { deep: [1, { more: true }] };
    const own = { type: "command", command: "notify-send done" };
    settings.hooks.Stop[0]?.hooks.unshift(own);
    writeFileSync(join(project.folder, SETTINGS), JSON.stringify(settings, null, 3));
    const servers = { mcpServers: { other: { command: "other" } }, kept: "yes" };
    project.write(".mcp.json", JSON.stringify(servers, null, 4));
    const around = `Before.\r\n\r\n${project.read("CLAUDE.md").trim()}\r\nAfter.\r\n`;
    project.write("CLAUDE.md", around);

    for (const options of [[], ["--force"], []]) {
      expect((await install(project, ...options)).code).toBe(0);
      expect<unknown>(JSON.parse(project.read(SETTINGS))).toEqual(settings);
      expect(JSON.parse(project.read(".mcp.json"))).toEqual({
        mcpServers: { other: { command: "other" }, smllm: { command: "smllm", args: ["mcp"] } },
        kept: "yes",
      });
      expect(project.read("CLAUDE.md")).toStartWith("Before.\r\n\r\n<!-- smllm:harness -->");
      expect(project.read("CLAUDE.md")).toEndWith("<!-- /smllm:harness -->\r\nAfter.\r\n");
    }

    const whole = project.read("CLAUDE.md");
    const edited = whole.replace(
      "<!-- /smllm:harness -->",
      "My own rule.\n<!-- /smllm:harness -->",
    );
    project.write("CLAUDE.md", edited);
    expect((await statesOf(project)).instructions).toBe("edited");
    await install(project);
    expect(project.read("CLAUDE.md")).toBe(edited);
    await install(project, "--force");
    expect(project.read("CLAUDE.md")).toBe(whole);
    expect((await statesOf(project)).instructions).toBe("current");
  });

  // covers: smllm-install-note
  test("F4 note detection: the first file with a status line decides, its script is read", async () => {
    using project = new Project("fix");
    await install(project);
    const script = join(project.root, "home/.claude/line.sh");
    mkdirSync(join(script, ".."), { recursive: true });
    const noted = async () => {
      const { code, err } = await project.smllm(["harness", "status", "claude"]);
      expect(code).toBe(0);
      return err.includes("smllm");
    };
    const line = (command: string) => JSON.stringify({ statusLine: { type: "command", command } });
    expect(await noted()).toBe(true);
    project.write(".claude/settings.local.json", line("bash ~/.claude/line.sh"));
    writeFileSync(script, "smllm statusline --json\n");
    expect(await noted()).toBe(false);
    writeFileSync(script, "date\n");
    expect(await noted()).toBe(true);

    writeFileSync(join(project.root, "home/.claude/settings.json"), line("smllm statusline"));
    expect(await noted()).toBe(true);
    project.write(".claude/settings.local.json", "{}");
    expect(await noted()).toBe(false);
  });
});
