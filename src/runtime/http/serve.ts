/** The runtime over HTTP: on a unix socket of ours, and on loopback TCP where the person asked for it. */
import fs from "node:fs";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { RuntimeEndpoint } from "../../sources/runtime/runtime-client.ts";
import type { Runtime } from "../runtime.ts";
import { refuse } from "./answer.ts";
import { type ListenPlace, newToken, parseListen, refusalOf } from "./guard.ts";
import { createRoutes, type Route } from "./routes.ts";
import { bindSocket, identityOf, removeSocket } from "./socket-place.ts";

export interface ServeOptions {
  /** Absolute path of the socket; its folder is made with mode 0700 where it is missing. */
  readonly socketPath?: string;
  /** `HOST:PORT`, `[::1]:PORT` or `PORT`, loopback alone; port 0 takes a free one. */
  readonly listen?: string;
  /** File of mode 0600 that gets the token of TCP. */
  readonly tokenFile?: string;
  /** For tests; the defaults are the ones below. */
  readonly heartbeatMs?: number;
  readonly stallMs?: number;
}

export interface RuntimeServer {
  /** How it is reached: the unix socket, TCP with its token. */
  readonly endpoints: readonly RuntimeEndpoint[];
  /** Ends all connections and takes the socket and the token file away. The runtime goes on. */
  readonly close: () => Promise<void>;
}

/** A quiet stream says that it is there. On a unix socket Bun cuts one that is silent for ten seconds, whatever it is told. */
const HEARTBEAT_MS = 4_000;

/** Who reads nothing for so long is asleep or gone, and can resume. */
const STALL_MS = 60_000;

/** A client has one stream for each session that it shows. */
const MAX_STREAMS = 256;

/** Requests that wait for their answer at one time. */
const MAX_ACTIVE = 512;

/** In bytes: a prompt of the longest kind with every character escaped. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * Silence on a connection over TCP: it outlasts a heartbeat, as Bun forgets at each write that a request was given
 * more time. On the socket, which is for the person alone, there is no such bound: Bun says that it has cut somebody
 * on stderr, and that is the screen where the host runs the runtime itself.
 */
const TCP_IDLE_SECONDS = 60;
const UNIX_LIMITS: object = { idleTimeout: 0, maxRequestBodySize: MAX_BODY_BYTES };

/** Listens; a reason if the address is taken or not allowed. */
export async function serveRuntime(
  runtime: Runtime,
  options: ServeOptions,
): Promise<Result<RuntimeServer>> {
  const ending = new AbortController();
  const open: Listener[] = [];
  const close = async (): Promise<void> => {
    ending.abort();
    await Promise.all(open.splice(0).map((listener) => listener.close()));
  };
  const listeners = createListeners(runtime, options, ending.signal);
  for (const listen of [listeners.unix, listeners.tcp]) {
    const listener = await listen();
    if (listener === undefined) continue;
    if (!listener.ok) {
      await close();
      return listener;
    }
    open.push(listener.value);
  }
  if (open.length === 0) return failed("there is no address to listen on");
  return ok({ endpoints: open.map(({ endpoint }) => endpoint), close });
}

interface Listener {
  readonly endpoint: RuntimeEndpoint;
  readonly close: () => Promise<void>;
}

type Server = ReturnType<typeof Bun.serve>;

function createListeners(runtime: Runtime, options: ServeOptions, signal: AbortSignal) {
  const { socketPath, listen, tokenFile } = options;
  const route = createRoutes(runtime, {
    instance: crypto.randomUUID(),
    heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
    stallMs: options.stallMs ?? STALL_MS,
    signal,
    maxStreams: MAX_STREAMS,
  });
  const answer = bounded(route);
  return {
    async unix(): Promise<Result<Listener> | undefined> {
      if (socketPath === undefined) return undefined;
      return await listenUnix(socketPath, answer);
    },
    async tcp(): Promise<Result<Listener> | undefined> {
      return listen === undefined ? undefined : listenTcp(listen, tokenFile, answer);
    },
  };
}

/** Never more at once than the cap, and never an error to the server. */
function bounded(route: Route): Route {
  let active = 0;
  return async (request, patience) => {
    if (active >= MAX_ACTIVE) {
      return refuse({ code: "unavailable", message: "too many requests are under way" });
    }
    active += 1;
    try {
      return await route(request, patience);
    } catch (error) {
      return refuse({ code: "failed", message: errorText(error) });
    } finally {
      active -= 1;
    }
  };
}

async function listenUnix(path: string, route: Route): Promise<Result<Listener>> {
  const place = await bindSocket(path, () => bindUnix(path, route));
  if (!place.ok) return place;
  const server = place.value;
  const identity = identityOf(path);
  return ok({
    endpoint: { kind: "unix", path },
    async close() {
      removeSocket(path, identity);
      await server.stop(true);
    },
  });
}

/** Bound with no right for others, so that there is no moment in which they could connect. */
function bindUnix(path: string, fetch: Route): Result<Server> {
  const before = process.umask(0o177);
  try {
    // The types of Bun know no bound of silence for a socket, but Bun has one.
    const server = Bun.serve({ unix: path, fetch, ...UNIX_LIMITS });
    fs.chmodSync(path, 0o600);
    return ok(server);
  } catch (error) {
    return failed(`cannot listen on ${path}: ${errorText(error)}`);
  } finally {
    process.umask(before);
  }
}

function listenTcp(text: string, tokenFile: string | undefined, route: Route): Result<Listener> {
  const place = parseListen(text);
  if (!place.ok) return place;
  const token = newToken();
  // Before the first call there is no port to compare with; nobody can know it either.
  let guard = { port: -1, token };
  const fetch: Route = async (request, patience) => {
    const refusal = refusalOf(request.headers, guard);
    if (refusal === undefined) return await route(request, patience);
    const isUnknown = refusal.code === "unauthorized";
    return refuse(refusal, isUnknown ? { "www-authenticate": "Bearer" } : {});
  };
  const bound = bindTcp(place.value, fetch);
  if (!bound.ok) return bound;
  const server = bound.value;
  guard = { port: server.port ?? -1, token };
  const written = tokenFile === undefined ? ok(undefined) : writeToken(tokenFile, token);
  if (!written.ok) {
    void server.stop(true);
    return written;
  }
  const host = place.value.hostname === "::1" ? "[::1]" : place.value.hostname;
  return ok({
    endpoint: { kind: "tcp", url: `http://${host}:${guard.port}`, token },
    async close() {
      if (tokenFile !== undefined) removeToken(tokenFile, token);
      await server.stop(true);
    },
  });
}

function bindTcp({ hostname, port }: ListenPlace, fetch: Route): Result<Server> {
  try {
    const limits = { idleTimeout: TCP_IDLE_SECONDS, maxRequestBodySize: MAX_BODY_BYTES };
    return ok(Bun.serve({ hostname, port, fetch, ...limits }));
  } catch (error) {
    return failed(`cannot listen on ${hostname}:${port}: ${errorText(error)}`);
  }
}

function writeToken(file: string, token: string): Result<void> {
  const written = writeWhole(file, `${token}\n`, { mode: 0o600 });
  return written.ok ? ok(undefined) : failed(`cannot write the token: ${written.reason}`);
}

/** Takes the token away, unless another runtime has written its own since. */
function removeToken(file: string, token: string): void {
  try {
    if (fs.readFileSync(file, "utf8") === `${token}\n`) fs.rmSync(file);
  } catch {
    // It opens nothing any more.
  }
}
