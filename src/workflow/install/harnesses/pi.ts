import { type InstallHarness, SERVER } from "./harness.ts";

const AGENTS = { kind: "fixed", file: "AGENTS.md" } as const;

/** pi. It has no MCP of its own; the package pi-mcp-adapter reads these files. */
export const pi: InstallHarness = {
  id: "pi",
  title: "pi",
  project: {
    instructions: AGENTS,
    mcp: { kind: "json", file: ".pi/mcp.json", server: SERVER },
  },
  user: {
    folder: ".pi/agent",
    variable: "PI_CODING_AGENT_DIR",
    files: {
      instructions: AGENTS,
      mcp: { kind: "json", file: "mcp.json", server: SERVER },
    },
  },
  remark: "pi reaches MCP servers through a package: pi install npm:pi-mcp-adapter",
};
