/** Sessions in known states, as facts: the worked examples on which the layouts are tested. */
import type { Fact } from "../status/facts/fact.ts";

const MINUTE_MS = 60_000;

/** The model, context, repository and cost that the worked examples share. */
export const BUSY_SESSION: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-busy" },
  { kind: "session-timed", durationMs: 47 * MINUTE_MS },
  { kind: "place-known", cwd: "/home/ana/src/payments-api" },
  { kind: "permission-mode-set", mode: "acceptEdits" },
  { kind: "model-selected", provider: "openai", id: "gpt-5.4-codex", channel: "responses" },
  { kind: "reasoning-set", effort: "high" },
  {
    kind: "context-window-known",
    windowTokens: 272_000,
    autoCompactAt: 255_616,
    pruneAt: 178_931,
  },
  { kind: "context-measured", usedTokens: 96_400, source: "usage" },
  { kind: "git-head-read", repo: true, branch: "feature/refunds", commit: "c0ffee1" },
  { kind: "git-compared", ahead: 2, behind: 1 },
  { kind: "git-diffed", linesAdded: 48, linesRemoved: 7 },
  { kind: "cost-counted", sessionUsd: 1.234 },
];

/** A session that has just been opened outside any repository, in plan mode. */
export const FRESH_PLAN_SESSION: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-fresh" },
  { kind: "session-timed", durationMs: 9_000 },
  { kind: "place-known", cwd: "/home/ana/scratch" },
  { kind: "permission-mode-set", mode: "plan" },
  { kind: "model-selected", provider: "deepseek", id: "deepseek-v4-pro" },
  { kind: "reasoning-set", effort: "off" },
  { kind: "context-window-known", windowTokens: 272_000, autoCompactAt: 255_616 },
  { kind: "context-measured", usedTokens: 1_100, source: "prefix" },
  { kind: "git-head-read", repo: false },
  { kind: "cost-counted", sessionUsd: 0 },
];

/** A fresh session on a detached HEAD. */
export const FRESH_DETACHED_SESSION: readonly Fact[] = [
  { kind: "session-started", sessionId: "s-detached" },
  { kind: "session-timed", durationMs: 42_000 },
  { kind: "place-known", cwd: "/home/ana/demo" },
  { kind: "permission-mode-set", mode: "default" },
  { kind: "model-selected", provider: "anthropic", id: "claude-sonnet-4-5" },
  { kind: "reasoning-set", effort: "medium" },
  { kind: "context-window-known", windowTokens: 272_000 },
  { kind: "context-measured", usedTokens: 1_100, source: "estimate" },
  { kind: "git-head-read", repo: true, detached: true, commit: "5ae9e54" },
  { kind: "cost-counted", sessionUsd: 0 },
];

/** Billed tokens, cache and re-billing of the busy session. */
export const BILLED: readonly Fact[] = [
  { kind: "tokens-counted", input: 6_400, output: 5_200, cacheRead: 118_000, cacheWrite: 6_200 },
  {
    kind: "cache-reported",
    reporting: "reported",
    lastHitPct: 91,
    warming: true,
    rebilledUsd: 0.11,
  },
];

/** The busy session with everything that the layout compact can show. */
export const FULL_HOUSE: readonly Fact[] = [
  ...BUSY_SESSION,
  ...BILLED,
  { kind: "queue-counted", queued: 2 },
  { kind: "switches-set", codemode: "only", networkOpen: true, preset: "minimal" },
  { kind: "host-status-set", key: "canvas", text: "canvas ok" },
  {
    kind: "quota-reported",
    windows: [
      { slot: "primary", usedPct: 10, windowMinutes: 300 },
      { slot: "secondary", usedPct: 31, windowMinutes: 10_080 },
    ],
  },
];

/** A measured request among the switches of a host. */
export const RATED_SESSION: readonly Fact[] = [
  ...BILLED,
  {
    kind: "rate-measured",
    outputTokens: 1_234,
    elapsedMs: 14_120,
    tokensPerSecond: 1_234 / 14.12,
    firstTokenMs: 820,
  },
  { kind: "rate-averaged", averageTokensPerSecond: 92.6 },
  { kind: "switches-set", codemode: "on", preset: "minimal" },
  { kind: "queue-counted", queued: 2 },
  { kind: "host-status-set", key: "canvas", text: "canvas ok" },
];

/** A plan of which much is used; now is 0. */
export const USED_PLAN: readonly Fact[] = [
  {
    kind: "quota-reported",
    windows: [
      { slot: "primary", usedPct: 72.4, windowMinutes: 300, resetsAtMs: 45 * MINUTE_MS },
      {
        slot: "secondary",
        usedPct: 93,
        windowMinutes: 10_080,
        resetsAtMs: 36 * 60 * MINUTE_MS,
      },
    ],
  },
];
