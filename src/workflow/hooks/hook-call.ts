/** A call of a harness's hook: which one, and what the harness wrote to it. */
import { resolve } from "node:path";
import { asText } from "../../base/shape.ts";

export const HOOK_NAMES = ["session-start", "user-prompt-submit", "stop"] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/**
 * Harnesses that may call, by the name under which their sessions are bound. A `silent` one shows its agent
 * nothing of what a hook answers, so a session made for it would never be known to anybody.
 */
export const HOOK_HARNESSES: ReadonlyMap<string, "told" | "silent"> = new Map([
  ["claude", "told"],
  ["codex", "told"],
  ["copilot", "silent"],
]);

/** What matters of the JSON on stdin; members of a wrong kind are absent. */
export interface HookInput {
  readonly hostSession?: string;
  /** Absolute: where the agent works. */
  readonly cwd: string;
  /** The agent stops although a hook has held it already. */
  readonly isStopActive: boolean;
}

/** Whether it is one of ours. */
export function isHookName(name: string): name is HookName {
  return (HOOK_NAMES as readonly string[]).includes(name);
}

/** The members of a hook's JSON; without an object there, what an empty one says. `ownCwd` is that of this process. */
export function parseHookInput(
  payload: Readonly<Record<string, unknown>> | undefined,
  ownCwd: string,
): HookInput {
  const hostSession = asText(payload?.session_id);
  const cwd = asText(payload?.cwd);
  return {
    ...(hostSession !== undefined && { hostSession }),
    cwd: cwd === undefined ? ownCwd : resolve(ownCwd, cwd),
    isStopActive: payload?.stop_hook_active === true,
  };
}
