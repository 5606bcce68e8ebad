/** The place of a call, for what opens sessions and configs; and how its faults are said. */

import { WorkflowError } from "../../workflow/engine/ports.ts";
import { unknownSessionMessage } from "../../workflow/engine/text/errors.ts";
import type { CallPlace } from "../../workflow/open.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { fault } from "./fault.ts";

/** Where the call comes from. */
export function callPlace({ io, options }: Pick<Invocation, "io" | "options">): CallPlace {
  const { env, cwd, platform } = io;
  const { config } = options;
  return { env, cwd, platform, ...(typeof config === "string" && { config }) };
}

/** Says a fault of the store, the configs or the key of a session; gives its exit code. */
export function workflowFault(io: Io, error: WorkflowError, key?: string): number {
  const isUnknown = error.kind === "unknown-session" && key !== undefined;
  return fault(
    io,
    isUnknown ? `${unknownSessionMessage(key)}; see: smllm session list` : error.message,
  );
}

/** Runs what may throw a fault of the workflow; other errors are thrown on. */
export async function saysFaults(
  io: Io,
  key: string | undefined,
  body: () => number | Promise<number>,
): Promise<number> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof WorkflowError) return workflowFault(io, error, key);
    throw error;
  }
}
