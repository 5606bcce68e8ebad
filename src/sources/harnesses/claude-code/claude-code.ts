import type { Env, Harness, Payload } from "../harness.ts";
import { claudeDir, paddingCols } from "../shared/claude-settings.ts";
import { adaptStatusPayload } from "../shared/status-payload/adapt.ts";
import { manifest } from "./manifest.ts";
import { readRegistryFile } from "./registry-file.ts";
import { readTranscript } from "./transcript.ts";

/** Any of these is enough: programs that copied the contract send but a few of them. */
const TELLING_KEYS = [
  "session_id",
  "transcript_path",
  "model",
  "workspace",
  "cwd",
  "context_window",
  "cost",
];

/** Claude Code, and whatever sends the payload that it made known. */
export const claudeCode: Harness = {
  ...manifest,
  recognises: (payload: Payload, env: Env) =>
    env.CLAUDECODE === "1" || TELLING_KEYS.some((key) => Object.hasOwn(payload, key)),
  adapt: (payload: Payload) => adaptStatusPayload(payload, manifest.name),
  widthTakenCols: (env: Env, projectDir?: string) =>
    manifest.keptCols + paddingCols(env, projectDir),
  dataDir: claudeDir,
  observe: ({ env, sessionId }) => {
    const configDir = claudeDir(env);
    if (configDir === undefined) return undefined;
    return readRegistryFile({ configDir, pid: env.CLAUDE_PID, sessionId });
  },
  readHistory: readTranscript,
};
