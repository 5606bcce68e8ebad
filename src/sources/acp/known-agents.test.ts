import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { agentFolder } from "../../testing/scripted-acp.ts";
import { claude } from "./agents/claude.ts";
import { customAgent } from "./custom.ts";
import { agentCommand, isAgentThere, SELF } from "./find.ts";
import { KNOWN_AGENTS } from "./registry.ts";

describe("the known agents", () => {
  // covers: acp-known-agents
  test("one file each, of its name; the built-in one is the first", () => {
    const files = fs.readdirSync(path.join(import.meta.dir, "agents"));
    expect(files.toSorted()).toEqual(KNOWN_AGENTS.map(({ name }) => `${name}.ts`).toSorted());
    expect(KNOWN_AGENTS[0]).toMatchObject({ name: "telltale", command: [SELF, "agent"] });
    for (const { command, title, hint } of KNOWN_AGENTS) {
      expect(command.length).toBeGreaterThan(0);
      expect([title, hint]).not.toContain("");
    }
  });

  test("this program stands for itself in a command", () => {
    const [builtIn] = KNOWN_AGENTS;
    if (builtIn === undefined) throw new Error("no agents");
    expect(agentCommand(builtIn, ["bun", "main.ts"])).toEqual(["bun", "main.ts", "agent"]);
    expect(isAgentThere(builtIn, {})).toBe(true);
  });

  test("a program is there if it is on the PATH", () => {
    const folder = agentFolder();
    try {
      expect(isAgentThere(claude, { PATH: folder })).toBe(false);
      fs.writeFileSync(path.join(folder, "claude-agent-acp"), "#!/bin/sh\n", { mode: 0o755 });
      expect(isAgentThere(claude, { PATH: folder })).toBe(true);
      expect(isAgentThere(claude, {})).toBe(false);
      expect(isAgentThere({ ...claude, env: { PATH: folder } }, {})).toBe(true);
      expect(isAgentThere({ ...claude, command: [] }, { PATH: folder })).toBe(false);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("an agent of one's own", () => {
  // covers: acp-custom-agent
  test("its command is split without a shell; env and title are kept", () => {
    const setting = { command: "node 'my agent.js' --acp", env: { KEY: "x" }, title: "Mine" };
    expect(customAgent("mine", setting)).toEqual({
      ok: true,
      value: {
        name: "mine",
        title: "Mine",
        command: ["node", "my agent.js", "--acp"],
        env: { KEY: "x" },
        hint: "correct agents.mine.command in the config",
        quirks: {},
      },
    });
  });

  test("in the place of a known one: its title and quirks stay", () => {
    const agent = customAgent("claude", { command: "/opt/claude-acp" }, claude);
    expect(agent.ok && agent.value).toMatchObject({ title: "Claude Code", quirks: claude.quirks });
  });

  test("a quote that never ends: a reason that names the key", () => {
    const agent = customAgent("mine", { command: "node 'x" });
    expect(agent.ok ? "" : agent.reason).toStartWith("agents.mine.command: ");
  });
});
