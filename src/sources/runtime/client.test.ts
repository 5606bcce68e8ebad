import { afterEach, expect, test } from "bun:test";
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
