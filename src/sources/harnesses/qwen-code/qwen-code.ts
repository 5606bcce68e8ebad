import { asRecord } from "../../../base/shape.ts";
import type { Env, Harness, Payload } from "../harness.ts";
import { dirOf } from "../shared/home.ts";
import { adaptQwenCode } from "./adapt.ts";
import { manifest } from "./manifest.ts";

/** Qwen Code. Its payload lacks the transcript and the cost that Claude Code's has. */
export const qwenCode: Harness = {
  ...manifest,
  recognises: (payload: Payload) =>
    !Object.hasOwn(payload, "transcript_path") &&
    !Object.hasOwn(payload, "cost") &&
    (asRecord(asRecord(payload.metrics)?.models) !== undefined ||
      typeof asRecord(payload.context_window)?.current_usage === "number"),
  adapt: adaptQwenCode,
  widthTakenCols: () => manifest.keptCols,
  dataDir: (env: Env) => dirOf(env, ".qwen"),
};
