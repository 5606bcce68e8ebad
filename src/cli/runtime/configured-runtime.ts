/** A runtime with the agents that are known and those of the person's config. */
import type { Result } from "../../base/result.ts";
import type { Settings } from "../../config/settings.ts";
import { openRuntime, type Runtime } from "../../runtime/runtime.ts";
import type { StartAgent } from "../../runtime/session/start-agent.ts";
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
}

/** Opens it; a reason if the agent for new sessions is not known or its command cannot be read. */
export async function openConfiguredRuntime(setup: RuntimeSetup): Promise<Result<Runtime>> {
  const { io, settings, stateDir } = setup;
  const agents = configuredAgents(settings);
  const defaultAgent = setup.agent ?? settings.agent ?? telltale.name;
  const isKnown = agents.specs.some(({ name }) => name === defaultAgent);
  const fault = agents.faults.get(defaultAgent);
  if (!isKnown && fault !== undefined) return { ok: false, reason: fault };
  return await openRuntime({
    version: VERSION,
    ...(stateDir !== undefined && { stateDir }),
    agents: agents.specs,
    defaultAgent,
    startAgent: agentStarter(io),
    isAvailable: (spec) => isAgentThere(spec, io.env),
    nowMs: io.nowMs,
  });
}

interface ConfiguredAgents {
  readonly specs: readonly AgentSpec[];
  /** Why an agent of the config is none, by its name. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Those of the config first; a known one that the config starts differently stands there once. */
function configuredAgents(settings: Pick<Settings, "agents">): ConfiguredAgents {
  const own: AgentSpec[] = [];
  const faults = new Map<string, string>();
  for (const [name, setting] of Object.entries(settings.agents)) {
    const known = KNOWN_AGENTS.find((spec) => spec.name === name);
    const spec = customAgent(name, setting, known);
    if (spec.ok) own.push(spec.value);
    else faults.set(name, spec.reason);
  }
  const isNew = ({ name }: AgentSpec): boolean =>
    !faults.has(name) && !own.some((spec) => spec.name === name);
  return { specs: [...own, ...KNOWN_AGENTS.filter(isNew)], faults };
}

function agentStarter(io: RuntimeSetup["io"]): StartAgent {
  const { env, platform, program } = io;
  return async (spec, { cwd, listener, signal }) => {
    const link = await connectAgent({
      ...{ spec, cwd, env, platform, listener, program },
      version: VERSION,
    });
    if (!signal.aborted || !link.ok) return link;
    await link.value.dispose();
    return { ok: false, reason: "the start was given up", fault: "gone" };
  };
}
