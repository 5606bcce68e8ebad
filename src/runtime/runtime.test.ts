import { afterEach, expect, test } from "bun:test";
import { ok } from "../base/result.ts";
import { FAKE_SPEC, FakeAgent, fault } from "../testing/fake-agent.ts";
import type { SessionEvent } from "../wire/runtime/event.ts";
import { applyEvent, EMPTY_STATE } from "../wire/runtime/state.ts";
import { openRuntime, type Runtime, type RuntimeOptions } from "./runtime.ts";
import type { LiveSession } from "./session/live-session.ts";

const opened: Runtime[] = [];
afterEach(async () => {
  for (const runtime of opened.splice(0)) await runtime.close();
});

interface World {
  readonly agent: FakeAgent;
  readonly runtime: Runtime;
  readonly session: LiveSession;
  readonly events: SessionEvent[];
}

async function world(
  options: Partial<RuntimeOptions> = {},
  agent = new FakeAgent(),
): Promise<World> {
  const started = await openRuntime({
    version: "1",
    agents: [FAKE_SPEC],
    defaultAgent: "fake",
    startAgent: agent.start,
    times: { cancelGraceMs: 30, textEveryMs: 5, toolEveryMs: 5, tasksEveryMs: 20, tasksRetryMs: 5 },
    ...options,
  });
  if (!started.ok) throw new Error(started.reason);
  const runtime = started.value;
  opened.push(runtime);
  const id = await runtime.open({ kind: "new", cwd: "/" });
  const session = id.ok ? runtime.session(id.value) : undefined;
  if (session === undefined) throw new Error("no session");
  const events = [...(session.eventsSince(0) ?? [])];
  session.subscribe((event) => events.push(event));
  return { agent, runtime, session, events };
}

/** Waits until it holds; generous, as machines are busy. */
async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (what()) return;
    await Bun.sleep(5);
  }
  throw new Error(`never: ${what}`);
}

let prompts = 0;
async function prompt({ session, agent }: World, text = "hi"): Promise<string> {
  const promptId = `p-${++prompts}`;
  const before = agent.links.reduce((sum, link) => sum + link.prompts.length, 0);
  const asked = await session.request({ kind: "prompt", promptId, text });
  if (!asked.ok) throw new Error(asked.reason.message);
  await until(() => agent.links.reduce((sum, link) => sum + link.prompts.length, 0) > before);
  return promptId;
}

const last = (agent: FakeAgent) => {
  const given = agent.link.prompts.at(-1);
  if (given === undefined) throw new Error("no prompt");
  return given;
};

const settlements = (events: readonly SessionEvent[]) =>
  events.flatMap((event) => (event.kind === "turn-settled" ? [event.turn] : []));

test("a prompt that is answered: a turn with its texts, settled once, and the events fold to the state", async () => {
  const at = await world();
  const promptId = await prompt(at);
  at.agent.link.say({ kind: "text", role: "agent", text: "Hello " });
  at.agent.link.say({ kind: "text", role: "agent", text: "there" });
  last(at.agent).end();
  await until(() => at.session.state().settled !== undefined);
  const state = at.session.state();
  expect(state.settled).toMatchObject({ promptId, outcome: "succeeded", stopReason: "end_turn" });
  expect(state.turn).toBeUndefined();
  expect(state.queue).toEqual([]);
  expect(state.entries.map((entry) => [entry.kind, "text" in entry ? entry.text : ""])).toEqual([
    ["user", "hi"],
    ["agent", "Hello there"],
  ]);
  expect(at.events.reduce(applyEvent, EMPTY_STATE)).toEqual(state);
  expect(at.events.map(({ id }) => id)).toEqual(at.events.map((_, index) => index + 1));
});

test("an agent that dies in a turn: the turn fails with the reason, and the next prompt starts another", async () => {
  const at = await world();
  await prompt(at);
  at.agent.link.die("it was killed by SIGKILL");
  await until(() => at.session.state().settled !== undefined);
  expect(at.session.state().settled).toMatchObject({
    outcome: "failed",
    reason: "it was killed by SIGKILL",
  });
  await prompt(at, "again");
  expect(at.agent.links).toHaveLength(2);
  last(at.agent).end();
  await until(() => at.session.state().turns === 2);
  const notices = at.session.state().entries.filter(({ kind }) => kind === "notice");
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({
    level: "warning",
    text: expect.stringContaining("does not remember"),
  });
});

test("an agent that can resume: the conversation of before is opened again", async () => {
  const agent = new FakeAgent();
  agent.answers.abilities = { ...agent.answers.abilities, resume: true, load: true };
  const at = await world({}, agent);
  await prompt(at);
  agent.link.die();
  await until(() => at.session.state().settled !== undefined);
  await prompt(at);
  expect(agent.link.reopened).toEqual(["resume conversation-1"]);
  expect(at.session.state().entries.filter(({ kind }) => kind === "notice")).toEqual([]);
  last(agent).end();
});

test("a login that is needed: the turn fails, and after it the next one runs", async () => {
  const agent = new FakeAgent();
  agent.answers.newSession = async () => fault("log in first", "auth-required");
  const at = await world({}, agent);
  await at.session.request({ kind: "prompt", promptId: "p", text: "hi" });
  await until(() => at.session.state().settled !== undefined);
  expect(at.session.state()).toMatchObject({
    login: { needed: true, message: "log in first" },
    settled: { outcome: "failed", reason: "log in first" },
  });
  agent.answers.newSession = async () => ok({ agentSessionId: "c", options: [] });
  expect(await at.session.request({ kind: "log-in", methodId: "key" })).toEqual(ok(undefined));
  expect(at.session.state().login).toEqual({ needed: false });
  await prompt(at);
  expect(agent.links).toHaveLength(1);
  last(agent).end();
});
