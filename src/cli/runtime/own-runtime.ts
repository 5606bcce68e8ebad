/** A runtime inside this process, on a private socket: it is spoken to like any other. */
import fs from "node:fs";
import { join } from "node:path";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { serveRuntime } from "../../runtime/http/serve.ts";
import type { RuntimeEndpoint } from "../../sources/runtime/runtime-client.ts";
import { openConfiguredRuntime, type RuntimeSetup } from "./configured-runtime.ts";

/** A runtime inside this process, and how it is reached. */
export interface OwnRuntime {
  readonly endpoint: RuntimeEndpoint;
  /** Ends the agents and takes the socket away. */
  readonly close: () => Promise<void>;
}

/**
 * Nothing lies between the two ends that could lose a line, so a quiet stream is told to be there as seldom as its
 * client bears it: an idle host wakes up no more often than its slowest clock.
 */
const HEARTBEAT_MS = 20_000;

/** Starts one in a folder of its own below `TMPDIR`, which nobody else may enter. */
export async function openOwnRuntime(setup: RuntimeSetup): Promise<Result<OwnRuntime>> {
  const folder = privateFolder(setup.io.env);
  if (!folder.ok) return folder;
  const clear = (): void => fs.rmSync(folder.value, { recursive: true, force: true });
  const opened = await openConfiguredRuntime(setup);
  if (!opened.ok) {
    clear();
    return opened;
  }
  const runtime = opened.value;
  const server = await serveRuntime(runtime, {
    socketPath: join(folder.value, "s"),
    heartbeatMs: HEARTBEAT_MS,
  });
  const endpoint = server.ok ? server.value.endpoints[0] : undefined;
  if (!server.ok || endpoint === undefined) {
    await runtime.close();
    clear();
    return server.ok ? failed("there is no address to listen on") : server;
  }
  return ok({
    endpoint,
    async close() {
      await runtime.close();
      await server.value.close();
      clear();
    },
  });
}

/** A socket's path must be short, which a temporary folder of the person may not be. */
const SHORT_PATH_BYTES = 80;

function privateFolder(env: Readonly<Record<string, string | undefined>>): Result<string> {
  const named = env.TMPDIR ?? "";
  const isUsable =
    named.startsWith("/") && new TextEncoder().encode(named).length < SHORT_PATH_BYTES;
  let reason = "";
  for (const folder of isUsable ? [named, "/tmp"] : ["/tmp"]) {
    try {
      return ok(fs.mkdtempSync(join(folder, "telltale-")));
    } catch (error) {
      reason = `cannot make a folder in ${folder}: ${errorText(error)}`;
    }
  }
  return failed(reason);
}
