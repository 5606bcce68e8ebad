/** The runtime over HTTP: on a unix socket of ours, and on loopback TCP where the person asked for it. */
import { failed, type Result } from "../../base/result.ts";
import type { RuntimeEndpoint } from "../../sources/runtime/client.ts";
import type { Runtime } from "../runtime.ts";

export interface ServeOptions {
  /** Absolute path of the socket; its folder is made with mode 0700 where it is missing. */
  readonly socketPath?: string;
  /** `HOST:PORT`, `[::1]:PORT` or `PORT`, loopback alone; port 0 takes a free one. */
  readonly listen?: string;
  /** File of mode 0600 that gets the token of TCP. */
  readonly tokenFile?: string;
}

export interface RuntimeServer {
  /** How it is reached: the unix socket, TCP with its token. */
  readonly endpoints: readonly RuntimeEndpoint[];
  /** Ends all connections and takes the socket and the token file away. The runtime goes on. */
  readonly close: () => Promise<void>;
}

/** Listens; a reason if the address is taken or not allowed. */
export async function serveRuntime(
  _runtime: Runtime,
  _options: ServeOptions,
): Promise<Result<RuntimeServer>> {
  return failed("the server is not there yet");
}
