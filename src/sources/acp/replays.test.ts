/** Streams of real agents, recorded, and said again by a process that the real link starts. */
import { afterAll, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { linked, linkWorld, valued } from "../../testing/acp-link-world.ts";
import { type AcpStep, OPENING, replaySteps, sayUpdate } from "../../testing/scripted-acp.ts";
import type { AgentSpec } from "./agent-spec.ts";
import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { gemini } from "./agents/gemini.ts";
import { pi } from "./agents/pi.ts";

const world = linkWorld();
afterAll(() => world.close());

/** Opens the recorded session and sends its two prompts; gives what happened, in words. */
async function replay(spec: AgentSpec, file: string) {
  const recording = fs.readFileSync(path.join(import.meta.dir, "fixtures", file), "utf8");
  const trial = await world.start(replaySteps(recording), { quirks: spec.quirks });
  const link = linked(trial);
  const session = valued(await link.newSession("/home/ana/proj"));
  const { agentSessionId } = session;
  const ends = [valued(await link.prompt(agentSessionId, "hi"))];
  trial.events.push({ on: "mark", name: "prompt ended" });
  ends.push(valued(await link.prompt(agentSessionId, "please use the tool")));
  trial.events.push({ on: "mark", name: "prompt ended" });
  const story = trial.events.map((event) => {
    if (event.on === "update") return event.update.kind;
    return event.on === "mark" ? event.name : event.on;
  });
  return { ...trial, link, session, ends, story };
}

/** The story without the repeats of one word after the other. */
function brief(story: readonly string[]): readonly string[] {
  return story.filter((word, at) => word !== story[at - 1]);
}

// covers: acp-replays
test("Claude Code: manual mode set, title after the prompt's end, usage with cost, tool call asked for", async () => {
  const { link, session, ends, story, updates, text } = await replay(claude, "claude.jsonl");
  expect(link.identity).toEqual({ name: "scripted", title: "Claude Agent", version: "0.101.0" });
  expect(link.abilities).toEqual({
    load: true,
    resume: true,
    close: true,
    steer: true,
    listsTasks: false,
  });
  expect(session.modes?.current).toBe("default");
  expect(session.options.map(({ optionId, category }) => [optionId, category])).toContainEqual([
    "model",
    "model",
  ]);
  expect(brief(story)).toEqual([
    "commands",
    "options",
    "commands",
    "usage",
    "text",
    "usage",
    "prompt ended",
    "title",
    "usage",
    "tool",
    "question",
    "usage",
    "tool",
    "usage",
    "text",
    "usage",
    "prompt ended",
  ]);
  expect(text()).toBe("Hello from the fake model. ".repeat(2));
  expect(ends).toEqual([
    {
      stopReason: "end_turn",
      usage: { input: 1200, output: 42, cacheRead: 5000, cacheWrite: 300 },
    },
    {
      stopReason: "end_turn",
      usage: { input: 2400, output: 72, cacheRead: 10_000, cacheWrite: 600 },
    },
  ]);
  expect(updates().findLast(({ kind }) => kind === "usage")).toEqual({
    kind: "usage",
    usage: {
      usedTokens: 6542,
      windowTokens: 1_000_000,
      cost: { amount: 0.04046, currency: "USD" },
    },
  });
  expect(updates().findLast(({ kind }) => kind === "tool")).toMatchObject({
    call: {
      title: "touch made-by-agent.txt && echo hi",
      kind: "execute",
      status: "done",
      locations: [{ path: "made-by-agent.txt" }],
      content: [{ kind: "text", text: "```console\nhi\n```" }],
    },
  });
});

// covers: acp-permission-before-call
test("Codex: permission before its tool call, output in rawOutput, models as an option", async () => {
  const { link, session, ends, story, events, updates } = await replay(codex, "codex.jsonl");
  expect(link.auth.map(({ methodId }) => methodId)).toEqual([
    "chatgpt",
    "codex-api-key",
    "openai-api-key",
  ]);
  expect(session.modes).toBeUndefined();
  expect(session.options).toMatchObject([{ optionId: "model", value: "fake-model" }]);
  expect(brief(story)).toEqual([
    "commands",
    "text",
    "usage",
    "prompt ended",
    "text",
    "question",
    "tool",
    "usage",
    "text",
    "usage",
    "prompt ended",
  ]);
  expect(ends).toEqual([{ stopReason: "end_turn" }, { stopReason: "end_turn" }]);
  const question = events.find((event) => event.on === "question");
  expect(question).toMatchObject({
    request: {
      asks: "permission",
      title: "touch made-by-agent.txt && echo hi",
      call: { toolCallId: "call_1796033677111", kind: "execute" },
    },
  });
  expect(updates().findLast(({ kind }) => kind === "tool")).toMatchObject({
    call: { status: "done", content: [{ kind: "text" }, { kind: "text", text: "hi\n" }] },
  });
  expect(updates().findLast(({ kind }) => kind === "usage")).toEqual({
    kind: "usage",
    usage: { usedTokens: 6542, windowTokens: 190_000 },
  });
});

// covers: acp-permission-without-call
test("Gemini: permission without a tool call, models of before config options, tokens in _meta.quota", async () => {
  const { session, ends, story, events, updates } = await replay(gemini, "gemini.jsonl");
  expect(session.modes?.current).toBe("default");
  expect(session.options).toMatchObject([{ optionId: "model", category: "model" }]);
  expect(brief(story)).toEqual([
    "commands",
    "text",
    "prompt ended",
    "question",
    "tool",
    "text",
    "prompt ended",
  ]);
  expect(ends.map(({ usage }) => usage)).toEqual([
    { input: 6500, output: 42 },
    { input: 13_000, output: 84 },
  ]);
  const question = events.find((event) => event.on === "question");
  expect(question).toMatchObject({
    request: {
      options: [
        { optionId: "proceed_always", role: "allow-always" },
        { optionId: "proceed_once", role: "allow-once" },
        { optionId: "cancel", role: "reject-once" },
      ],
    },
  });
  // What only the permission told of the call is kept.
  expect(updates().find(({ kind }) => kind === "tool")).toMatchObject({
    call: {
      title: "touch made-by-agent.txt && echo hi",
      kind: "execute",
      status: "done",
      content: [{ kind: "text" }],
    },
  });
});

// covers: acp-usage-before-prompt
test("pi: usage of 0 before any prompt is unknown, its running mark is passed over, info after the end", async () => {
  const info = (running: boolean) =>
    sayUpdate({
      sessionUpdate: "session_info_update",
      _meta: { piAcp: { queueDepth: 0, running } },
    });
  const models = { currentModelId: "fake/m", availableModels: [{ modelId: "fake/m", name: "M" }] };
  const steps: readonly AcpStep[] = [
    ...OPENING.slice(0, -1),
    sayUpdate({ sessionUpdate: "usage_update", used: 0, size: 128_000 }),
    { do: "answer", result: { sessionId: "s1", models } },
    { do: "send", message: { method: "_auth/status_update", params: { authStatus: {} } } },
    { do: "expect", method: "session/prompt" },
    info(true),
    sayUpdate({ sessionUpdate: "usage_update", used: 6542, size: 128_000 }),
    { do: "answer", result: { stopReason: "end_turn" } },
    info(false),
    sayUpdate({ sessionUpdate: "session_info_update", title: "hi" }),
  ];
  const trial = await world.start(steps, { quirks: pi.quirks });
  const session = valued(await linked(trial).newSession(world.folder));
  expect(session.options).toMatchObject([{ optionId: "model", value: "fake/m" }]);
  valued(await linked(trial).prompt("s1", "hi"));
  expect(trial.updates()).toEqual([
    { kind: "usage", usage: { windowTokens: 128_000 } },
    { kind: "usage", usage: { usedTokens: 6542, windowTokens: 128_000 } },
  ]);
  while (trial.updates().length < 3) await Bun.sleep(5);
  expect(trial.updates()[2]).toEqual({ kind: "title", title: "hi" });
});
