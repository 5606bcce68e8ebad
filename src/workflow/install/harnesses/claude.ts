import { type HarnessFiles, hookCalls, type InstallHarness, SERVER } from "./harness.ts";

const INSTRUCTIONS = { kind: "own", file: "CLAUDE.md", agentsAlone: true } as const;
const SKILL = "skills/smllm-statusline/SKILL.md";

/** What both scopes have in `settings.json`, which lies in `folder`. */
function settingsParts(folder: string): Pick<HarnessFiles, "hooks" | "permissions" | "statusline"> {
  const file = `${folder}settings.json`;
  return {
    hooks: { file, calls: hookCalls("claude") },
    permissions: { file, rule: "mcp__smllm__smllm" },
    statusline: { file: folder + SKILL },
  };
}

/** Claude Code. Its user-wide servers stand in a file of its own, which it writes all the time. */
export const claude: InstallHarness = {
  id: "claude",
  title: "Claude Code",
  project: {
    instructions: INSTRUCTIONS,
    mcp: { kind: "json", file: ".mcp.json", server: SERVER },
    ...settingsParts(".claude/"),
  },
  user: {
    folder: ".claude",
    variable: "CLAUDE_CONFIG_DIR",
    files: {
      instructions: INSTRUCTIONS,
      mcp: {
        kind: "program",
        program: "claude",
        file: ".claude.json",
        server: SERVER,
        remove: ["mcp", "remove", "--scope", "user", "smllm"],
        add: ["mcp", "add-json", "--scope", "user", "smllm"],
      },
      ...settingsParts(""),
    },
  },
  statusLine: {
    project: [".claude/settings.local.json", ".claude/settings.json"],
    user: "settings.json",
  },
};
