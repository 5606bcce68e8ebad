import { type InstallHarness, SERVER } from "./harness.ts";

/** Any other agent that keeps to AGENTS.md and to the `.mcp.json` of a project. No convention says where a person's own are. */
export const agentsMd: InstallHarness = {
  id: "agents_md",
  title: "AGENTS.md",
  project: {
    instructions: { kind: "fixed", file: "AGENTS.md" },
    mcp: { kind: "json", file: ".mcp.json", server: SERVER },
  },
};
