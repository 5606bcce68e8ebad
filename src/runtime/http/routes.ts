/** What each path answers. Stands on the runtime alone: who may ask was decided before. */
import { failed, type Result } from "../../base/result.ts";
import {
  parseOpenRequest,
  parseRequestText,
  parseSessionRequest,
} from "../../wire/runtime/parse.ts";
import { STREAM_TYPE } from "../../wire/runtime/stream.ts";
import { INSTANCE_HEADER } from "../../wire/runtime/stream-message.ts";
import type { Runtime } from "../runtime.ts";
import type { LiveSession } from "../session/live-session.ts";
import { answer, refuse } from "./answer.ts";
import { bounded, eventStream } from "./event-stream.ts";

export interface RouteOptions {
  /** Name of this running runtime. */
  readonly instance: string;
  readonly heartbeatMs: number;
  readonly stallMs: number;
  /** Ends all streams. */
  readonly signal: AbortSignal;
  /** Streams that may be open at once. */
  readonly maxStreams: number;
}

/** The server may be told that silence on the connection of a request is no fault. */
export interface Patience {
  readonly timeout: (request: Request, seconds: number) => void;
}

export type Route = (request: Request, patience: Patience) => Promise<Response>;

/** No time: what answers has a bound of its own, and a stream has none. */
const NO_TIMEOUT = 0;

/** For the body of a request, which comes from this machine. */
const BODY_MS = 10_000;

const SESSION = /^\/v1\/sessions\/([^/]+)(\/events|\/requests)?$/;

export function createRoutes(runtime: Runtime, options: RouteOptions): Route {
  let streams = 0;
  const stream = (session: LiveSession, request: Request, patience: Patience): Response => {
    if (streams >= options.maxStreams) {
      return refuse({ code: "unavailable", message: "too many streams are open" });
    }
    streams += 1;
    patience.timeout(request, NO_TIMEOUT);
    const lastEventId = resumeId(request.headers, options.instance);
    const body = eventStream(session, {
      ...(lastEventId !== undefined && { lastEventId }),
      current: () => runtime.session(session.sessionId),
      signal: options.signal,
      heartbeatMs: options.heartbeatMs,
      stallMs: options.stallMs,
      onEnd: () => {
        streams -= 1;
      },
    });
    const headers = {
      "content-type": STREAM_TYPE,
      "cache-control": "no-store",
      [INSTANCE_HEADER]: options.instance,
    };
    return new Response(body, { headers });
  };

  return async (request, patience) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/runtime") {
      return request.method === "GET" ? answer(runtime.info()) : wrongMethod("GET");
    }
    if (pathname === "/v1/sessions") return await answerSessions(runtime, request, patience);
    const parts = SESSION.exec(pathname);
    if (parts === null) return refuse({ code: "not-found", message: "there is no such path" });
    const session = runtime.session(decoded(parts[1] ?? ""));
    if (session === undefined) {
      return refuse({ code: "not-found", message: "there is no open session with this id" });
    }
    if (parts[2] === "/requests") {
      return request.method === "POST"
        ? await answerRequest(session, request, patience)
        : wrongMethod("POST");
    }
    if (request.method !== "GET") return wrongMethod("GET");
    return parts[2] === "/events"
      ? stream(session, request, patience)
      : answer(bounded(session.state()));
  };
}

function wrongMethod(allowed: string): Response {
  return refuse({ code: "bad-request", message: `only ${allowed} is answered here` });
}

async function answerSessions(
  runtime: Runtime,
  request: Request,
  patience: Patience,
): Promise<Response> {
  if (request.method === "GET") return answer({ sessions: runtime.sessions() });
  if (request.method !== "POST") return wrongMethod("GET and POST");
  const asked = await readBody(request, patience, parseOpenRequest);
  if (!asked.ok) return refuse({ code: "bad-request", message: asked.reason });
  const opened = await runtime.open(asked.value);
  return opened.ok ? answer({ sessionId: opened.value }) : refuse(opened.reason);
}

async function answerRequest(
  session: LiveSession,
  request: Request,
  patience: Patience,
): Promise<Response> {
  const asked = await readBody(request, patience, parseSessionRequest);
  if (!asked.ok) return refuse({ code: "bad-request", message: asked.reason });
  const done = await session.request(asked.value);
  return done.ok ? answer({}) : refuse(done.reason);
}

async function readBody<T>(
  request: Request,
  patience: Patience,
  parse: (value: unknown) => Result<T>,
): Promise<Result<T>> {
  const text = await bodyText(request);
  if (text === undefined) return failed("the body of the request did not come");
  // The body has come in time; an agent that starts may take longer.
  patience.timeout(request, NO_TIMEOUT);
  const json = parseRequestText(text);
  return json.ok ? parse(json.value) : json;
}

/** Undefined where it does not come as a whole, or takes longer than any body may. */
async function bodyText(request: Request): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), BODY_MS);
  const text = request.text().catch(() => undefined);
  const first = await Promise.race([text, late]);
  clearTimeout(timer);
  return first;
}

/** Where the client goes on; undefined where it wants, or must be given, a snapshot. */
function resumeId(headers: Headers, instance: string): number | undefined {
  const given = headers.get("last-event-id");
  const of = headers.get(INSTANCE_HEADER);
  if (given === null || !/^\d{1,15}$/.test(given)) return undefined;
  return of === null || of === instance ? Number(given) : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
