import { hookCalls, type InstallHarness, SERVER } from "./harness.ts";

const AGENTS = { kind: "fixed", file: "AGENTS.md" } as const;

/** Codex. Hooks stand in `hooks.json` beside its config, in the form of Claude Code; from both files all run. */
export const codex: InstallHarness = {
  id: "codex",
  title: "Codex",
  project: {
    instructions: AGENTS,
    mcp: { kind: "toml", file: ".codex/config.toml", server: SERVER },
    hooks: { file: ".codex/hooks.json", calls: hookCalls("codex") },
  },
  user: {
    folder: ".codex",
    variable: "CODEX_HOME",
    files: {
      instructions: AGENTS,
      mcp: { kind: "toml", file: "config.toml", server: SERVER },
      hooks: { file: "hooks.json", calls: hookCalls("codex") },
    },
  },
  remark:
    "Codex reads .codex/ of a folder once you trust it, and runs new hooks once you have looked at them (/hooks)",
};
