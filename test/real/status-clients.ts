/** How each client is started and driven in the scenarios of reported status. */
import { startPty } from "../../src/testing/pty.ts";
import { startClaude } from "./claude.ts";
import { pressTwice, sendPrompt } from "./keys.ts";
import { createPiWorkspace, MODEL } from "./pi.ts";
import type { StatusClient } from "./status-stage.ts";
import { type ClaudeWorkspace, createClaudeWorkspace, type Workspace } from "./workspace.ts";

const READY_MS = 30_000;

export const CLAUDE_STATUS: StatusClient<ClaudeWorkspace> = {
  name: "claude",
  createWorkspace: createClaudeWorkspace,
  start(command, workspace, terminal) {
    const claude = startClaude(command, workspace, terminal);
    return {
      pty: claude.pty,
      ready: async () =>
        (await claude.pty.wait(() => claude.footer() !== "", READY_MS)) &&
        (await claude.switchMode("manual mode")),
      say: claude.say,
      leave: () => pressTwice(claude.pty, "ctrlC"),
      pid: () => claude.registry()?.pid,
    };
  },
};

export const PI_STATUS: StatusClient<Workspace> = {
  name: "pi",
  createWorkspace: createPiWorkspace,
  start(command, workspace, terminal) {
    const pty = startPty(command, { ...terminal, env: workspace.env, cwd: workspace.project });
    const showsModel = (rows: readonly string[]): boolean =>
      rows.some((row) => row.includes(MODEL));
    return {
      pty,
      ready: () => pty.wait(showsModel, READY_MS),
      say: (prompt) => sendPrompt(pty, prompt),
      leave: () => pressTwice(pty, "ctrlC"),
    };
  },
};
