/**
 * The runtime: it owns sessions with their turns and the agents' processes, keeps them on disk, and
 * tells its clients of each change. The HTTP server and `telltale serve` stand on what is exported here.
 */
import { failed, type Result } from "../base/result.ts";
import type { AgentSpec } from "../sources/acp/agent-spec.ts";
import type { OpenRequest, Refusal, RuntimeInfo } from "../wire/runtime/request.ts";
import type { SessionSummary } from "../wire/runtime/state.ts";
import type { LiveSession } from "./session/live-session.ts";
import type { StartAgent } from "./session/start-agent.ts";

export interface RuntimeOptions {
  /** Version of the program, for `RuntimeInfo`. */
  readonly version: string;
  /** `filePaths(env).stateDir`; absent: sessions are kept in memory only. */
  readonly stateDir?: string;
  /** The built-in agent and the known ones, those of the person's config first where names are equal. */
  readonly agents: readonly AgentSpec[];
  /** Name of one of them. */
  readonly defaultAgent: string;
  readonly startAgent: StartAgent;
  /** Whether the program of an agent is there; absent: not looked up, so all are. */
  readonly isAvailable?: (spec: AgentSpec) => boolean;
  readonly nowMs?: () => number;
}

export interface Runtime {
  readonly info: () => RuntimeInfo;
  /** Open ones and those of before, the newest change first. */
  readonly sessions: () => readonly SessionSummary[];
  /** Opens a session and gives its id. A session that is open already is given again. */
  readonly open: (request: OpenRequest) => Promise<Result<string, Refusal>>;
  /** An open session. Undefined: there is none, or it must be resumed first. */
  readonly session: (sessionId: string) => LiveSession | undefined;
  /** Ends all agents within a bound; nothing is left running. What waits on disk stays there. */
  readonly close: () => Promise<void>;
}

/** Opens the runtime; a reason if the state folder cannot be used. Never throws. */
export async function openRuntime(_options: RuntimeOptions): Promise<Result<Runtime>> {
  return failed("the runtime is not there yet");
}
