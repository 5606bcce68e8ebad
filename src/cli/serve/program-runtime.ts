/** The runtime as this program runs it: known agents and those of the config, over real processes. */
import { join } from "node:path";
import { ok, type Result } from "../../base/result.ts";
import type { Settings } from "../../config/settings.ts";
import { filePaths } from "../../files/paths.ts";
import { openRuntime, type Runtime } from "../../runtime/runtime.ts";
import type { AgentSpec } from "../../sources/acp/agent-spec.ts";
import { connectAgent } from "../../sources/acp/connect.ts";
import { customAgent } from "../../sources/acp/custom.ts";
import { isAgentThere } from "../../sources/acp/find.ts";
import { KNOWN_AGENTS } from "../../sources/acp/registry.ts";
import { VERSION } from "../version.ts";

export interface ProgramRuntimeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** How this program is started again, for the built-in agent. */
  readonly program: readonly string[];
  readonly settings: Settings;
  /** The agent of new sessions; absent: that of the config, else the built-in one. */
  readonly agent?: string;
  /** Sessions are kept in memory alone. */
  readonly forgets?: true;
}

export interface ProgramRuntime {
  readonly runtime: Runtime;
  /** Agents of the config that cannot be used, a sentence each. */
  readonly notes: readonly string[];
}

/** Opens it; a reason if the agent that was asked for is not known. */
export async function openProgramRuntime(
  options: ProgramRuntimeOptions,
): Promise<Result<ProgramRuntime>> {
  const { env, platform, program, settings } = options;
  const { specs, notes } = agentSpecs(settings);
  const { stateDir } = filePaths(env, platform);
  const kept = stateDir === undefined || options.forgets === true ? {} : { stateDir };
  const runtime = await openRuntime({
    version: VERSION,
    agents: specs,
    defaultAgent: options.agent ?? settings.agent ?? KNOWN_AGENTS[0]?.name ?? "",
    isAvailable: (spec) => isAgentThere(spec, env),
    startAgent: (spec, start) =>
      connectAgent({ ...start, spec, env, platform, program, version: VERSION }),
    ...kept,
  });
  return runtime.ok ? ok({ runtime: runtime.value, notes }) : runtime;
}

/** Those of the config first: they may start a known one in another way. */
function agentSpecs({ agents }: Settings) {
  const specs: AgentSpec[] = [];
  const notes: string[] = [];
  for (const [name, setting] of Object.entries(agents)) {
    const known = KNOWN_AGENTS.find((spec) => spec.name === name);
    const spec = customAgent(name, setting, known);
    if (spec.ok) specs.push(spec.value);
    else notes.push(spec.reason);
  }
  return { specs: [...specs, ...KNOWN_AGENTS], notes };
}

/** Where a runtime that runs alone listens, and where its token lies. */
export interface ServePlaces {
  readonly socketPath: string;
  readonly tokenFile: string;
}

/** Undefined where the environment gives no place. The socket's path is short: systems allow 100 bytes. */
export function servePlaces(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): ServePlaces | undefined {
  const { stateDir } = filePaths(env, platform);
  if (stateDir === undefined) return undefined;
  return {
    socketPath: join(stateDir, "serve", "runtime.sock"),
    tokenFile: join(stateDir, "serve", "token"),
  };
}
