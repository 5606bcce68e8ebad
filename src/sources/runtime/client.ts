/** A client of a runtime: asks, and follows a session over a stream that may be cut at any time. */
import { failed, ok, type Result } from "../../base/result.ts";
import { RUNTIME_PROTOCOL } from "../../wire/runtime/entities.ts";
import {
  parseOpened,
  parseRuntimeInfo,
  parseState,
  parseSummaries,
} from "../../wire/runtime/parse.ts";
import type { OpenRequest, RuntimeInfo } from "../../wire/runtime/request.ts";
import { FOLLOW_TIMES, type FollowTimes, followSession, sleep } from "./follow-session.ts";
import type {
  ClientResult,
  FollowHandle,
  RuntimeClient,
  RuntimeEndpoint,
} from "./runtime-client.ts";
import { type Call, createTransport } from "./transport.ts";

export interface ClientOptions {
  readonly times?: FollowTimes;
  /** How long a request is sent again to a runtime that does not answer. */
  readonly retryMs?: number;
}

/** As long as a runtime takes to start anew. */
const RETRY_MS = 30_000;

/** One attempt: an agent may have to start, with questions of package managers before it. */
const ATTEMPT_MS = 180_000;

/** The person logs in on a page meanwhile; the runtime gives up before. Asked once: each one opens a page. */
const LOG_IN_MS = 17 * 60_000;

/** Speaks to a runtime. Nothing is sent before something is asked. */
export function connectRuntime(
  endpoint: RuntimeEndpoint,
  options: ClientOptions = {},
): RuntimeClient {
  const transport = createTransport(endpoint);
  const times = options.times ?? FOLLOW_TIMES;
  const closing = new AbortController();
  const handles = new Set<FollowHandle>();
  const within = (maxMs: number) => (call: Omit<Call, "signal">) => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(maxMs)]);
    return transport.ask({ ...call, signal });
  };
  const attempt = within(ATTEMPT_MS);
  const retry = retrying(attempt, times, options.retryMs ?? RETRY_MS, closing.signal);
  const open = async (request: OpenRequest): Promise<ClientResult<string>> => {
    // A new session that is asked for twice is two.
    const ask = request.kind === "new" ? attempt : retry;
    return read(await ask({ method: "POST", path: "/v1/sessions", body: request }), parseOpened);
  };
  const sessionPath = (sessionId: string): string =>
    `/v1/sessions/${encodeURIComponent(sessionId)}`;
  return {
    info: async () => read(await attempt({ method: "GET", path: "/v1/runtime" }), parseOwnInfo),
    sessions: async () =>
      read(await attempt({ method: "GET", path: "/v1/sessions" }), parseSummaries),
    open,
    state: async (sessionId) =>
      read(await attempt({ method: "GET", path: sessionPath(sessionId) }), parseState),
    async request(sessionId, request) {
      const path = `${sessionPath(sessionId)}/requests`;
      const ask = request.kind === "log-in" ? within(LOG_IN_MS) : retry;
      const send = () => ask({ method: "POST", path, body: request });
      const answer = await send();
      const isAway = !answer.ok && answer.code === "not-found" && request.kind === "prompt";
      // A runtime that was started anew has it on the disk only; a prompt must not be lost over that.
      const reopened = isAway ? await open({ kind: "resume", sessionId }) : undefined;
      return read(reopened?.ok === true ? await send() : answer, () => ok(undefined));
    },
    follow(sessionId, listener) {
      const reopen = () => open({ kind: "resume", sessionId });
      const handle = followSession({ transport, sessionId, listener, times, reopen });
      const close = (): void => {
        handles.delete(followed);
        handle.close();
      };
      const followed: FollowHandle = { ...handle, close };
      handles.add(followed);
      return followed;
    },
    close() {
      closing.abort();
      for (const handle of [...handles]) handle.close();
    },
  };
}

function read<T>(
  answer: ClientResult<unknown>,
  parse: (value: unknown) => Result<T>,
): ClientResult<T> {
  return answer.ok ? parse(answer.value) : answer;
}

function parseOwnInfo(value: unknown): Result<RuntimeInfo> {
  const info = parseRuntimeInfo(value);
  if (!info.ok || info.value.protocol === RUNTIME_PROTOCOL) return info;
  const { protocol, version } = info.value;
  return failed(
    `the runtime (${version}) speaks protocol ${protocol}, and this program ${RUNTIME_PROTOCOL}`,
  );
}

/** Sends again what nobody answered, for a while, as its ids make it one request. */
function retrying(
  attempt: (call: Omit<Call, "signal">) => Promise<ClientResult<unknown>>,
  times: FollowTimes,
  retryMs: number,
  signal: AbortSignal,
) {
  return async (call: Omit<Call, "signal">): Promise<ClientResult<unknown>> => {
    const endMs = performance.now() + retryMs;
    let delayMs = times.firstDelayMs;
    for (;;) {
      const answer = await attempt(call);
      const isLost = !answer.ok && (answer.code === undefined || answer.code === "unavailable");
      if (!isLost || performance.now() + delayMs > endMs || signal.aborted) return answer;
      await sleep(delayMs, signal);
      delayMs = Math.min(times.maxDelayMs, delayMs * 2);
    }
  };
}
