/** Any fact that a source may say, for property tests; and a session of which everything is known. */
import fc from "fast-check";
import type { Fact } from "../status/facts/fact.ts";

const word = fc.constantFrom("a", "b", "main", "漢字", "", " x ");
const number = fc.oneof(fc.nat(), fc.constantFrom(-1, 0.5, 1e21));
const atMs = fc.nat(10_000);
const flag = fc.boolean();

/** A fact of a kind, with members that must be there and members that may be. */
function saying(
  kind: Fact["kind"],
  must: Record<string, fc.Arbitrary<unknown>>,
  may: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Fact> {
  const model = { kind: fc.constant(kind), ...must, ...may };
  const requiredKeys = ["kind", ...Object.keys(must)] as "kind"[];
  return fc.record(model, {
    requiredKeys,
    noNullPrototype: true,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Fact>;
}

const status = fc.constantFrom("queued", "running", "waiting", "done", "fail", "cancel");
const member = { agentId: word, status };
const memberMay = { name: word, title: word, activity: word };
const listed = fc.record(
  { ...member, ...memberMay },
  { noNullPrototype: true, requiredKeys: ["agentId", "status"] },
);
const counts = fc.record(
  { staged: fc.nat(), unstaged: fc.nat(), untracked: fc.nat(), conflicts: fc.nat() },
  { noNullPrototype: true },
);
const quotaWindow = fc.record(
  { slot: fc.constantFrom("primary", "secondary"), usedPct: number, windowMinutes: number },
  { noNullPrototype: true, requiredKeys: ["slot", "usedPct"] },
);
const sessionId = fc.constantFrom("s-1", "s-2");
const outcome = fc.constantFrom("done", "fail", "cancel");
const stage = fc.constantFrom("active", "retiring", "stopping");
const task = fc.record(
  {
    taskId: word,
    status: fc.constantFrom("queued", "running", "stopping", "done"),
    foreground: flag,
  },
  { noNullPrototype: true, requiredKeys: ["taskId", "status"] },
);
const taskList = { request: fc.nat(20), tasks: fc.array(task, { maxLength: 2 }) };
const delegated = fc.record(
  { ...member, parentId: word, taskId: word, deliveryTurnId: word, delivered: flag },
  { noNullPrototype: true, requiredKeys: ["agentId", "status"] },
);
const question = fc.record(
  {
    requestId: word,
    asks: fc.constantFrom("permission", "question", "plan", "auth"),
    turnId: word,
    sessionId,
    submitting: flag,
  },
  { noNullPrototype: true, requiredKeys: ["requestId", "asks"] },
);
const turns = fc.record(
  {
    live: fc.array(
      fc.record({ turnId: word, stage }, { noNullPrototype: true, requiredKeys: ["turnId"] }),
      { maxLength: 2 },
    ),
    settled: fc.record({ turnId: word, outcome }, { noNullPrototype: true }),
    newestTurnId: word,
    queued: fc.nat(2),
    handingOff: flag,
    compacting: flag,
    retrying: flag,
  },
  { noNullPrototype: true, requiredKeys: ["live"] },
);
const chat = fc.record(
  {
    phase: fc.constantFrom("starting", "running", "idle", "error"),
    retryable: flag,
    message: word,
  },
  { noNullPrototype: true, requiredKeys: ["phase"] },
);
const place = fc.record(
  { at: fc.constant("idle"), paused: fc.nat() },
  { noNullPrototype: true, requiredKeys: ["at"] },
);

/** One arbitrary a kind; a kind without one does not compile. */
const BY_KIND: { readonly [K in Fact["kind"]]: fc.Arbitrary<Fact> } = {
  "login-needed": saying("login-needed", {}, { message: word }),
  "login-done": saying("login-done", {}),
  "fault-raised": saying("fault-raised", {}, { sessionId, message: word }),
  "interaction-invalid": saying("interaction-invalid", {}, { sessionId, message: word }),
  "connection-changed": saying(
    "connection-changed",
    { phase: fc.constantFrom("starting", "loading", "live", "reconnecting", "lost") },
    { listsTasks: flag },
  ),
  "chat-read": saying(
    "chat-read",
    { phase: fc.constantFrom("starting", "running", "idle", "error") },
    { sessionId, retryable: flag, message: word },
  ),
  "state-read": saying(
    "state-read",
    { turns, interactions: fc.array(question, { maxLength: 2 }) },
    {
      sessionId,
      chat,
      fault: fc.record({ message: word }, { noNullPrototype: true }),
      account: fc.record({ login: fc.constantFrom("needed", "done") }, { noNullPrototype: true }),
      agents: fc.record(
        { rootId: sessionId, members: fc.array(delegated, { maxLength: 3 }) },
        { noNullPrototype: true, requiredKeys: ["members"] },
      ),
      tasks: fc.record(taskList, { noNullPrototype: true }),
    },
  ),
  "record-numbered": saying("record-numbered", { seq: fc.nat() }),
  "session-closed": saying("session-closed", {}),
  "tasks-requested": saying("tasks-requested", { request: fc.nat(20) }, { sessionId }),
  "tasks-listed": saying("tasks-listed", taskList, { sessionId }),
  "turn-vanished": saying("turn-vanished", {}, { turnId: word, sessionId, atMs }),
  "retry-changed": saying("retry-changed", { waiting: flag }, { sessionId }),
  "agent-changed": saying("agent-changed", member, {
    ...memberMay,
    parentId: word,
    taskId: word,
    deliveryTurnId: word,
  }),
  "agents-listed": saying("agents-listed", {
    members: fc.uniqueArray(listed, { maxLength: 3, selector: (agent) => agent.agentId }),
  }),
  "background-counted": saying("background-counted", { tasks: fc.nat() }, { shells: fc.nat() }),
  "cache-reported": saying(
    "cache-reported",
    { reporting: fc.constantFrom("reported", "unknown", "silent") },
    {
      lastHitPct: number,
      hitPct: number,
      warming: flag,
      rebilledUsd: number,
      rebilledTokens: number,
    },
  ),
  "cache-held": saying("cache-held", {}, { warm: flag, expiresAtMs: number }),
  "context-window-known": saying(
    "context-window-known",
    {},
    { windowTokens: number, autoCompactAt: number, pruneAt: number },
  ),
  "context-measured": saying(
    "context-measured",
    {},
    { usedTokens: number, usedPct: number, source: fc.constantFrom("usage", "estimate", "prefix") },
  ),
  "cost-counted": saying("cost-counted", {}, { sessionUsd: number, externalUsd: number }),
  "edits-counted": saying("edits-counted", {}, { linesAdded: number, linesRemoved: number }),
  "custom-printed": saying("custom-printed", { stdout: word }),
  "custom-cleared": saying("custom-cleared", {}),
  "git-head-read": saying(
    "git-head-read",
    { repo: flag },
    { branch: word, commit: word, detached: flag, unborn: flag, worktree: word },
  ),
  "git-counted": saying("git-counted", { counts }),
  "git-compared": saying("git-compared", {}, { ahead: fc.nat(), behind: fc.nat() }),
  "git-diffed": saying("git-diffed", { linesAdded: fc.nat(), linesRemoved: fc.nat() }),
  "repository-known": saying("repository-known", { name: word }, { host: word, owner: word }),
  "harness-known": saying("harness-known", { name: word }, { version: word }),
  "switches-set": saying(
    "switches-set",
    {},
    { codemode: fc.constantFrom("on", "only"), networkOpen: flag, sandbox: flag, preset: word },
  ),
  "host-status-set": saying("host-status-set", { key: word }, { text: word }),
  "interaction-opened": saying(
    "interaction-opened",
    { requestId: word, asks: fc.constantFrom("permission", "question", "plan", "auth") },
    {
      about: word,
      tool: word,
      target: word,
      agentId: word,
      turnId: word,
      submitting: flag,
      atMs,
    },
  ),
  "interaction-closed": saying(
    "interaction-closed",
    {},
    { requestId: word, own: fc.constant(true) },
  ),
  "permission-mode-set": saying("permission-mode-set", { mode: word }, { saving: flag }),
  "plan-mode-set": saying(
    "plan-mode-set",
    { on: flag },
    { transition: fc.constantFrom("next-message", "submitting") },
  ),
  "output-style-set": saying("output-style-set", { name: word }),
  "vim-mode-set": saying("vim-mode-set", { mode: word }),
  "agent-set": saying("agent-set", { name: word }),
  "model-selected": saying(
    "model-selected",
    {},
    { id: word, displayName: word, provider: word, channel: word, variant: word },
  ),
  "reasoning-set": saying("reasoning-set", {}, { thinking: flag, effort: word }),
  "fast-mode-set": saying("fast-mode-set", { on: flag }),
  "fallback-changed": saying("fallback-changed", {}, { model: word }),
  "place-known": saying(
    "place-known",
    {},
    { cwd: word, projectDir: word, addedDirs: fc.array(word, { maxLength: 2 }), cloudDir: word },
  ),
  "quota-reported": saying("quota-reported", { windows: fc.array(quotaWindow, { maxLength: 2 }) }),
  "quota-awaited": saying("quota-awaited", {}),
  "spend-reported": saying(
    "spend-reported",
    {},
    {
      usedPct: number,
      used: number,
      limit: number,
      currency: word,
      period: word,
      resetsAtMs: number,
    },
  ),
  "rate-measured": saying(
    "rate-measured",
    {},
    {
      tokensPerSecond: number,
      outputTokens: number,
      elapsedMs: number,
      firstTokenMs: number,
      streaming: flag,
    },
  ),
  "rate-averaged": saying("rate-averaged", { averageTokensPerSecond: number }),
  "review-found": saying(
    "review-found",
    { vendor: fc.constantFrom("github", "gitlab"), number: fc.nat(), url: word },
    { state: word },
  ),
  "review-gone": saying("review-gone", {}),
  "session-started": saying(
    "session-started",
    { sessionId: fc.constantFrom("s-1", "s-2") },
    { startedAtMs: atMs, transcriptPath: word, role: fc.constantFrom("main", "subagent") },
  ),
  "session-titled": saying("session-titled", {}, { title: word }),
  "session-timed": saying("session-timed", {}, { durationMs: number, apiDurationMs: number }),
  "tokens-counted": saying("tokens-counted", {
    input: number,
    output: number,
    cacheRead: number,
    cacheWrite: number,
  }),
  "turn-started": saying(
    "turn-started",
    {},
    { sessionId, stage, turnId: word, message: word, atMs },
  ),
  "turn-settled": saying(
    "turn-settled",
    { outcome },
    { sessionId, turnId: word, message: word, atMs },
  ),
  "turn-idle": saying("turn-idle", {}, { atMs }),
  "compaction-started": saying("compaction-started", {}, { atMs }),
  "compaction-ended": saying("compaction-ended", {}, { atMs }),
  "activity-changed": saying("activity-changed", {}, { message: word, progressPct: number }),
  "outcome-seen": saying("outcome-seen", {}),
  "queue-counted": saying("queue-counted", { queued: fc.nat() }, { handingOff: flag }),
  "workflow-seen": saying("workflow-seen", {}, { workflow: place }),
};

/** Any fact: of any kind, with any of its members, in short words and unlikely numbers. */
export const anyFact: fc.Arbitrary<Fact> = fc.oneof(...Object.values(BY_KIND));

/** A session of which something is known in every topic. */
export const KNOWN_SESSION: readonly Fact[] = [
  { kind: "harness-known", name: "Claude Code", version: "2.1.332" },
  { kind: "login-done" },
  { kind: "connection-changed", phase: "live" },
  { kind: "session-started", sessionId: "s-1" },
  { kind: "session-titled", title: "Tax rules" },
  { kind: "place-known", cwd: "/home/ana/shop" },
  { kind: "model-selected", id: "m2", provider: "minimax" },
  { kind: "permission-mode-set", mode: "auto" },
  { kind: "switches-set", sandbox: true },
  { kind: "quota-reported", windows: [{ slot: "primary", usedPct: 20, windowMinutes: 300 }] },
  { kind: "git-head-read", repo: true, branch: "main", commit: "5ae9e54" },
  {
    kind: "review-found",
    vendor: "github",
    number: 88,
    url: "https://github.com/acme/shop/pull/88",
  },
  { kind: "custom-printed", stdout: "build ok" },
  { kind: "turn-started", turnId: "t-1" },
  { kind: "interaction-opened", requestId: "r-1", asks: "permission" },
  { kind: "agent-changed", agentId: "a-1", status: "running" },
  { kind: "tokens-counted", input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  { kind: "context-measured", usedTokens: 5, source: "usage" },
  { kind: "rate-averaged", averageTokensPerSecond: 6 },
  { kind: "cost-counted", sessionUsd: 7 },
  { kind: "cache-reported", reporting: "reported", lastHitPct: 8 },
  { kind: "workflow-seen", workflow: { at: "idle", paused: 9 } },
  { kind: "chat-read", phase: "running" },
  { kind: "fault-raised", message: "no model" },
  { kind: "record-numbered", seq: 3 },
];
