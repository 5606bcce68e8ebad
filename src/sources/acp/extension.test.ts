import { expect, test } from "bun:test";
import { parseExtension, parseExtensionMark, parseExtensionOffer } from "./extension.ts";

// covers: acp-extension
test.each([
  [
    "_telltale/member",
    { member: { memberId: "m", status: "running", name: "n\u0007", usedTokens: 5, odd: 1 } },
    { kind: "member", member: { memberId: "m", status: "running", name: "n", usedTokens: 5 } },
  ],
  [
    "_telltale/members",
    { members: [{ memberId: "m", status: "done", parentId: "p", taskId: "t" }, { memberId: "x" }] },
    {
      kind: "members",
      members: [{ memberId: "m", status: "done", parentId: "p", taskId: "t" }],
    },
  ],
  [
    "_telltale/tasks",
    {
      tasks: [{ taskId: "t", status: "stopping", type: "bash", foreground: true, startedAtMs: 1 }],
    },
    {
      kind: "tasks",
      tasks: [{ taskId: "t", status: "stopping", type: "bash", foreground: true, startedAtMs: 1 }],
    },
  ],
  ["_telltale/turn", { turnId: "t", state: "began" }, { kind: "turn-began", turnId: "t" }],
  [
    "_telltale/turn",
    {
      turnId: "t",
      state: "ended",
      stopReason: "refusal",
      usage: { input: 1, output: 2 },
      reason: "no",
    },
    {
      kind: "turn-ended",
      turnId: "t",
      end: {
        stopReason: "refusal",
        usage: { input: 1, output: 2 },
      },
      reason: "no",
    },
  ],
  [
    "_telltale/quota",
    {
      windows: [
        { slot: "primary", usedPct: 12.5, windowMinutes: 300, resetsAtMs: 9 },
        { slot: "x" },
      ],
    },
    {
      kind: "quota",
      windows: [{ slot: "primary", usedPct: 12.5, windowMinutes: 300, resetsAtMs: 9 }],
    },
  ],
  [
    "_telltale/usage",
    { totals: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } },
    { kind: "usage", usage: { totals: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } } },
  ],
  [
    "_telltale/login",
    { needed: true, message: "log in" },
    { kind: "login", needed: true, message: "log in" },
  ],
  ["_telltale/activity", { text: "reading" }, { kind: "activity", text: "reading" }],
  ["_telltale/activity", {}, { kind: "activity" }],
  ["_telltale/retry", { waiting: true }, { kind: "retry", waiting: true }],
  [
    "_telltale/notice",
    { level: "error", text: "a\nb" },
    { kind: "notice", level: "error", text: "a\nb" },
  ],
])("%s %j: %j", (method, payload, update) => {
  expect(parseExtension(method, { sessionId: "s", ...payload })).toEqual({
    sessionId: "s",
    update: update as never,
  });
});

test.each([
  ["_telltale/member", { sessionId: "s", member: { memberId: "m", status: "odd" } }],
  ["_telltale/members", { sessionId: "s", members: "all" }],
  ["_telltale/turn", { sessionId: "s", turnId: "t", state: "odd" }],
  ["_telltale/turn", { sessionId: "s", state: "began" }],
  ["_telltale/quota", { sessionId: "s", windows: [] }],
  ["_telltale/usage", { sessionId: "s", totals: {} }],
  ["_telltale/login", { sessionId: "s" }],
  ["_telltale/retry", { sessionId: "s", waiting: "yes" }],
  ["_telltale/notice", { sessionId: "s" }],
  ["_telltale/activity", {}],
  ["_telltale/other", { sessionId: "s" }],
  ["constructor", { sessionId: "s" }],
  ["_auth/status_update", null],
])("%s %j: nothing", (method, params) => {
  expect(parseExtension(method, params)).toBeUndefined();
});

test("the offer in initialize: of our version alone; the mark of a member", () => {
  expect(parseExtensionOffer({ telltale: { version: 1, tasks: true } })).toEqual({
    version: 1,
    tasks: true,
  });
  expect(parseExtensionOffer({ telltale: { version: 2, tasks: true } })).toBeUndefined();
  expect(parseExtensionOffer(null)).toBeUndefined();
  expect(parseExtensionMark({ telltale: { memberId: "m" } })).toEqual({ memberId: "m" });
  expect(parseExtensionMark("x")).toEqual({});
});
