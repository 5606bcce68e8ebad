/** Requests to an agent, each with a bound, and failures as values. */
import type { ClientConnection } from "@agentclientprotocol/sdk";
import { ok } from "../../base/result.ts";
import type { AgentEnd, LinkResult } from "./agent-link.ts";
import { linkFailed, readFault } from "./faults.ts";

/** Runs something later and returns what cancels it. */
export type After = (delayMs: number, run: () => void) => () => void;

export const systemAfter: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** The answer as it came. Without a bound it waits until the agent answers or is gone. Never rejects. */
export type Ask = (
  method: string,
  params: object,
  timeoutMs?: number,
) => Promise<LinkResult<unknown>>;

/** Asks over a connection; `ended` says why an agent is gone. */
export function asking(connection: ClientConnection, ended: Promise<AgentEnd>, after: After): Ask {
  return async (method, params, timeoutMs) => {
    const answered = connection.agent.request<unknown, object>(method, params).then(
      (value) => ok(value) as LinkResult<unknown>,
      // The process is ended with its connection, so its end is near.
      async (error) =>
        connection.signal.aborted ? linkFailed("gone", (await ended).reason) : readFault(error),
    );
    if (timeoutMs === undefined) return answered;
    const { promise: late, resolve } = Promise.withResolvers<LinkResult<unknown>>();
    const cancel = after(timeoutMs, () =>
      resolve(
        linkFailed("timeout", `no answer to ${method} within ${Math.round(timeoutMs / 1000)} s`),
      ),
    );
    const result = await Promise.race([answered, late]);
    cancel();
    return result;
  };
}
