import { afterEach, expect, test } from "bun:test";
import {
  closeWorlds,
  lastPrompt,
  openWorld,
  prompt,
  settled,
  until,
} from "../../../test/runtime/world.ts";
import { ok } from "../../base/result.ts";
import { FakeAgent, fault } from "../../testing/fake-agent.ts";
import { MAX_MEMBERS } from "./bounded.ts";

afterEach(closeWorlds);

test("a turn that the agent begins by itself: without a prompt, and the queue waits for its end", async () => {
  const at = await openWorld();
  await prompt(at);
  lastPrompt(at.agent).end();
  await settled(at);
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  await at.session.request({ kind: "prompt", promptId: "waits", text: "waits" });
  expect(at.session.state().turn?.promptId).toBeUndefined();
  expect(at.session.state().queue).toHaveLength(1);
  at.agent.link.say({ kind: "turn-ended", turnId: "another", end: { stopReason: "end_turn" } });
  expect(at.session.state().turns).toBe(1);
  at.agent.link.say({ kind: "turn-ended", turnId: "woken", end: { stopReason: "end_turn" } });
  expect(at.session.state().turns).toBe(2);
  await until(() => at.agent.link.prompts.length === 2);
  lastPrompt(at.agent).end();
});

test("a turn that the agent begins while a prompt runs and that goes on after it: a turn of its own by then", async () => {
  const at = await openWorld();
  const first = await prompt(at);
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  await at.session.request({ kind: "prompt", promptId: "waits", text: "waits" });
  lastPrompt(at.agent).end();
  expect(await settled(at)).toMatchObject({ promptId: first });
  expect(at.session.state().turn?.promptId).toBeUndefined();
  expect(at.session.state().turn?.turnId).toEndWith(":woken");
  expect(at.session.state().queue).toHaveLength(1);
  at.agent.link.say({ kind: "turn-ended", turnId: "woken", end: { stopReason: "end_turn" } });
  await until(() => at.agent.link.prompts.length === 2);
  expect(at.session.state().turns).toBe(2);
  lastPrompt(at.agent).end();
});

test("a member whose result comes in a turn within a prompt's: delivered when that one ends", async () => {
  const at = await openWorld();
  const member = { memberId: "m", status: "done", deliveryTurnId: "woken" } as const;
  await prompt(at);
  at.agent.link.say({ kind: "member", member });
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  expect(at.session.state().members[0]?.delivered).toBeUndefined();
  at.agent.link.say({ kind: "turn-ended", turnId: "woken", end: { stopReason: "end_turn" } });
  expect(at.session.state().members).toMatchObject([{ memberId: "m", delivered: true }]);
  lastPrompt(at.agent).end();
  expect(await settled(at)).toMatchObject({ outcome: "succeeded" });
  expect(at.session.state()).toMatchObject({ turns: 1 });
  expect(at.session.state().turn).toBeUndefined();
});

// covers: runtime-task-lists
test("tasks: after each turn a numbered list is asked for, again while it fails, and none are left by a death", async () => {
  const agent = new FakeAgent();
  agent.answers.abilities = { ...agent.answers.abilities, listsTasks: true };
  let fails = 2;
  const task = { taskId: "t", status: "running" } as const;
  agent.answers.listTasks = async () => {
    fails -= 1;
    return fails >= 0 ? fault("not now", "refused") : ok([task]);
  };
  const at = await openWorld(
    { times: { tasksEveryMs: 60_000, tasksRetryMs: 2, textEveryMs: 5 } },
    agent,
  );
  await prompt(at);
  const before = at.session.state().tasksAsked;
  lastPrompt(agent).end();
  await settled(at);
  await until(() => at.session.state().tasksListed > before);
  expect(at.session.state()).toMatchObject({ tasks: [task], tasksAsked: before + 3 });
  agent.link.die();
  await until(() => at.session.state().tasks.length === 0);
  const { tasksAsked, tasksListed } = at.session.state();
  expect(tasksListed).toBe(tasksAsked);
  expect(tasksAsked).toBe(before + 4);
});

test("a delegating tool call where the agent tells of no members: a member as long as it runs", async () => {
  const at = await openWorld();
  await prompt(at);
  const call = { toolCallId: "c", title: "Look around", kind: "delegate", content: [] } as const;
  at.agent.link.say({ kind: "tool", call: { ...call, status: "running" } });
  expect(at.session.state().members).toEqual([
    { memberId: "c", title: "Look around", status: "running" },
  ]);
  lastPrompt(at.agent).end();
  await settled(at);
  expect(at.session.state().members).toMatchObject([{ status: "done" }]);
});

test("more members than are kept: the oldest that are over go, one that runs is never passed over", async () => {
  const at = await openWorld();
  await prompt(at);
  const say = (memberId: string, status: "done" | "running") =>
    at.agent.link.say({ kind: "member", member: { memberId, status } });
  say("long", "running");
  for (let each = 0; each < MAX_MEMBERS; each += 1) say(`m-${each}`, "done");
  say("new", "running");
  const running = at.session.state().members.filter(({ status }) => status === "running");
  expect(running.map(({ memberId }) => memberId)).toEqual(["long", "new"]);
  expect(at.session.state().members.length).toBeLessThanOrEqual(MAX_MEMBERS);
  expect(at.session.state().members.some(({ memberId }) => memberId === "m-0")).toBe(false);
});

test("a tool call with the id of an earlier one: an entry of its own, and the earlier one stays as it ended", async () => {
  const at = await openWorld();
  const call = { toolCallId: "call_1", title: "One", kind: "read", content: [] } as const;
  await prompt(at);
  at.agent.link.say({ kind: "tool", call: { ...call, status: "running" } });
  await at.session.request({ kind: "cancel" });
  await settled(at);
  // It was on its way: nothing runs again for it.
  at.agent.link.say({ kind: "tool", call: { ...call, title: "Late", status: "running" } });
  await prompt(at);
  const another = { ...call, title: "Two" };
  at.agent.link.say({ kind: "tool", call: { ...another, status: "pending" }, isAnother: true });
  at.agent.link.say({ kind: "tool", call: { ...another, status: "done" } });
  lastPrompt(at.agent).end();
  await settled(at, 2);
  const tools = at.session.state().entries.filter((entry) => entry.kind === "tool");
  expect(tools).toMatchObject([
    { call: { title: "One", status: "cancelled" } },
    { call: { title: "Two", status: "done" } },
  ]);
});

test("an endless text: cut into entries of a bounded size, and nothing of it is lost", async () => {
  const at = await openWorld();
  await prompt(at);
  const text = "0123456789".repeat(40_000);
  at.agent.link.say({ kind: "text", role: "agent", text });
  lastPrompt(at.agent).end();
  await settled(at);
  const parts = at.session
    .state()
    .entries.flatMap((entry) => (entry.kind === "agent" ? [entry.text] : []));
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.join("")).toBe(text);
});

test("an agent that dies or is stopped in a turn of its own: that turn settles, too", async () => {
  const at = await openWorld();
  at.agent.answers.cancel = () => {};
  await prompt(at);
  lastPrompt(at.agent).end();
  await settled(at);
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  at.agent.link.die("it fell");
  expect(await settled(at, 2)).toMatchObject({ outcome: "failed", reason: "it fell" });
  await prompt(at);
  lastPrompt(at.agent).end();
  await settled(at, 3);
  at.agent.link.say({ kind: "turn-began", turnId: "woken" });
  await at.session.request({ kind: "cancel" });
  expect(at.agent.link.cancels).toBe(1);
  expect(await settled(at, 4)).toMatchObject({ outcome: "cancelled" });
  expect(at.agent.link.isDisposed).toBe(true);
});

test("members, tasks, a compaction and questions of an agent that dies: none of them stays", async () => {
  const at = await openWorld();
  await prompt(at);
  const { link } = at.agent;
  link.say({ kind: "member", member: { memberId: "m", status: "running" } });
  link.say({ kind: "tasks", tasks: [{ taskId: "t", status: "running" }] });
  link.say({ kind: "compaction", state: "started" });
  const answer = link.ask({});
  expect(at.session.state()).toMatchObject({
    compacting: true,
    interactions: [{ asks: "permission" }],
  });
  link.die();
  expect(await answer).toEqual({ kind: "dismissed" });
  await settled(at);
  await until(() => at.session.state().tasks.length === 0);
  expect(at.session.state()).toMatchObject({
    interactions: [],
    members: [{ status: "failed" }],
    phase: "none",
  });
  expect(at.session.state().compacting).toBeUndefined();
  // What it says after its end is not taken.
  link.say({ kind: "text", role: "agent", text: "late" });
  expect(await link.ask({})).toEqual({ kind: "dismissed" });
  expect(at.session.state().entries.map(({ kind }) => kind)).toEqual([
    "user",
    "compaction",
    "notice",
  ]);
});

test("usage: sums of turns are ours, also where the agent tells totals of its own process", async () => {
  const at = await openWorld();
  const counts = { input: 2, output: 3, cacheRead: 0, cacheWrite: 1 };
  for (const turn of [1, 3]) {
    await prompt(at);
    at.agent.link.say({ kind: "usage", usage: { usedTokens: turn, totals: counts } });
    lastPrompt(at.agent).answer({ ok: true, value: { stopReason: "end_turn", usage: counts } });
    await settled(at, turn);
    await prompt(at);
    lastPrompt(at.agent).answer({ ok: false, reason: "it broke" });
    await settled(at, turn + 1);
  }
  const totals = { input: 4, output: 6, cacheRead: 0, cacheWrite: 2 };
  expect(at.session.state().usage).toEqual({ usedTokens: 3, totals });
});

test("a compaction whose end is not told is over with the turn in which it began", async () => {
  const at = await openWorld();
  await prompt(at);
  at.agent.link.say({ kind: "compaction", state: "started" });
  expect(at.session.state().compacting).toBe(true);
  lastPrompt(at.agent).end();
  await settled(at);
  expect(at.session.state().compacting).toBeUndefined();
  await prompt(at, "again");
  expect(at.session.state().turn).toBeDefined();
});
