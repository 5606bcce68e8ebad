import { type InstallHarness, SERVER } from "./harness.ts";

const LOCAL_SERVER = { type: "local", ...SERVER, tools: ["*"] } as const;

/**
 * GitHub Copilot. What its hooks print never reaches the session, so none are installed: the agent begins
 * with `enter` and no key, and is never held at a stop.
 */
export const copilot: InstallHarness = {
  id: "copilot",
  title: "GitHub Copilot",
  project: {
    instructions: { kind: "first", files: ["AGENTS.md", ".github/copilot-instructions.md"] },
    mcp: { kind: "json", file: ".github/mcp.json", server: LOCAL_SERVER },
  },
  user: {
    folder: ".copilot",
    variable: "COPILOT_HOME",
    files: {
      instructions: { kind: "fixed", file: "copilot-instructions.md" },
      mcp: { kind: "json", file: "mcp-config.json", server: LOCAL_SERVER },
    },
  },
  remark: "Copilot starts the servers of a folder once you trust it",
};
