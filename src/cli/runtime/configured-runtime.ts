/** A runtime with the agents that are known and those of the person's config. */
import { failed, type Result } from "../../base/result.ts";
import type { Settings } from "../../config/settings.ts";
import { openRuntime, type Runtime } from "../../runtime/runtime.ts";
import type { AgentSpec } from "../../sources/acp/agent-spec.ts";
import { telltale } from "../../sources/acp/agents/telltale.ts";
import { connectAgent } from "../../sources/acp/connect.ts";
import { customAgent } from "../../sources/acp/custom.ts";
import { isAgentThere } from "../../sources/acp/find.ts";
import { KNOWN_AGENTS } from "../../sources/acp/registry.ts";
import type { Io } from "../io.ts";
import { VERSION } from "../version.ts";

export interface RuntimeSetup {
  readonly io: Pick<Io, "env" | "platform" | "program" | "nowMs">;
  readonly settings: Pick<Settings, "agent" | "agents">;
  /** Absent: sessions are kept in memory only. */
  readonly stateDir?: string;
  /** For new sessions; absent: that of the settings, else the built-in one. */
  readonly agent?: string;
  /** Hears of each agent of the config that cannot be used, in a sentence. */
  readonly onNote: (note: string) => void;
}

/** Opens it; a reason if the agent for new sessions is not known or its command cannot be read. */
export async function openConfiguredRuntime(setup: RuntimeSetup): Promise<Result<Runtime>> {
  const { io, settings, stateDir } = setup;
  const { env, platform, program } = io;
  const agents = configuredAgents(settings);
  const defaultAgent = setup.agent ?? settings.agent ?? telltale.name;
  const fault = agents.faults.get(defaultAgent);
  if (fault !== undefined) return failed(fault);
  const runtime = await openRuntime({
    version: VERSION,
    ...(stateDir !== undefined && { stateDir }),
    agents: agents.specs,
    defaultAgent,
    startAgent: (spec, start) =>
      connectAgent({ ...start, spec, env, platform, program, version: VERSION }),
    isAvailable: (spec) => isAgentThere(spec, env),
    nowMs: io.nowMs,
  });
  if (runtime.ok) for (const note of agents.faults.values()) setup.onNote(note);
  return runtime;
}

interface ConfiguredAgents {
  readonly specs: readonly AgentSpec[];
  /** Why an agent of the config is none, by its name. */
  readonly faults: ReadonlyMap<string, string>;
}

/**
 * Those of the config first: they may start a known one in another way. One that cannot be used does not fall
 * back to the known one of that name, which is not what the person asked for.
 */
function configuredAgents(settings: Pick<Settings, "agents">): ConfiguredAgents {
  const own: AgentSpec[] = [];
  const faults = new Map<string, string>();
  for (const [name, setting] of Object.entries(settings.agents)) {
    const known = KNOWN_AGENTS.find((spec) => spec.name === name);
    const spec = customAgent(name, setting, known);
    if (spec.ok) own.push(spec.value);
    else faults.set(name, spec.reason);
  }
  return { specs: [...own, ...KNOWN_AGENTS.filter(({ name }) => !faults.has(name))], faults };
}
