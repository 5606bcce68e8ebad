import type { HookRun } from "./harness.ts";

/** What keeps the state that a harness's hooks tell; never throws, never prints. */
export type HookKeeper = (run: HookRun) => Promise<void>;

/**
 * The harnesses that have hooks, by id. Each is loaded alone: a harness waits for its hooks, and the
 * adapters of all of them would double what is loaded.
 */
export const HOOK_KEEPERS: ReadonlyMap<string, () => Promise<HookKeeper>> = new Map([
  ["claude-code", async () => (await import("./claude-code/hook.ts")).runHook],
]);
