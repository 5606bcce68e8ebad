import { afterAll, describe, expect, test } from "bun:test";
import { linked, linkWorld, valued } from "../../testing/acp-link-world.ts";
import {
  type AcpStep,
  OPENING,
  PROMPTED,
  SCRIPTED_SESSION,
  sayEnd,
  sayPermission,
  sayText,
  sayUpdate,
} from "../../testing/scripted-acp.ts";
import type { Answer } from "../../wire/runtime/entities.ts";
import { MAX_STRAY_LINES } from "./message-stream.ts";

const world = linkWorld();
afterAll(() => world.close());

const TURN_ENDED = { do: "send", message: turn("ended") } as const;

function turn(state: string) {
  return { method: "_telltale/turn", params: { sessionId: "s1", turnId: "t1", state } };
}

/** Nobody is there. */
const silence = () => new Promise<Answer>(() => {});

async function until(is: () => boolean): Promise<void> {
  while (!is()) await Bun.sleep(5);
}

describe("order", () => {
  // covers: acp-order
  test("updates, questions and extension messages before the end of a prompt: all of them are there, 20 of 20", async () => {
    for (let round = 0; round < 20; round++) {
      const { link, events } = await world.open([
        ...PROMPTED,
        sayText("a"),
        { do: "send", message: turn("began") },
        sayText("b"),
        TURN_ENDED,
        { do: "send", message: { method: "_telltale/activity", params: { sessionId: "s1" } } },
        sayText("c"),
        sayEnd(),
        { do: "send", message: turn("began") },
        sayText("d"),
      ]);
      valued(await link.prompt(SCRIPTED_SESSION, "go"));
      const told = events.map((event) => (event.on === "update" ? event.update.kind : event.on));
      expect(told).toEqual(["text", "turn-began", "text", "turn-ended", "activity", "text"]);
      await until(() => events.length === 8);
      expect(events.slice(6)).toMatchObject([
        { update: { kind: "turn-began" } },
        { update: { kind: "text", text: "d" } },
      ]);
    }
  }, 60_000);

  test("updates before the answer to session/new: after it, and in their order", async () => {
    const steps = OPENING.toSpliced(3, 0, sayText("early "), sayText("still early "));
    const trial = await world.start([...steps, sayText("late")]);
    const link = linked(trial);
    const session = await link.newSession(world.folder);
    expect(trial.events).toEqual([]);
    expect(session.ok).toBe(true);
    await until(() => trial.events.length === 3);
    expect(trial.text()).toBe("early still early late");
  });

  test("load: the replay is there before its answer", async () => {
    const greeting = { protocolVersion: 1, agentCapabilities: { loadSession: true } };
    const trial = await world.start([
      { do: "expect", method: "initialize" },
      { do: "answer", result: greeting },
      { do: "expect", method: "session/load" },
      sayUpdate({ sessionUpdate: "user_message_chunk", content: { type: "text", text: "hi" } }),
      sayText("hello"),
      { do: "answer", result: null },
    ]);
    const link = linked(trial);
    valued(await link.reopenSession("load", SCRIPTED_SESSION, world.folder));
    expect(trial.updates().map((update) => update.kind)).toEqual(["text", "text"]);
    const resumed = await link.reopenSession("resume", SCRIPTED_SESSION, world.folder);
    expect(resumed).toMatchObject({ ok: false, fault: "unsupported" });
  });

  test("ten thousand updates: all of them, in order", async () => {
    const count = 10_000;
    const line = JSON.stringify({
      jsonrpc: "2.0",
      method: "session/update",
      params: {
        sessionId: "s1",
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } },
      },
    });
    const write: AcpStep = { do: "write", text: `${line}\n`, times: count };
    const { link, text } = await world.open([...PROMPTED, write, sayEnd()]);
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(text()).toHaveLength(count);
  }, 30_000);
});

describe("ends", () => {
  // covers: acp-death
  test.each([
    [
      "before it greets",
      [
        { do: "complain", text: "no key" },
        { do: "exit", code: 3 },
      ],
    ],
    ["when greeted", [OPENING[0], { do: "complain", text: "no key" }, { do: "exit", code: 3 }]],
  ] as const)("dies %s: the reason has its last words, and nothing runs", async (_, steps) => {
    const { link } = await world.start(steps as readonly AcpStep[]);
    expect(link).toEqual({
      ok: false,
      fault: "gone",
      reason: "the agent ended with code 3: no key",
    });
  });

  // covers: acp-death
  test("dies when a session is opened, and in a prompt: both say why", async () => {
    const early = await world.start([...OPENING.slice(0, 3), { do: "exit", code: 1 }]);
    expect(await linked(early).newSession(world.folder)).toMatchObject({
      ok: false,
      fault: "gone",
      reason: "the agent ended with code 1",
    });
    const { link, text } = await world.open([...PROMPTED, sayText("half"), { do: "kill-self" }]);
    const end = await link.prompt(SCRIPTED_SESSION, "go");
    expect(end).toMatchObject({
      ok: false,
      fault: "gone",
      reason: "the agent was killed by SIGKILL",
    });
    expect(text()).toBe("half");
    expect(await link.ended).toEqual({
      reason: "the agent was killed by SIGKILL",
      signal: "SIGKILL",
      wanted: false,
    });
    expect(await link.prompt(SCRIPTED_SESSION, "again")).toMatchObject({ fault: "gone" });
  });

  // covers: acp-death
  test("dies while it asks: the question is withdrawn", async () => {
    const { link, events } = await world.open(
      [...PROMPTED, sayPermission("p1"), { do: "wait", ms: 50 }, { do: "exit", code: 1 }],
      { answer: silence },
    );
    expect(await link.prompt(SCRIPTED_SESSION, "go")).toMatchObject({ fault: "gone" });
    await link.ended;
    const question = events.find((event) => event.on === "question");
    expect(question?.on === "question" && question.signal.aborted).toBe(true);
  });

  test("answers and dies at once: the answer counts", async () => {
    const { link } = await world.open([
      ...PROMPTED,
      sayText("bye"),
      sayEnd(),
      { do: "exit", code: 0 },
    ]);
    expect(await link.prompt(SCRIPTED_SESSION, "go")).toEqual({
      ok: true,
      value: { stopReason: "end_turn" },
    });
  });

  // covers: acp-nonsense
  test("an answer that does not say how the turn ended: a fault, and no success", async () => {
    const { link } = await world.open([...PROMPTED, { do: "answer", result: {} }]);
    const end = await link.prompt(SCRIPTED_SESSION, "go");
    expect(end).toMatchObject({ ok: false, fault: "refused" });
    expect(end.ok ? "" : end.reason).toContain("stopReason");
  });

  // covers: acp-hang
  test("never answers initialize: a reason in time, and nothing runs", async () => {
    const { link } = await world.start([{ do: "expect", method: "initialize" }], {
      quirks: { startTimeoutMs: 300 },
    });
    expect(link).toMatchObject({ ok: false, fault: "timeout" });
  });

  test("speaks another version of ACP: a reason", async () => {
    const { link } = await world.start([
      { do: "expect", method: "initialize" },
      { do: "answer", result: { protocolVersion: 2 } },
    ]);
    expect(link).toEqual({
      ok: false,
      fault: "unsupported",
      reason: "Scripted speaks version 2 of ACP, not 1",
    });
  });

  test("a program that is not there: a reason with what to do", async () => {
    const spec = {
      name: "x",
      title: "X",
      command: ["no-such-agent"],
      hint: "install it",
      quirks: {},
    };
    const { link } = await world.start([], { connect: { spec } });
    expect(link).toMatchObject({ ok: false, fault: "gone" });
    expect(link.ok ? "" : link.reason).toMatch(/no-such-agent.*; install it$/);
  });

  test("dispose: the end is wanted, what is asked afterwards fails at once", async () => {
    const { link } = await world.open(PROMPTED);
    const prompt = link.prompt(SCRIPTED_SESSION, "go");
    await link.dispose();
    expect(await prompt).toMatchObject({ ok: false, fault: "gone" });
    expect(await link.ended).toMatchObject({ wanted: true });
    expect(await link.newSession(world.folder)).toMatchObject({ ok: false, fault: "gone" });
  });
});

describe("nonsense", () => {
  // covers: acp-nonsense
  test("banners, half JSON, messages of no kind, answers to nothing: passed over, the first of them logged", async () => {
    const { link, text, events } = await world.open([
      { do: "write", text: 'Welcome to \u001b[31mAgent\u001b[0m\n\n[]\n42\n{"jsonrpc":"1.0"}\n' },
      ...PROMPTED,
      { do: "write", text: '{"jsonrpc":"2.0","id":99,"result":{}}\n{"jsonrpc":"2.0"}\n{"jsonr\n' },
      { do: "send", message: { id: null, method: "session/update", params: {} } },
      sayText("fine"),
      sayEnd(),
    ]);
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(text()).toBe("fine");
    expect(events[0]).toEqual({ on: "log", line: "Welcome to Agent" });
  });

  // covers: acp-nonsense
  test("lines without an end of them: the link is ended with the reason", async () => {
    const { link } = await world.open([
      ...PROMPTED,
      { do: "write", text: "log line\n", times: MAX_STRAY_LINES + 50 },
    ]);
    const end = await link.prompt(SCRIPTED_SESSION, "go");
    const reason = "the agent speaks no ACP: it writes lines that are no messages";
    expect(end).toMatchObject({ ok: false, fault: "gone", reason });
    expect(await link.ended).toMatchObject({ reason, wanted: false });
  });

  // covers: acp-nonsense
  test("a line without an end: the link is ended with the reason", async () => {
    const { link } = await world.open([
      ...PROMPTED,
      { do: "write", text: "x".repeat(1024 * 1024), times: 40 },
    ]);
    expect(await link.prompt(SCRIPTED_SESSION, "go")).toMatchObject({
      fault: "gone",
      reason: "the agent speaks no ACP: it wrote a line without an end",
    });
  }, 30_000);

  test("a message in pieces, without a last line break: read", async () => {
    const end = JSON.stringify({ jsonrpc: "2.0", id: 2, result: { stopReason: "end_turn" } });
    const { link } = await world.open([
      ...PROMPTED,
      { do: "write", text: end.slice(0, 20) },
      { do: "wait", ms: 30 },
      { do: "write", text: end.slice(20) },
      { do: "exit", code: 0 },
    ]);
    expect(valued(await link.prompt(SCRIPTED_SESSION, "go")).stopReason).toBe("end_turn");
  });

  // covers: acp-unknown
  test("methods and updates that nobody knows: refused or passed over", async () => {
    const { link, text, updates } = await world.open([
      ...PROMPTED,
      { do: "send", message: { id: 7, method: "session/dream", params: {} } },
      { do: "expect-answer", id: 7 },
      { do: "echo", sessionId: SCRIPTED_SESSION },
      sayUpdate({ sessionUpdate: "dream_update", dream: 1 }),
      sayUpdate({ sessionUpdate: "__proto__" }),
      { do: "send", message: { method: "session/update", params: null } },
      { do: "send", message: { method: "_auth/status_update", params: [1] } },
      sayEnd(),
    ]);
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(JSON.parse(text())).toMatchObject({ code: -32601 });
    expect(updates()).toHaveLength(1);
  });
});
