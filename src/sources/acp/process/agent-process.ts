/** Starts the process of an agent and ends it with everything that it started. */
import { failed, type Result } from "../../../base/result.ts";

export interface AgentProcess {
  /** Leads a process group and a session of its own. */
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  /** Settles once, when the process is gone and all that it started with it. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Closes stdin and waits; then SIGTERM and waits; then SIGKILL, each to all that it started. Resolves
   * when `ended` has. A second call waits for the first. Never rejects.
   */
  readonly end: () => Promise<void>;
}

export interface ProcessEnd {
  readonly exitCode?: number;
  readonly signal?: string;
  /** The last line of stderr that is not blank, cleaned. */
  readonly lastStderr?: string;
}

export interface AgentProcessOptions {
  /** Program and arguments; the program is looked up on the PATH of `env`. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** A line of stderr, cleaned and bounded. Must not throw. */
  readonly onStderrLine?: (line: string) => void;
}

/** Starts the process, or says why it could not be started. */
export function startAgentProcess(options: AgentProcessOptions): Result<AgentProcess> {
  return failed(`cannot start ${options.command[0] ?? "nothing"}`);
}
