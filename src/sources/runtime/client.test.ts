import { afterEach, expect, test } from "bun:test";
import { EMPTY_STATE } from "../../wire/runtime/state.ts";
import { encodeStreamMessage } from "../../wire/runtime/stream-message.ts";
import { connectRuntime } from "./client.ts";
import { FOLLOW_TIMES } from "./follow-session.ts";
import type { RuntimeClient } from "./runtime-client.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A runtime that is never there for anything, and what it was asked. */
function busyRuntime(): { readonly client: RuntimeClient; readonly asked: string[] } {
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      asked.push(((await request.json()) as { kind: string }).kind);
      return new Response(null, { status: 503 });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const times = { ...FOLLOW_TIMES, firstDelayMs: 1, maxDelayMs: 5 };
  const client = connectRuntime({ kind: "tcp", url, token: "t" }, { times, retryMs: 200 });
  ends.push(client.close, () => server.stop(true));
  return { client, asked };
}

test("a request that is lost: sent again for a while; a login once, as each one opens a page", async () => {
  const { client, asked } = busyRuntime();
  expect((await client.request("s", { kind: "log-in", methodId: "m" })).ok).toBe(false);
  expect(asked).toEqual(["log-in"]);
  expect((await client.request("s", { kind: "cancel" })).ok).toBe(false);
  expect(asked.filter((kind) => kind === "cancel").length).toBeGreaterThan(1);
});

/** A runtime that has started anew while the one before it still holds the session, for some attempts. */
function lateRuntime(refusals: number): RuntimeClient {
  const state = { ...EMPTY_STATE, sessionId: "s", lastEventId: 1 };
  let isKnown = true;
  let left = refusals;
  const refuse = (status: number) => new Response(null, { status });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      if (request.method === "POST") {
        if (left > 0) {
          left -= 1;
          return refuse(409);
        }
        isKnown = true;
        return Response.json({ sessionId: "s" });
      }
      if (!isKnown) return refuse(404);
      isKnown = false;
      const text =
        encodeStreamMessage({ kind: "snapshot", state }) +
        encodeStreamMessage({ kind: "current", lastEventId: 1 });
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  const times = { ...FOLLOW_TIMES, firstDelayMs: 1, maxDelayMs: 5, lockedMs: 500 };
  const client = connectRuntime({ kind: "tcp", url, token: "t" }, { times, retryMs: 200 });
  ends.push(client.close, () => server.stop(true));
  return client;
}

test.each([
  [3, "live"],
  [Number.POSITIVE_INFINITY, "lost"],
] as const)(
  "a session that another runtime holds for %p attempts: in the end %s",
  async (refusals, end) => {
    const phases: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const handle = lateRuntime(refusals).follow("s", {
      onPhase(phase) {
        phases.push(phase);
        if (phase === "lost" || phases.filter((each) => each === "live").length === 2) resolve();
      },
    });
    await promise;
    expect(phases.at(-1)).toBe(end);
    handle.close();
  },
);
