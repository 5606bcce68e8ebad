import { asRecord } from "../../../base/shape.ts";
import type { Env, Harness, Payload } from "../harness.ts";
import { dirOf } from "../shared/home.ts";
import { adaptCodex } from "./adapt.ts";
import { manifest } from "./manifest.ts";

/** Codex, through its status line provider. */
export const codex: Harness = {
  ...manifest,
  recognises: (payload: Payload) =>
    asRecord(payload.thread) !== undefined &&
    (asRecord(payload.app) !== undefined || asRecord(payload.account) !== undefined),
  adapt: adaptCodex,
  widthTakenCols: () => manifest.keptCols,
  dataDir: (env: Env) => dirOf(env, ".codex", "CODEX_HOME"),
};
