/** The runtime as the host asks for it: a client, one followed session, and the snapshot of it. */
import { failed, type Result } from "../../base/result.ts";
import { connectRuntime } from "../../sources/runtime/client.ts";
import { createLiveSnapshot, type LiveSnapshot } from "../../sources/runtime/live-snapshot.ts";
import type { RuntimeEndpoint } from "../../sources/runtime/runtime-client.ts";
import type { RuntimePort } from "../../surfaces/host/context.ts";

/** The port, the facts of what it follows, and the way to let go of both. */
export interface HostRuntime {
  readonly port: RuntimePort;
  readonly live: LiveSnapshot;
  /** Ends the streams, and a runtime of our own with all its agents. */
  readonly close: () => Promise<void>;
}

/** Speaks to a runtime that somebody else runs. */
export function connectHostRuntime(endpoint: RuntimeEndpoint): HostRuntime {
  const client = connectRuntime(endpoint);
  const live = createLiveSnapshot();
  const missing = async () => failed("the runtime cannot be reached");
  return {
    port: {
      session: () => undefined,
      link: () => "starting",
      onChange: () => () => {},
      open: missing,
      follow: missing,
      sessions: missing,
      agents: missing,
      ask: missing,
    },
    live,
    async close() {
      client.close();
    },
  };
}

/** A runtime inside this process, and how it is reached. */
export interface OwnRuntime {
  readonly endpoint: RuntimeEndpoint;
  readonly close: () => Promise<void>;
}

/** Starts a runtime inside this process, on a private unix socket; the host speaks to it as to any other. */
export async function openOwnRuntime(): Promise<Result<OwnRuntime>> {
  return failed("there is no runtime");
}
