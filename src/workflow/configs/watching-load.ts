/** Loaded configs for a process that stays, such as the MCP server: kept in memory, looked after at each call. */
import { checkInputs } from "./check-inputs.ts";
import type { Loaded } from "./loaded.ts";

/** Sessions of a server use a few sets of configs; the one that was not asked for longest goes first. */
const MAX_KEPT = 16;

export interface WatchingLoader {
  /** The configs in mode `run`, read again if any file of theirs changed. `paths` are absolute. Never throws. */
  readonly load: (paths: readonly string[]) => Promise<Loaded>;
}

interface Kept {
  readonly loaded: Loaded;
  readonly builtMs: number;
}

export function createWatchingLoader(): WatchingLoader {
  const kept = new Map<string, Kept>();
  return {
    load: async (paths) => {
      const name = JSON.stringify(paths);
      const found = kept.get(name);
      kept.delete(name);
      const nowMs = Date.now();
      const state = found && checkInputs(found.loaded.inputs, found.builtMs, nowMs);
      const next = await nextOf(found, state, paths, nowMs);
      kept.set(name, next);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
      return next.loaded;
    },
  };
}

async function nextOf(
  found: Kept | undefined,
  state: ReturnType<typeof checkInputs> | undefined,
  paths: readonly string[],
  nowMs: number,
): Promise<Kept> {
  if (found !== undefined && state === "same") return found;
  if (found !== undefined && state === "settled") return { ...found, builtMs: nowMs };
  const { loadConfigs } = await import("./load.ts");
  return { loaded: loadConfigs(paths, "run"), builtMs: nowMs };
}
