import { type InstallHarness, SERVER } from "./harness.ts";

const AGENTS = { kind: "fixed", file: "AGENTS.md" } as const;
const STDIO_SERVER = { type: "stdio", ...SERVER } as const;

/** Factory's droid. */
export const factory: InstallHarness = {
  id: "factory",
  title: "Factory",
  project: {
    instructions: AGENTS,
    mcp: { kind: "json", file: ".factory/mcp.json", server: STDIO_SERVER },
  },
  user: {
    folder: ".factory",
    files: {
      instructions: AGENTS,
      mcp: { kind: "json", file: "mcp.json", server: STDIO_SERVER },
    },
  },
};
