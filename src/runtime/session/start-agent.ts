/** The port to the agents' processes; `connectAgent` of the sources fits it, and so does a fake. */
import type { AgentLink, AgentListener, LinkResult } from "../../sources/acp/agent-link.ts";
import type { AgentSpec } from "../../sources/acp/agent-spec.ts";

export interface AgentStart {
  /** Where the process starts, which is the workspace of its session. */
  readonly cwd: string;
  readonly listener: AgentListener;
  /** Ends a start that is still under way. */
  readonly signal: AbortSignal;
}

/** Starts a process and initializes it. Bounded in time by the link; never rejects. */
export type StartAgent = (spec: AgentSpec, start: AgentStart) => Promise<LinkResult<AgentLink>>;
