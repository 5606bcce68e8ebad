import { type InstallHarness, SERVER } from "./harness.ts";

const INSTRUCTIONS = { kind: "own", file: "GEMINI.md", agentsAlone: false } as const;

/** Gemini CLI. It reads GEMINI.md, and AGENTS.md only where that imports it. */
export const gemini: InstallHarness = {
  id: "gemini",
  title: "Gemini CLI",
  project: {
    instructions: INSTRUCTIONS,
    mcp: { kind: "json", file: ".gemini/settings.json", server: SERVER },
  },
  user: {
    folder: ".gemini",
    files: {
      instructions: INSTRUCTIONS,
      mcp: { kind: "json", file: "settings.json", server: SERVER },
    },
  },
};
