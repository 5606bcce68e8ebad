/** The world of a hook on this machine. The engine is loaded only for hooks that say something. */
import type { Engine } from "../engine/engine.ts";
import { WorkflowError } from "../engine/ports.ts";
import {
  type CallPlace,
  type OpenWorkflow,
  openConfigs,
  openNew,
  openSessions,
  withBindingTurn,
} from "../open.ts";
import type { HookWorld } from "./answer-hook.ts";

/** Where the environment names no place for sessions, none was ever bound, and only a new one is a fault. */
export function hookWorld(harness: string, place: CallPlace): HookWorld {
  const sessions = openSessions(place);
  return {
    store: sessions.ok ? sessions.value : NO_SESSIONS,
    nowMs: Date.now,
    async engineOf({ configs }) {
      const opened = await openConfigs(configs, place);
      if (!opened.ok) throw opened.reason;
      return engineOver(opened.value, { harness, cwd: place.cwd });
    },
    async whileBinding(step) {
      const done = await withBindingTurn(place, step);
      if (!done.ok) throw done.reason;
      return done.value;
    },
    async newEngine(cwd) {
      const here = { ...place, cwd };
      if (!sessions.ok && !(await hasConfigs(here))) return undefined;
      const opened = await openNew(here);
      if (!opened.ok) throw opened.reason;
      const isConfigured = opened.value.loaded.configs.length > 0;
      return isConfigured ? engineOver(opened.value, { harness, cwd }) : undefined;
    },
  };
}

const NO_SESSIONS: HookWorld["store"] = {
  binding: () => undefined,
  session: () => undefined,
  updateSession(key) {
    throw new WorkflowError("unknown-session", `no session ${key}`);
  },
};

async function hasConfigs(place: CallPlace): Promise<boolean> {
  const { findConfigs } = await import("../configs/find-configs.ts");
  const found = await findConfigs(place);
  return !found.ok || found.value.length > 0;
}

async function engineOver(
  { loaded, store, host }: OpenWorkflow,
  origin: { readonly harness: string; readonly cwd: string },
): Promise<Engine> {
  const { createEngine } = await import("../engine/engine.ts");
  const { set, configs } = loaded;
  return createEngine({ set, store, host, origin: { ...origin, configs } });
}
