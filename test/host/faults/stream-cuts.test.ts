/** Two hosts behind a connection that is cut a thousand times, beside one that is not: all show the same. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createLiveSnapshot } from "../../../src/sources/runtime/live-snapshot.ts";
import { recordLine } from "../../../src/surfaces/emit/record.ts";
import { type ChaosProxy, chaosProxy } from "../../../src/testing/chaos-proxy.ts";
import { seeded } from "../../../src/testing/session-history.ts";
import type { SessionState } from "../../../src/wire/runtime/state.ts";
import type { HostWorld } from "../world.ts";
import { openServeWorld, type ServeWorld, until } from "./fault-world.ts";

const CUTS = 1_000;
const ROUNDS = 3;
/** Of a round. */
const PROMPTS = 11;
const BELOW = seeded(20_261_130);
const SIZE = { cols: 120, rows: 40 };

let serve: ServeWorld;
let proxy: ChaosProxy;
let sessionId = "";
let direct: HostWorld;
let shown: HostWorld;
let machine: HostWorld;
/** Of a connection in bytes; 0: it is left alone. */
let lifeBytes = 0;
let cuts = 0;

beforeAll(async () => {
  serve = await openServeWorld({ speed: "0.02" });
  const listenPath = join(serve.folder, "p");
  proxy = await chaosProxy({
    ...{ listenPath, targetPath: serve.socket, below: BELOW },
    maxBytes: () => lifeBytes,
  });
  const opened = await serve.client.open({ kind: "new", cwd: serve.cwd });
  if (!opened.ok) throw new Error(opened.reason);
  sessionId = opened.value;
  const args = ["--resume", sessionId];
  [direct, shown, machine] = await Promise.all([
    serve.host({ ...SIZE, mode: "fullscreen", args }),
    serve.host({ ...SIZE, mode: "fullscreen", args }, listenPath),
    serve.host({ ...SIZE, args, config: "tui:\n  statusLine: [build-mode]\n" }, listenPath),
  ]);
  for (const host of [direct, shown]) await host.waitForText("a simulator");
  await machine.waitForText("[V] ");
}, 60_000);
afterAll(async () => {
  await proxy?.close();
  await serve?.end();
});

/** What nobody compares: a tip, the seconds of a turn. */
function comparable(host: HostWorld): readonly string[] {
  return host.screen().map((row) =>
    row
      .replace(/ {3,}(?:Tip: )?\S.*$/, "")
      .replace(/\d+s\b/g, "s")
      .trimEnd(),
  );
}

/** The record that follows from a state alone, without its number. */
function recordOf(state: SessionState): string {
  const live = createLiveSnapshot();
  const listener = live.listenTo(state.sessionId);
  listener.onSnapshot?.(state);
  listener.onPhase?.("live");
  return withoutSeq(recordLine(undefined, live.snapshot()).line);
}

function withoutSeq(line: string): string {
  return line.trim().replace(/seq=\S+ /, "");
}

async function send(host: HostWorld, text: string): Promise<void> {
  await connected(host);
  host.type(text);
  host.press("enter");
  await until(async () => {
    const { queue, entries } = await serve.state(sessionId);
    return [...queue, ...entries].some((each) => "text" in each && each.text === text);
  }, `${text} is accepted`);
}

async function quiet(holds: (state: SessionState) => boolean): Promise<SessionState> {
  let state = await serve.state(sessionId);
  await until(async () => {
    state = await serve.state(sessionId);
    return holds(state);
  }, "the runtime is where it should be").catch(() => {
    const { turn, turns, queue, interactions, settled, entries } = state;
    const now = { turn, turns, queue, interactions, settled, last: entries.slice(-3) };
    throw new Error(`not there: ${JSON.stringify(now)}`);
  });
  return state;
}

/** Compares all that is shown with what the runtime has. */
async function compare(holds: (state: SessionState) => boolean): Promise<void> {
  lifeBytes = 0;
  let state = await quiet(holds);
  const shownRecord = () =>
    withoutSeq(machine.screen().findLast((row) => row.startsWith("[V]")) ?? "");
  await until(async () => {
    // A list of tasks may come after all else.
    state = await serve.state(sessionId);
    return shownRecord() === recordOf(state);
  }, "the record is that of the state").catch(() => {});
  expect(shownRecord()).toBe(recordOf(state));
  await until(
    () => comparable(shown).join("\n") === comparable(direct).join("\n"),
    "both show the same",
    10_000,
  ).catch(() => {});
  expect(comparable(shown)).toEqual(comparable(direct));
  const last = state.entries.findLast((entry) => entry.kind === "agent");
  const line = last !== undefined && "text" in last ? last.text.trim().split("\n").at(-1) : "";
  const words = [
    ...state.queue.map(({ text }) => text),
    ...state.interactions.map(({ title }) => title),
    ...(state.interactions.length === 0
      ? [(line ?? "").replaceAll(/[`*]|^- /g, "").slice(0, 60)]
      : []),
  ];
  for (const host of [direct, shown, machine]) {
    const missing = () => words.filter((each) => !host.text().includes(each));
    await until(() => missing().length === 0, "all is shown", 5_000).catch(() => {});
    expect({ missing: missing(), on: host.text() }).toEqual({ missing: [], on: host.text() });
    expect(host.text()).not.toContain("timed out");
  }
  lifeBytes = 3_000;
}

async function connected(host: HostWorld): Promise<void> {
  await until(() => !host.text().includes("Reaching for"), "the host is connected");
}

/** Takes the first answer, again where the connection was cut over it. */
async function answer(host: HostWorld): Promise<void> {
  const isAnswered = async () => (await serve.state(sessionId)).interactions.length === 0;
  const keys = ["1", "enter", "space", "enter"];
  await until(async () => {
    if (await isAnswered()) return true;
    await connected(host);
    const key = keys.shift();
    if (key !== undefined) host.press(key);
    await until(isAnswered, "it", 500).catch(() => {});
    return await isAnswered();
  }, "the answer");
}

const allCuts = () => proxy.cuts() + cuts;

async function cutAll(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (lifeBytes > 0) cuts += proxy.cut();
    await Bun.sleep(20 + BELOW(40));
  }
}

// covers: fault-stream-cuts
test(`cut ${CUTS} times, events repeated and overtaken: screens show the runtime's state, and each prompt has one turn`, async () => {
  let isOver = false;
  const cutting = cutAll(() => isOver);
  lifeBytes = 3_000;
  const sent: string[] = [];
  let turns = 0;
  const say = async (host: HostWorld, text: string): Promise<void> => {
    await send(host, text);
    sent.push(text);
    turns += 1;
    const wanted = Math.min(CUTS, Math.ceil((CUTS * sent.length) / (ROUNDS * PROMPTS)));
    await until(() => allCuts() >= wanted, `${wanted} cuts`);
  };
  const settled = (state: SessionState) =>
    state.turns >= turns && state.turn === undefined && state.queue.length === 0;
  const isAsked = (state: SessionState) => state.interactions.length === 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    await say(shown, `hello ${round}`);
    await say(machine, `/stream 3${round}`);
    await say(shown, `/think of ${round}`);
    await compare(settled);
    for (const text of [`run echo ${round}`, `/ask Round ${round}?`, `/plan ${round}`]) {
      await say(machine, text);
      await compare(isAsked);
      await answer(shown);
      await compare(settled);
    }
    await say(shown, `/delegate ${round + 2}`);
    await say(shown, `/background ${round + 1} 2`);
    turns += 1;
    await compare(settled);
    await say(machine, `/hang ${round}`);
    await say(shown, `first ${round}`);
    await say(shown, `second ${round}`);
    await compare(({ turn, queue }) => turn !== undefined && queue.length === 2);
    await connected(shown);
    shown.press("escape");
    await compare(settled);
  }
  isOver = true;
  await cutting;
  const state = await serve.state(sessionId);
  const texts = state.entries.flatMap((entry) => (entry.kind === "user" ? [entry.text] : []));
  expect(texts.toSorted()).toEqual(sent.toSorted());
  expect(state.turns).toBe(turns);
  expect(allCuts()).toBeGreaterThanOrEqual(CUTS);
}, 300_000);
