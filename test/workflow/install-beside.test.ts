/** Both programs in one settings file of Claude Code, whichever came first and whichever goes. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callProgram } from "../e2e/program.ts";
import { Project } from "./project.ts";

const MANY_CALLS_MS = 60_000;
const SETTINGS = ".claude/settings.json";

interface Settings {
  readonly statusLine?: { readonly command: string };
  readonly hooks: Readonly<
    Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
  >;
}

class Both {
  readonly project = new Project("fix");

  [Symbol.dispose](): void {
    this.project[Symbol.dispose]();
  }

  async telltale(command: string, ...options: readonly string[]): Promise<void> {
    const { folder, env } = this.project;
    const call = [command, "claude-code", "--scope", "project", ...options];
    const { code, err } = await callProgram(call, { cwd: folder, env });
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  }

  async smllm(command: string, ...options: readonly string[]): Promise<string> {
    const call = ["harness", command, "claude", ...options];
    const { code, out } = await this.project.smllm(call);
    expect(code).toBe(0);
    return out;
  }

  settings(): Settings {
    return JSON.parse(this.project.read(SETTINGS)) as Settings;
  }

  /** Commands in the hooks that hold `word`, with their events. */
  commands(word: string): readonly string[] {
    return Object.entries(this.settings().hooks)
      .flatMap(([event, groups]) =>
        groups.flatMap((group) => group.hooks.map(({ command }) => `${event} ${command}`)),
      )
      .filter((call) => call.includes(word))
      .toSorted();
  }
}

const OURS = [
  "SessionStart smllm harness hook claude session-start",
  "Stop smllm harness hook claude stop",
  "UserPromptSubmit smllm harness hook claude user-prompt-submit",
];
const TELLTALE = "hook claude-code";
const SMLLM = "smllm harness hook";

// covers: smllm-install-beside
describe("one settings file for both programs", () => {
  test.each([
    { order: "Telltale first", first: "telltale" },
    { order: "smllm first", first: "smllm" },
  ])(
    "$order: the hooks of both, a second install of each writes nothing, and one goes alone",
    async ({ first }) => {
      using both = new Both();
      const { project } = both;
      project.write(SETTINGS, '{\n\t"model": "opus",\n\t"hooks": {}\n}\n');
      if (first === "telltale") await both.telltale("install");
      await both.smllm("install");
      if (first === "smllm") await both.telltale("install");

      expect(both.commands(SMLLM)).toEqual(OURS);
      const theirs = both.commands(TELLTALE);
      expect(theirs.length).toBeGreaterThan(3);
      const line = both.settings().statusLine?.command;
      expect(line).toContain("statusline --harness claude-code");

      const whole = project.read(SETTINGS);
      await both.telltale("install");
      expect(await both.smllm("install")).not.toContain("created");
      await both.smllm("install", "--force");
      expect(project.read(SETTINGS)).toBe(whole);

      await both.telltale("uninstall");
      expect(both.commands(TELLTALE)).toEqual([]);
      expect(both.commands(SMLLM)).toEqual(OURS);
      expect(both.settings()).not.toHaveProperty("statusLine");
      expect(both.settings()).toMatchObject({ model: "opus" });
      const states = await both.smllm("status");
      expect(states.split("\n").filter((row) => row.startsWith("current  "))).toHaveLength(5);

      await both.telltale("install");
      expect(both.commands(TELLTALE)).toEqual(theirs);
      expect(both.commands(SMLLM)).toEqual(OURS);
    },
    MANY_CALLS_MS,
  );

  test(
    "a hook of ours that somebody broke: put right with force, and no other byte changes",
    async () => {
      using both = new Both();
      await both.smllm("install");
      await both.telltale("install");
      const whole = both.project.read(SETTINGS);
      both.project.write(SETTINGS, whole.replace("hook claude stop", "hook claude halt"));
      expect(await both.smllm("install")).toContain("edited");
      await both.smllm("install", "--force");
      expect(both.commands(SMLLM)).toEqual(OURS);
      expect(both.project.read(SETTINGS)).toBe(whole);
    },
    MANY_CALLS_MS,
  );

  // covers: smllm-install-note
  test(
    "Telltale's status line: no note once its items name the workflow",
    async () => {
      using both = new Both();
      const { project } = both;
      await both.telltale("install");
      await both.smllm("install");
      const noted = async () => (await project.smllm(["harness", "status", "claude"])).err !== "";
      expect(await noted()).toBe(true);
      const folder = join(project.root, "config/telltale");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "config.yaml"), "tui:\n  statusLine: [model, workflow]\n");
      expect(await noted()).toBe(false);
    },
    MANY_CALLS_MS,
  );
});
