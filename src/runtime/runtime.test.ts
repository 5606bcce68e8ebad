import { afterEach, expect, test } from "bun:test";
import {
  closeWorlds,
  lastPrompt,
  openWorld,
  prompt,
  settled,
  until,
} from "../../test/runtime/world.ts";
import { ok } from "../base/result.ts";
import { FAKE_SPEC, FakeAgent, fault } from "../testing/fake-agent.ts";
import type { Entry } from "../wire/runtime/entities.ts";
import { applyEvent, EMPTY_STATE } from "../wire/runtime/state.ts";

afterEach(closeWorlds);

test("a prompt that is answered: a turn with its texts, settled once, and the events fold to the state", async () => {
  const at = await openWorld();
  const promptId = await prompt(at);
  at.agent.link.say({ kind: "text", role: "agent", text: "Hello " });
  at.agent.link.say({ kind: "text", role: "agent", text: "there" });
  lastPrompt(at.agent).end();
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

// covers: runtime-agent-death, transcript-endings
test("an agent that dies in a turn: the turn fails with the reason, and the next prompt starts another", async () => {
  const at = await openWorld();
  await prompt(at);
  at.agent.link.die("it was killed by SIGKILL");
  await until(() => at.session.state().settled !== undefined);
  expect(at.session.state().settled).toMatchObject({
    outcome: "failed",
    reason: "it was killed by SIGKILL",
  });
  await prompt(at, "again");
  expect(at.agent.links).toHaveLength(2);
  lastPrompt(at.agent).end();
  await until(() => at.session.state().turns === 2);
  const notices = at.session
    .state()
    .entries.flatMap((entry) => (entry.kind === "notice" ? [entry] : []));
  const [end, ...others] = notices;
  expect(end).toMatchObject({
    level: "error",
    outcome: "failed",
    text: "it was killed by SIGKILL",
  });
  expect(others).toHaveLength(1);
  expect(others[0]).toMatchObject({
    level: "warning",
    text: expect.stringContaining("does not remember"),
  });
});

test("an agent that can resume: the conversation of before is opened again", async () => {
  const agent = new FakeAgent();
  agent.answers.abilities = { ...agent.answers.abilities, resume: true, load: true };
  const at = await openWorld({}, agent);
  await prompt(at);
  agent.link.die();
  await until(() => at.session.state().settled !== undefined);
  await prompt(at);
  expect(agent.link.reopened).toEqual(["resume conversation-1"]);
  expect(at.session.state().entries.filter(isNews)).toEqual([]);
  lastPrompt(agent).end();
});

test("a mode that the agent starts in: only one in which nobody is asked is warned of", async () => {
  const spec = { ...FAKE_SPEC, quirks: { initialMode: "default", silentModes: ["auto"] } };
  const available = ["default", "edits", "auto"].map((value) => ({ value, name: value }));
  for (const [current, warned] of [
    ["edits", []],
    ["auto", ["The agent stays in mode auto, in which it may act without asking"]],
  ] as const) {
    const agent = new FakeAgent();
    agent.answers.newSession = async () =>
      ok({ agentSessionId: "c", options: [], modes: { current, available } });
    const { session } = await openWorld({ agents: [spec] }, agent);
    await until(() => session.state().phase === "ready");
    expect(session.state().modes?.current).toBe(current);
    const notices = session
      .state()
      .entries.flatMap((entry) => (entry.kind === "notice" ? [entry.text] : []));
    expect(notices).toEqual([...warned]);
  }
});

test("a login that is needed: the turn fails, and after it the next one runs", async () => {
  const agent = new FakeAgent();
  agent.answers.newSession = async () => fault("log in first", "auth-required");
  const at = await openWorld({}, agent);
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
  lastPrompt(agent).end();
});

test("a cancel: the agent is told, and the turn settles as cancelled; one of another turn stops nothing", async () => {
  const at = await openWorld();
  await prompt(at);
  await at.session.request({ kind: "cancel", turnId: "another" });
  expect(at.agent.link.cancels).toBe(0);
  await at.session.request({ kind: "cancel" });
  await at.session.request({ kind: "cancel" });
  expect(at.agent.link.cancels).toBe(1);
  expect(await settled(at)).toMatchObject({ outcome: "cancelled", stopReason: "cancelled" });
});

// covers: runtime-cancel-bound
test("a cancel that the agent does not hear: its process is ended, and the turn is cancelled", async () => {
  const at = await openWorld();
  at.agent.answers.cancel = () => {};
  await prompt(at);
  await at.session.request({ kind: "cancel" });
  expect(at.session.state().turn?.stage).toBe("stopping");
  expect(await settled(at)).toMatchObject({
    outcome: "cancelled",
    reason: expect.stringContaining("did not stop within"),
  });
  expect(at.agent.link.isDisposed).toBe(true);
  await prompt(at);
  expect(at.agent.links).toHaveLength(2);
  lastPrompt(at.agent).end();
});

test("a prompt that is sent twice: one turn, while it waits, while it runs and afterwards", async () => {
  const at = await openWorld();
  await prompt(at, "first");
  const second = { kind: "prompt", promptId: "second", text: "second" } as const;
  for (let times = 0; times < 3; times += 1)
    expect(await at.session.request(second)).toEqual(ok(undefined));
  expect(at.session.state().queue).toHaveLength(1);
  lastPrompt(at.agent).end();
  await until(() => at.agent.link.prompts.length === 2);
  await at.session.request(second);
  lastPrompt(at.agent).end();
  await settled(at, 2);
  await at.session.request(second);
  expect(at.session.state()).toMatchObject({ queue: [], turns: 2 });
  expect(at.session.state().turn).toBeUndefined();
});

test("a prompt that waits is taken back; one that runs is not", async () => {
  const at = await openWorld();
  const first = await prompt(at, "first");
  await at.session.request({ kind: "prompt", promptId: "b", text: "second" });
  const drop = (promptId: string) => at.session.request({ kind: "drop-prompt", promptId });
  expect(await drop("b")).toEqual(ok(undefined));
  expect(await drop("b")).toEqual(ok(undefined));
  expect(await drop(first)).toMatchObject({ ok: false, reason: { code: "conflict" } });
  expect(await drop("none")).toMatchObject({ ok: false, reason: { code: "not-found" } });
  lastPrompt(at.agent).end();
  await settled(at);
  expect(at.agent.link.prompts).toHaveLength(1);
});

test("more text for the running turn: given to it where the agent can, else first in the queue", async () => {
  const agent = new FakeAgent();
  agent.answers.abilities = { ...agent.answers.abilities, steer: true };
  const at = await openWorld({}, agent);
  await prompt(at);
  const steer = (promptId: string) =>
    at.session.request({ kind: "prompt", promptId, text: promptId, steer: true });
  await steer("taken");
  await until(() => at.session.state().queue.length === 0);
  expect(agent.link.steered).toEqual(["taken"]);
  expect(at.events.findLast((event) => event.kind === "prompt-dropped")).toMatchObject({
    why: "steered",
  });
  agent.answers.steer = async () => fault("it cannot", "unsupported");
  await at.session.request({ kind: "prompt", promptId: "later", text: "later" });
  await steer("refused");
  expect(at.session.state().queue.map(({ promptId }) => promptId)).toEqual(["refused", "later"]);
  lastPrompt(agent).end();
  await until(() => agent.link.prompts.length === 2);
  expect(lastPrompt(agent).text).toBe("refused");
});

test("stop reasons: what each means for the turn", async () => {
  const at = await openWorld();
  const outcomes: string[] = [];
  const words = [
    "end_turn",
    "refusal",
    "max_tokens",
    "max_turn_requests",
    "cancelled",
    "something_new",
  ];
  for (const [index, word] of words.entries()) {
    await prompt(at);
    lastPrompt(at.agent).end(word);
    outcomes.push((await settled(at, index + 1))?.outcome ?? "");
  }
  expect(outcomes).toEqual(["succeeded", "blocked", "failed", "failed", "cancelled", "succeeded"]);
});

test("a close: the turn is cancelled, the queue is dropped, the process is gone", async () => {
  const at = await openWorld();
  await prompt(at);
  await at.session.request({ kind: "prompt", promptId: "waits", text: "waits" });
  await at.session.request({ kind: "close" });
  expect(at.session.state()).toMatchObject({
    closed: true,
    queue: [],
    settled: { outcome: "cancelled" },
  });
  expect(at.agent.link.isDisposed).toBe(true);
  expect(at.runtime.session(at.session.sessionId)).toBeUndefined();
  const late = await at.session.request({ kind: "prompt", promptId: "late", text: "late" });
  expect(late).toMatchObject({ ok: false, reason: { code: "conflict" } });
});

test("what a client has missed: the events since, and none for an id that is not known", async () => {
  const at = await openWorld();
  await prompt(at);
  lastPrompt(at.agent).end();
  await settled(at);
  const { lastEventId } = at.session.state();
  expect(at.session.eventsSince(3)).toEqual(at.events.slice(3));
  expect(at.session.eventsSince(lastEventId)).toEqual([]);
  for (const id of [lastEventId + 1, -1, 0.5, Number.NaN])
    expect(at.session.eventsSince(id)).toBeUndefined();
});

test("a process that comes up after its session was closed is ended", async () => {
  const agent = new FakeAgent();
  const gate = Promise.withResolvers<void>();
  agent.answers.start = async () => {
    await gate.promise;
    return ok(undefined);
  };
  const at = await openWorld({}, agent);
  const closing = at.runtime.close();
  gate.resolve();
  await closing;
  expect(agent.link.isDisposed).toBe(true);
});

test("a session that is being opened while the runtime ends: nothing of it runs afterwards", async () => {
  const at = await openWorld();
  const opening = at.runtime.open({ kind: "new", cwd: "/" });
  await at.runtime.close();
  expect(await opening).toMatchObject({ ok: true });
  expect(at.agent.links.every(({ isDisposed }) => isDisposed)).toBe(true);
  expect(await at.runtime.open({ kind: "new", cwd: "/" })).toMatchObject({
    reason: { code: "unavailable" },
  });
});

test("an agent and a folder that are not there: the session is refused with what would do", async () => {
  const at = await openWorld();
  const agent = await at.runtime.open({ kind: "new", cwd: "/", agent: "nobody" });
  expect(agent).toMatchObject({ ok: false, reason: { code: "bad-request" } });
  expect(agent).toMatchObject({ reason: { message: expect.stringContaining("known are fake") } });
  for (const cwd of ["relative", "/dev/null", ""]) {
    expect(await at.runtime.open({ kind: "new", cwd })).toMatchObject({
      reason: { code: "bad-request" },
    });
  }
  const none = await at.runtime.open({ kind: "resume", sessionId: "../../etc" });
  expect(none).toMatchObject({ reason: { code: "not-found" } });
});

/** Not how a turn ended. */
const isNews = (entry: Entry): boolean => entry.kind === "notice" && entry.outcome === undefined;

test("as many sessions as may be open: neither a new one nor one of before, but an open one again", async () => {
  const { runtime, session } = await openWorld();
  for (let count = 1; count < 200; count += 1) {
    expect((await runtime.open({ kind: "new", cwd: "/" })).ok).toBe(true);
  }
  const { sessionId } = session.state();
  expect(await runtime.open({ kind: "resume", sessionId })).toEqual(ok(sessionId));
  for (const request of [
    { kind: "new", cwd: "/" },
    { kind: "resume", sessionId: "00000000-0000-4000-8000-000000000000" },
  ] as const) {
    expect(await runtime.open(request)).toMatchObject({ reason: { code: "unavailable" } });
  }
});
