import { describe, expect, test } from "bun:test";
import fs from "node:fs";
import path from "node:path";
import { HOSTILE_TEXTS } from "../../testing/hostile-text.ts";
import { claude } from "./agents/claude.ts";
import { MAX_ID_UNITS, MAX_LABEL_UNITS, MAX_LIST } from "./outside.ts";
import { readSessionOptions } from "./read-options.ts";
import { READ_UPDATES } from "./read-session-update.ts";
import { createUpdates } from "./updates.ts";

const noTerminal = () => undefined;

/** What updates of one session become. */
function told(...updates: readonly Readonly<Record<string, unknown>>[]) {
  const memory = createUpdates({}, noTerminal);
  return updates.flatMap((update) =>
    memory.read({ sessionId: "s", update }).map((one) => one.update),
  );
}

const text = (value: string) => ({ type: "text", text: value });

describe("single updates", () => {
  // covers: acp-updates
  test.each([
    [
      { sessionUpdate: "user_message_chunk", content: text("hi") },
      { kind: "text", role: "user", text: "hi" },
    ],
    [
      { sessionUpdate: "agent_message_chunk", content: text("a\nb"), messageId: "m" },
      { kind: "text", role: "agent", text: "a\nb", messageId: "m" },
    ],
    [
      { sessionUpdate: "agent_thought_chunk", content: { type: "image", mimeType: "image/png" } },
      { kind: "text", role: "thought", text: "[image image/png]" },
    ],
    [
      {
        sessionUpdate: "agent_message_chunk",
        content: { type: "resource_link", name: "a.ts", uri: "file:///a.ts" },
      },
      { kind: "text", role: "agent", text: "[resource a.ts file:///a.ts]" },
    ],
    [
      {
        sessionUpdate: "agent_message_chunk",
        content: { type: "resource", resource: { uri: "file:///a", text: "inside" } },
      },
      { kind: "text", role: "agent", text: "inside" },
    ],
    [
      {
        sessionUpdate: "plan",
        entries: [
          { content: "one", status: "completed", priority: "high" },
          { content: "two", status: "in_progress", priority: "odd" },
          { content: "three" },
          { status: "pending" },
        ],
      },
      {
        kind: "plan",
        items: [
          { text: "one", status: "done", priority: "high" },
          { text: "two", status: "running" },
          { text: "three", status: "pending" },
        ],
      },
    ],
    [
      {
        sessionUpdate: "plan_update",
        plan: { type: "markdown", planId: "p", content: "- [x] one\n\n2. two" },
      },
      {
        kind: "plan",
        items: [
          { text: "one", status: "done" },
          { text: "two", status: "pending" },
        ],
      },
    ],
    [
      { sessionUpdate: "plan_update", plan: { type: "items", entries: [{ content: "one" }] } },
      { kind: "plan", items: [{ text: "one", status: "pending" }] },
    ],
    [
      { sessionUpdate: "plan_removed", planId: "p" },
      { kind: "plan", items: [] },
    ],
    [
      {
        sessionUpdate: "available_commands_update",
        availableCommands: [{ name: "review", description: "d", input: { hint: "h" } }, { x: 1 }],
      },
      { kind: "commands", commands: [{ name: "review", description: "d", hint: "h" }] },
    ],
    [
      { sessionUpdate: "current_mode_update", currentModeId: "plan" },
      { kind: "mode", modeId: "plan" },
    ],
    [
      { sessionUpdate: "session_info_update", title: "T", updatedAt: "now" },
      { kind: "title", title: "T" },
    ],
    [{ sessionUpdate: "session_info_update", title: null }, { kind: "title" }],
    [
      { sessionUpdate: "usage_update", used: 10, size: 0, cost: { amount: 0.5, currency: "USD" } },
      { kind: "usage", usage: { usedTokens: 10, cost: { amount: 0.5, currency: "USD" } } },
    ],
    [
      { sessionUpdate: "notice", severity: "warning", title: "Slow", description: "very" },
      { kind: "notice", level: "warning", text: "Slow: very" },
    ],
    [
      { sessionUpdate: "notice", severity: "odd", title: "Slow" },
      { kind: "notice", level: "info", text: "Slow" },
    ],
  ])("%j: %j", (update, expected) => {
    expect(told(update)).toEqual([expected as never]);
  });

  test.each([
    { sessionUpdate: "session_info_update", updatedAt: "now" },
    { sessionUpdate: "usage_update", used: -1, size: "many" },
    { sessionUpdate: "config_option_update", configOptions: "none" },
    { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "" } },
    { sessionUpdate: "agent_message_chunk", content: null },
    { sessionUpdate: "tool_call", title: "without an id" },
    { sessionUpdate: "state_update", state: "running" },
    { sessionUpdate: "constructor" },
    { sessionUpdate: 7 },
    {},
  ])("%j: nothing", (update) => {
    expect(told(update)).toEqual([]);
  });

  test("a compaction with its summary in pieces, one that failed", () => {
    const chunk = { sessionUpdate: "compaction_summary_chunk", compactionId: "c" };
    const update = { sessionUpdate: "compaction_update", compactionId: "c" };
    expect(
      told(
        { ...update, status: "in_progress" },
        { ...chunk, content: text("one ") },
        { ...chunk, content: text("two") },
        { ...update, status: "completed" },
        { ...update, status: "failed", error: "no room" },
      ),
    ).toEqual([
      { kind: "compaction", state: "started" },
      { kind: "compaction", state: "ended", text: "one two" },
      { kind: "compaction", state: "ended", text: "no room" },
    ]);
  });
});

describe("tool calls", () => {
  // covers: acp-tool-whole
  test("updates are laid over what is known; the call is whole each time", () => {
    const calls = told(
      { sessionUpdate: "tool_call", toolCallId: "c", title: "Edit", kind: "edit", rawInput: {} },
      { sessionUpdate: "tool_call_update", toolCallId: "c", status: "in_progress", rawInput: "x" },
      {
        sessionUpdate: "tool_call_update",
        toolCallId: "c",
        status: "completed",
        locations: [{ path: "a.ts", line: 3 }],
        content: [{ type: "diff", path: "a.ts", oldText: null, newText: "new" }],
      },
    );
    expect(calls.at(-1)).toEqual({
      kind: "tool",
      call: {
        toolCallId: "c",
        title: "Edit",
        kind: "edit",
        status: "done",
        input: "x",
        locations: [{ path: "a.ts", line: 3 }],
        content: [{ kind: "diff", path: "a.ts", newText: "new" }],
      },
    });
    expect(calls).toHaveLength(3);
  });

  test("an id of an earlier prompt's call that begins anew: another call, with nothing of the earlier one", () => {
    const updates = createUpdates({}, () => undefined);
    const say = (update: object) => updates.read({ sessionId: "s", update })[0]?.update;
    const begin = { sessionUpdate: "tool_call", toolCallId: "call_1" };
    const later = { sessionUpdate: "tool_call_update", toolCallId: "call_1" };
    updates.promptSent("s");
    say({ ...begin, title: "One", rawInput: "one" });
    expect(say({ ...begin, title: "Still one" })).not.toHaveProperty("isAnother");
    say({ ...later, status: "completed" });
    updates.promptSent("s");
    expect(say({ ...later, title: "One, late" })).toMatchObject({
      call: { status: "done", title: "One, late" },
    });
    expect(say({ ...begin, title: "Two" })).toEqual({
      ...{ kind: "tool", isAnother: true },
      call: { toolCallId: "call_1", title: "Two", kind: "other", status: "pending", content: [] },
    });
    expect(say({ ...later, status: "completed" })).not.toHaveProperty("isAnother");
    updates.promptSent("s");
    expect(updates.mergeCall("s", { toolCallId: "call_1", title: "Three" })).toMatchObject({
      ...{ title: "Three", status: "pending" },
    });
    expect(say({ ...begin, title: "Three" })).toMatchObject({ isAnother: true });
  });

  test("an update of a call that nobody told of: a call", () => {
    expect(told({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "failed" })).toEqual([
      {
        kind: "tool",
        call: { toolCallId: "c", title: "c", kind: "other", status: "failed", content: [] },
      },
    ]);
  });

  test("a terminal: what it printed, again when it changes", () => {
    let output = "one";
    const memory = createUpdates({}, () => ({ command: "sh", output }));
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: "c",
      content: [{ type: "terminal", terminalId: "t" }],
    };
    memory.read({ sessionId: "s", update });
    output = "two";
    expect(memory.terminalChanged("s", "t")).toMatchObject([
      { sessionId: "s", update: { call: { content: [{ output: "two", command: "sh" }] } } },
    ]);
    expect(memory.terminalChanged("s", "other")).toEqual([]);
  });
});

describe("members", () => {
  const child = (rest: object) => ({ sessionUpdate: "subagent_update", sessionId: "kid", ...rest });

  // covers: acp-members
  test("a subagent's session leads to its parent: texts, calls and context of it are the member's", () => {
    const memory = createUpdates({}, noTerminal);
    const say = (sessionId: string, update: object) => memory.read({ sessionId, update });
    expect(say("root", child({ title: "Look", state: { state: "running" } }))).toEqual([
      {
        sessionId: "root",
        update: { kind: "member", member: { memberId: "kid", status: "running", title: "Look" } },
      },
    ]);
    expect(say("kid", { sessionUpdate: "agent_message_chunk", content: text("hm") })).toEqual([
      {
        sessionId: "root",
        update: { kind: "text", role: "agent", text: "hm", memberId: "kid" },
      },
    ]);
    expect(say("kid", { sessionUpdate: "tool_call", toolCallId: "c" })).toMatchObject([
      { sessionId: "root", update: { kind: "tool", memberId: "kid" } },
    ]);
    expect(say("kid", { sessionUpdate: "usage_update", used: 5, size: 10 })).toMatchObject([
      {
        sessionId: "root",
        update: { kind: "member", member: { usedTokens: 5, windowTokens: 10 } },
      },
    ]);
    // A grandchild belongs to the same root.
    const grandchild = { ...child({ state: { state: "requires_action" } }), sessionId: "grandkid" };
    expect(say("kid", grandchild)).toMatchObject([
      {
        sessionId: "root",
        update: { member: { memberId: "grandkid", status: "waiting", parentId: "kid" } },
      },
    ]);
    expect(memory.rootOf("grandkid")).toEqual({ sessionId: "root", memberId: "grandkid" });
    expect(say("root", child({ state: { state: "idle", stopReason: "end_turn" } }))).toMatchObject([
      { update: { member: { memberId: "kid", status: "done", title: "Look" } } },
    ]);
  });

  test.each([
    ["error", "failed"],
    ["cancelled", "cancelled"],
    [undefined, "done"],
  ])("idle with stop reason %p: %s", (stopReason, status) => {
    const [update] = told(child({ state: { state: "idle", stopReason } }));
    expect(update).toMatchObject({ member: { status } });
  });

  test("sessions that name each other as children: no endless walk", () => {
    const memory = createUpdates({}, noTerminal);
    memory.read({ sessionId: "kid", update: { ...child({}), sessionId: "root" } });
    memory.read({ sessionId: "root", update: child({}) });
    expect(memory.rootOf("kid")).toEqual({ sessionId: "kid" });
    expect(memory.rootOf("root")).toEqual({ sessionId: "kid", memberId: "root" });
  });

  // covers: acp-members
  test("an agent that tells of no members: its tool calls that delegate are they", () => {
    const memory = createUpdates(claude.quirks, noTerminal);
    const say = (update: object) =>
      memory.read({ sessionId: "s", update }).map((one) => one.update);
    const call = { sessionUpdate: "tool_call", toolCallId: "c", title: "Look around" };
    expect(say({ ...call, _meta: { claudeCode: { toolName: "Task" } } })).toMatchObject([
      { kind: "tool", call: { kind: "delegate" } },
      { kind: "member", member: { memberId: "c", status: "queued", title: "Look around" } },
    ]);
    const inner = { sessionUpdate: "tool_call", toolCallId: "d", title: "Read" };
    expect(say({ ...inner, _meta: { claudeCode: { parentToolUseId: "c" } } })).toMatchObject([
      { kind: "tool", memberId: "c", call: { toolCallId: "d" } },
    ]);
    expect(
      say({ sessionUpdate: "tool_call_update", toolCallId: "c", status: "completed" }),
    ).toMatchObject([{ kind: "tool" }, { kind: "member", member: { status: "done" } }]);
  });

  test("our mark in _meta: the member whose doing it is", () => {
    const mark = { _meta: { telltale: { memberId: "m" } } };
    const chunk = { sessionUpdate: "agent_message_chunk", content: text("x") };
    expect(told({ ...chunk, ...mark })).toEqual([
      { kind: "text", role: "agent", text: "x", memberId: "m" },
    ]);
  });
});

test("options: the models of before config options stay where a later list has no model", () => {
  const memory = createUpdates({}, noTerminal);
  const models = { currentModelId: "a", availableModels: [{ modelId: "a", name: "A" }] };
  memory.keepOptions("s", readSessionOptions({ models }));
  const configOptions = [
    {
      id: "e",
      name: "Effort",
      category: "thought_level",
      currentValue: "low",
      options: [{ group: "g", name: "G", options: [{ value: "low", name: "Low" }] }],
    },
  ];
  const [one] = memory.read({
    sessionId: "s",
    update: { sessionUpdate: "config_option_update", configOptions },
  });
  expect(one?.update).toEqual({
    kind: "options",
    options: [
      {
        optionId: "e",
        name: "Effort",
        category: "thought_level",
        value: "low",
        choices: [{ value: "low", name: "Low" }],
      },
      {
        optionId: "model",
        name: "Model",
        category: "model",
        value: "a",
        choices: [{ value: "a", name: "A" }],
      },
    ],
  });
});

test("the documentation names each update that is read", () => {
  const readme = fs.readFileSync(path.join(import.meta.dir, "README.md"), "utf8");
  for (const update of READ_UPDATES) expect(readme).toContain(`\`${update}\``);
});

// covers: acp-bounded
test("hostile and endless texts: titles and names are one clean bounded line, lists are cut", () => {
  const control = /[\x00-\x1f\x7f-\x9f]/;
  for (const hostile of [...HOSTILE_TEXTS, "x".repeat(100_000)]) {
    const [update] = told({ sessionUpdate: "tool_call", toolCallId: "c", title: hostile });
    if (update?.kind !== "tool") throw new Error("no call");
    expect(update.call.title).not.toMatch(control);
    expect(update.call.title.length).toBeLessThanOrEqual(MAX_LABEL_UNITS);
    const [titled] = told({ sessionUpdate: "session_info_update", title: hostile });
    if (titled?.kind === "title") expect(titled.title).not.toMatch(control);
  }
  const long = "x".repeat(MAX_ID_UNITS + 1);
  expect(told({ sessionUpdate: "tool_call", toolCallId: long })).toEqual([]);
  const availableCommands = Array.from({ length: MAX_LIST + 5 }, (_, at) => ({ name: `c${at}` }));
  const [commands] = told({ sessionUpdate: "available_commands_update", availableCommands });
  expect(commands?.kind === "commands" && commands.commands.length).toBe(MAX_LIST);
});
