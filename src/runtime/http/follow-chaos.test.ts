import { afterEach, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { connectRuntime } from "../../sources/runtime/client.ts";
import { createLiveSnapshot } from "../../sources/runtime/live-snapshot.ts";
import { automationOf } from "../../status/automation.ts";
import { chaosProxy } from "../../testing/chaos-proxy.ts";
import { seeded } from "../../testing/session-history.ts";
import { sessionSource } from "../../testing/session-source.ts";
import { tempFolder } from "../../testing/temp-git.ts";
import type { Runtime } from "../runtime.ts";
import { serveRuntime } from "./serve.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const TIMES = {
  firstDelayMs: 1,
  maxDelayMs: 4,
  silenceMs: 5_000,
  overtakenMs: 15,
  lockedMs: 1_000,
};
const CUTS = 1_000;

async function until(condition: () => boolean, what: string, maxMs = 60_000): Promise<void> {
  const endMs = performance.now() + maxMs;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error(`not in time: ${what}`);
    await Bun.sleep(2);
  }
}

function fakeRuntime(source: ReturnType<typeof sessionSource>): Runtime {
  const info = { protocol: 1, version: "0", pid: 1, defaultAgent: "fake", agents: [] };
  return {
    info: () => info,
    sessions: () => [source.summary()],
    open: async () => ({ ok: true, value: source.sessionId }),
    session: (id) => (id === source.sessionId ? source : undefined),
    close: async () => {},
  };
}

// covers: runtime-stream-resumes
test(`the stream cut ${CUTS} times, events repeated and overtaken: the state is the runtime's, and never ready too early`, async () => {
  const folder = tempFolder("chaos");
  closers.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.chmodSync(folder, 0o700);
  const below = seeded(20_261_130);
  const source = sessionSource(7);
  const server = await serveRuntime(fakeRuntime(source), {
    socketPath: join(folder, "s"),
    heartbeatMs: 100,
  });
  if (!server.ok) throw new Error(server.reason);
  closers.push(server.value.close);
  let maxBytes = 1_500;
  const proxy = await chaosProxy({
    ...{ listenPath: join(folder, "p"), targetPath: join(folder, "s"), below },
    maxBytes: () => maxBytes,
  });
  closers.push(proxy.close);

  const client = connectRuntime({ kind: "unix", path: join(folder, "p") }, { times: TIMES });
  closers.push(client.close);
  const live = createLiveSnapshot();
  const applied: number[] = [];
  const listener = live.listenTo(source.sessionId);
  const early: string[] = [];
  let snapshots = 0;
  const handle = client.follow(source.sessionId, {
    ...listener,
    onSnapshot(state) {
      snapshots += 1;
      listener.onSnapshot?.(state);
    },
    onEvent(step) {
      applied.push(step.event.id);
      listener.onEvent?.(step);
    },
  });
  live.onChange(() => {
    const { turn, queue } = handle.state() ?? { turn: undefined, queue: [] };
    const { state } = automationOf(live.snapshot());
    const isBusy = turn !== undefined || queue.length > 0;
    if (isBusy && ["ready", "done", "cancel"].includes(state)) early.push(state);
  });

  let prompts = 0;
  while (proxy.cuts() < CUTS) {
    // Now and then so many that the client was away for too long and needs a snapshot.
    const burst = below(400) === 0 ? 100 : Number(below(3) === 0);
    for (let told = 0; told < burst; told += 1) source.tell();
    if (below(20) === 0) {
      prompts += 1;
      const promptId = `sent-${prompts}`;
      const sent = await client.request(source.sessionId, { kind: "prompt", promptId, text: "x" });
      expect(sent).toEqual({ ok: true, value: undefined } as never);
    }
    await Bun.sleep(below(2));
  }
  maxBytes = 0;
  await until(() => handle.phase() === "live", "the stream that is not cut");
  // No snapshot mends what was put wrong from here on.
  for (let told = 0; told < 60; told += 1) {
    source.tell();
    await Bun.sleep(below(3));
  }
  await until(
    () => handle.phase() === "live" && handle.state()?.lastEventId === source.state().lastEventId,
    `client ${handle.phase()} at ${handle.state()?.lastEventId} of ${source.state().lastEventId}`,
  );
  expect(handle.state()).toEqual(source.state());
  expect(early).toEqual([]);
  // Both ways back were gone.
  expect(snapshots).toBeGreaterThan(1);
  expect(snapshots).toBeLessThan(CUTS / 2);
  expect(applied.length).toBeGreaterThan(CUTS);
  // Each event at most once and in its order; what a snapshot brought is left out.
  expect(applied).toEqual(applied.toSorted((a, b) => a - b));
  expect(new Set(applied).size).toBe(applied.length);
  // No prompt is lost; one that arrived twice has the same id.
  const ids = source.requests.map((request) => request.kind === "prompt" && request.promptId);
  expect(new Set(ids).size).toBe(prompts);
  handle.close();
  await until(() => source.listening() === 0, "the server lets go of its listeners");
}, 120_000);
