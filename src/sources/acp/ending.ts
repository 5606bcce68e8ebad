/** How a link ends, and the words for it. */
import type { AgentEnd } from "./agent-link.ts";
import type { After } from "./asking.ts";
import type { AgentProcess, ProcessEnd } from "./process/agent-process.ts";

/** After the process is gone, for what it wrote and we have not read. */
const DRAIN_MS = 1000;

/** How a link ends: by its process, by nonsense, or by us. */
export function createEnding(process: AgentProcess, after: After) {
  let isWanted = false;
  let nonsense: string | undefined;
  return {
    wanted() {
      isWanted = true;
    },
    because(reason: string) {
      nonsense ??= reason;
      void process.end();
    },
    /** Ends the process with its connection and the connection with its process; `leave` comes before the end. */
    async watch(
      connection: { readonly closed: Promise<void>; close: () => void },
      leave: () => Promise<void>,
    ): Promise<AgentEnd> {
      void connection.closed.then(() => process.end());
      const gone = await process.ended;
      await Promise.race([connection.closed, new Promise<void>((done) => after(DRAIN_MS, done))]);
      connection.close();
      await leave();
      return agentEnd(gone, nonsense, isWanted);
    },
  };
}

function agentEnd(gone: ProcessEnd, nonsense: string | undefined, wanted: boolean): AgentEnd {
  const { exitCode, signal, lastStderr } = gone;
  const way = wanted
    ? "the agent was ended"
    : signal !== undefined
      ? `the agent was killed by ${signal}`
      : `the agent ended with code ${exitCode ?? "unknown"}`;
  const said = lastStderr === undefined ? "" : `: ${lastStderr}`;
  return {
    reason: nonsense === undefined ? `${way}${said}` : `the agent speaks no ACP: ${nonsense}`,
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    wanted,
  };
}
