/** HTTP to a runtime, on its socket or over TCP. Nothing here throws: a fault is a reason. */
import { failed, ok } from "../../base/result.ts";
import { errorText } from "../../files/system-error.ts";
import { parseMessageText, parseRefusal } from "../../wire/runtime/parse.ts";
import type { RefusalCode } from "../../wire/runtime/request.ts";
import type { ClientResult, RuntimeEndpoint } from "./runtime-client.ts";

export interface Call {
  readonly method: "GET" | "POST";
  /** Below the runtime, such as `/v1/sessions`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface Transport {
  /** The answer as parsed JSON. */
  readonly ask: (call: Call) => Promise<ClientResult<unknown>>;
  /** The answer as it comes; its body is there. */
  readonly stream: (call: Call) => Promise<ClientResult<StreamAnswer>>;
}

export interface StreamAnswer {
  readonly body: ReadableStream<Uint8Array>;
  readonly headers: Headers;
}

const NO_TIMEOUT: object = { timeout: false };

export function createTransport(endpoint: RuntimeEndpoint): Transport {
  const send = (call: Call): Promise<Response> => {
    const { method, path, body, headers, signal } = call;
    const isUnix = endpoint.kind === "unix";
    return fetch(`${isUnix ? "http://localhost" : endpoint.url}${path}`, {
      method,
      signal,
      redirect: "error",
      // Bun has a bound of five minutes of its own; ours is the signal.
      ...NO_TIMEOUT,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(!isUnix && { authorization: `Bearer ${endpoint.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(isUnix && { unix: endpoint.path }),
    });
  };
  return {
    async ask(call) {
      try {
        const response = await send(call);
        const text = await response.text();
        if (!response.ok) return refused(response.status, text);
        return parseMessageText(text);
      } catch (error) {
        return unreachable(error);
      }
    },
    async stream(call) {
      try {
        const response = await send(call);
        if (!response.ok) return refused(response.status, await response.text());
        if (response.body === null) return failed("the runtime sent no stream");
        return ok({ body: response.body, headers: response.headers });
      } catch (error) {
        return unreachable(error);
      }
    },
  };
}

function unreachable(error: unknown): ClientResult<never> {
  return failed(`the runtime cannot be reached: ${errorText(error)}`);
}

/** A refusal of the server of HTTP itself has no body of ours. */
const CODES: Readonly<Record<number, RefusalCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  413: "too-large",
  503: "unavailable",
};

function refused(status: number, text: string): ClientResult<never> {
  const json = parseMessageText(text);
  const refusal = json.ok ? parseRefusal(json.value) : json;
  if (refusal.ok) return { ...failed(refusal.value.message), code: refusal.value.code };
  const code = CODES[status] ?? (status >= 500 ? "failed" : "bad-request");
  return { ...failed(`the runtime answered with status ${status}`), code };
}
