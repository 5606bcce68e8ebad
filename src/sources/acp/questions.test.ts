import { afterAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
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

const world = linkWorld();
afterAll(() => world.close());

/** Nobody is there. */
const silence = () => new Promise<Answer>(() => {});

describe("questions", () => {
  const asking: readonly AcpStep[] = [
    ...PROMPTED,
    sayPermission("p1"),
    { do: "expect-answer", id: "p1" },
    { do: "echo", sessionId: SCRIPTED_SESSION },
    sayEnd(),
  ];

  test.each([
    [
      { kind: "option", optionId: "yes" },
      { outcome: "selected", optionId: "yes" },
    ],
    [{ kind: "option", optionId: "never offered" }, { outcome: "cancelled" }],
    [{ kind: "declined" }, { outcome: "selected", optionId: "no" }],
    [{ kind: "dismissed" }, { outcome: "cancelled" }],
  ] as const)("permission answered with %p: %p", async (answer, outcome) => {
    const { link, text } = await world.open(asking, { answer: async () => answer });
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(JSON.parse(text())).toEqual({ outcome });
  });

  // covers: acp-cancel
  test("cancel while it asks: the agent is told, the question is answered as cancelled, open calls are too", async () => {
    const { link, text, updates } = await world.open(
      [
        ...PROMPTED,
        sayUpdate({ sessionUpdate: "tool_call", toolCallId: "c1", title: "rm", status: "pending" }),
        sayPermission("p1"),
        { do: "expect", method: "session/cancel" },
        { do: "expect-answer", id: "p1" },
        { do: "echo", sessionId: SCRIPTED_SESSION },
        // The prompt is the last but one request of ours.
        { do: "send", message: { id: 2, result: { stopReason: "cancelled" } } },
      ],
      { answer: silence },
    );
    const prompt = link.prompt(SCRIPTED_SESSION, "go");
    while (updates().length === 0) await Bun.sleep(5);
    link.cancel(SCRIPTED_SESSION);
    expect(valued(await prompt)).toEqual({ stopReason: "cancelled" });
    expect(JSON.parse(text())).toEqual({ outcome: { outcome: "cancelled" } });
    expect(updates().at(-1)).toMatchObject({ kind: "tool", call: { status: "cancelled" } });
  });

  // covers: acp-withdrawn
  test("the agent withdraws what it asked: the question goes, the answer is cancelled", async () => {
    const { link, text, events } = await world.open(
      [
        ...PROMPTED,
        sayPermission("p1"),
        { do: "wait", ms: 30 },
        { do: "send", message: { method: "$/cancel_request", params: { requestId: "p1" } } },
        { do: "expect-answer", id: "p1" },
        { do: "echo", sessionId: SCRIPTED_SESSION },
        sayEnd(),
      ],
      { answer: silence },
    );
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(JSON.parse(text())).toEqual({ outcome: { outcome: "cancelled" } });
    const question = events.find((event) => event.on === "question");
    expect(question?.on === "question" && question.signal.aborted).toBe(true);
  });

  // covers: acp-elicitation
  test("a form and its answer; a page that is dealt with elsewhere", async () => {
    const form = {
      mode: "form",
      sessionId: SCRIPTED_SESSION,
      message: "Which colour?",
      requestedSchema: { properties: { colour: { type: "string", enum: ["red", "blue"] } } },
    };
    const page = {
      mode: "url",
      sessionId: SCRIPTED_SESSION,
      message: "Log in",
      elicitationId: "e1",
      url: "https://example.org/login",
    };
    const { link, text } = await world.open(
      [
        ...PROMPTED,
        { do: "send", message: { id: 1, method: "elicitation/create", params: form } },
        { do: "expect-answer", id: 1 },
        { do: "echo", sessionId: SCRIPTED_SESSION },
        sayText("|"),
        { do: "send", message: { id: 2, method: "elicitation/create", params: page } },
        {
          do: "send",
          message: { method: "elicitation/complete", params: { elicitationId: "e1" } },
        },
        { do: "expect-answer", id: 2 },
        { do: "echo", sessionId: SCRIPTED_SESSION },
        sayEnd(),
      ],
      {
        answer: (request) =>
          request.url === undefined
            ? Promise.resolve({ kind: "form", values: { colour: "red", other: 1 } })
            : silence(),
      },
    );
    valued(await link.prompt(SCRIPTED_SESSION, "go"));
    expect(
      text()
        .split("|")
        .map((part) => JSON.parse(part)),
    ).toEqual([{ action: "accept", content: { colour: "red" } }, { action: "accept" }]);
  });
});

describe("what is asked of the agent", () => {
  test("login needed: said as such; a way to log in is asked for by its id", async () => {
    const trial = await world.start([
      { do: "expect", method: "initialize" },
      {
        do: "answer",
        result: {
          protocolVersion: 1,
          authMethods: [
            { id: "key", name: "Key" },
            { type: "terminal", id: "tty", name: "Terminal", args: ["--login", "a b"] },
          ],
        },
      },
      { do: "expect", method: "session/new" },
      { do: "refuse", error: { code: -32000, message: "Authentication required" } },
      { do: "expect", method: "authenticate" },
      { do: "answer", result: {} },
    ]);
    const link = linked(trial);
    expect(link.auth[1]?.command).toMatch(/ --login 'a b'$/);
    expect(await link.newSession(world.folder)).toEqual({
      ok: false,
      fault: "auth-required",
      reason: "Authentication required",
    });
    expect(await link.logIn("tty")).toMatchObject({ fault: "unsupported" });
    expect(await link.logIn("none")).toMatchObject({ fault: "unsupported" });
    expect(await link.logIn("key")).toEqual({ ok: true, value: undefined });
  });

  // covers: acp-extension
  test("tasks and steering of our extension, where the agent offers them", async () => {
    const tasks = [{ taskId: "t1", status: "running", title: "sleep" }, { taskId: "t2" }];
    const greeting = {
      protocolVersion: 1,
      _meta: { telltale: { version: 1, tasks: true, steer: true } },
    };
    const { link } = await world.open([
      { do: "expect", method: "initialize" },
      { do: "answer", result: greeting },
      ...OPENING.slice(2),
      { do: "expect", method: "_telltale/tasks/list" },
      { do: "answer", result: { tasks } },
      { do: "expect", method: "_telltale/tasks/stop" },
      { do: "answer", result: {} },
      { do: "expect", method: "_telltale/steer" },
      { do: "refuse", error: { code: -32600, message: "no turn is running" } },
    ]);
    expect(link.abilities).toMatchObject({ steer: true, listsTasks: true });
    expect(valued(await link.listTasks("s1"))).toEqual([
      { taskId: "t1", status: "running", title: "sleep" },
    ]);
    expect(await link.stopTask("s1", "t1")).toEqual({ ok: true, value: undefined });
    expect(await link.steer("s1", "more")).toMatchObject({ fault: "refused" });
  });

  test("what the agent does not offer: unsupported, without asking it", async () => {
    const { link } = await world.open(OPENING);
    for (const answer of [
      await link.steer("s1", "x"),
      await link.listTasks("s1"),
      await link.stopTask("s1", "t"),
      await link.setOption("s1", "none", "x"),
    ])
      expect(answer).toMatchObject({ ok: false, fault: "unsupported" });
  });

  test("options: a flag, a choice and a model of before config options, each told in its way", async () => {
    const { link, text } = await world.open([
      ...OPENING.slice(0, 3),
      {
        do: "answer",
        result: {
          sessionId: "s1",
          configOptions: [
            { id: "fast", name: "Fast", type: "boolean", currentValue: false },
            { id: "effort", name: "Effort", type: "select", currentValue: "low", options: [] },
          ],
          models: { currentModelId: "a", availableModels: [] },
        },
      },
      { do: "expect", method: "session/set_config_option" },
      { do: "answer", result: {} },
      { do: "echo", sessionId: "s1" },
      { do: "expect", method: "session/set_config_option" },
      { do: "answer", result: { configOptions: [{ id: "effort", currentValue: "high" }] } },
      { do: "expect", method: "session/set_model" },
      { do: "answer", result: {} },
      { do: "expect", method: "session/set_mode" },
      { do: "answer", result: {} },
    ]);
    const fast = valued(await link.setOption("s1", "fast", "true"));
    expect(fast.map(({ optionId, value }) => [optionId, value])).toEqual([
      ["fast", "true"],
      ["effort", "low"],
      ["model", "a"],
    ]);
    const effort = valued(await link.setOption("s1", "effort", "high"));
    expect(effort.map(({ optionId }) => optionId)).toEqual(["effort", "model"]);
    expect(valued(await link.setOption("s1", "model", "b")).at(-1)?.value).toBe("b");
    valued(await link.setMode("s1", "plan"));
    expect(JSON.parse(text())).toEqual({
      sessionId: "s1",
      configId: "fast",
      type: "boolean",
      value: true,
    });
  });
});

// covers: acp-workspace
test("files and terminals are served, and a call shows what its terminal printed", async () => {
  const file = path.join(world.folder, "a.txt");
  fs.writeFileSync(file, "one\n");
  const terminal = {
    sessionId: "s1",
    toolCallId: "c1",
    sessionUpdate: "tool_call",
    title: "echo",
    content: [{ type: "terminal", terminalId: "nope" }],
  };
  const { link, text, updates } = await world.open([
    ...PROMPTED,
    {
      do: "send",
      message: { id: 1, method: "fs/read_text_file", params: { sessionId: "s1", path: file } },
    },
    { do: "expect-answer", id: 1 },
    { do: "echo", sessionId: "s1" },
    sayUpdate(terminal),
    sayEnd(),
  ]);
  valued(await link.prompt(SCRIPTED_SESSION, "go"));
  expect(JSON.parse(text())).toEqual({ content: "one\n" });
  expect(updates().at(-1)).toMatchObject({ call: { content: [{ kind: "terminal", output: "" }] } });
});
