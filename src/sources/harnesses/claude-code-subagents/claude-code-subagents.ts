import type { Env, Harness, Payload } from "../harness.ts";
import { claudeDir, paddingCols } from "../shared/claude-settings.ts";
import { adaptClaudeCodeSubagents, rowWidthCols } from "./adapt.ts";
import { manifest } from "./manifest.ts";

/** Claude Code's line of sub-agents. */
export const claudeCodeSubagents: Harness = {
  ...manifest,
  recognises: (payload: Payload) =>
    Array.isArray(payload.tasks) && typeof payload.columns === "number",
  adapt: adaptClaudeCodeSubagents,
  widthTakenCols: (env: Env, projectDir?: string) =>
    manifest.keptCols + paddingCols(env, projectDir),
  rowWidthCols,
  dataDir: claudeDir,
};
