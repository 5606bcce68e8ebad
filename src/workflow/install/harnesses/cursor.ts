import { type InstallHarness, SERVER } from "./harness.ts";

/** Cursor. Rules for all projects of a person stand in the settings of the program, and in no file. */
export const cursor: InstallHarness = {
  id: "cursor",
  title: "Cursor",
  project: {
    instructions: { kind: "fixed", file: "AGENTS.md" },
    mcp: { kind: "json", file: ".cursor/mcp.json", server: SERVER },
  },
  user: {
    folder: ".cursor",
    files: { mcp: { kind: "json", file: "mcp.json", server: SERVER } },
  },
};
