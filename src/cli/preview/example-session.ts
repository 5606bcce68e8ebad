/**
 * A session to show rows with when there is none: invented, consistent, and said to be an example.
 * What Claude Code tells, and what only a host program adds, are kept apart.
 */
import type { Fact } from "../../status/facts/fact.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Facts that Claude Code, its hooks and Git give. Times are counted from the epoch: draw it with now
 * at 0.
 */
export const EXAMPLE_SESSION: readonly Fact[] = [
  { kind: "session-started", sessionId: "example" },
  { kind: "session-titled", title: "checkout refactor" },
  { kind: "session-timed", durationMs: 62 * MINUTE_MS, apiDurationMs: 15 * MINUTE_MS },
  { kind: "harness-known", name: "Claude Code", version: "2.1.332" },
  { kind: "place-known", cwd: "/home/ana/src/shop-api", projectDir: "/home/ana/src/shop-api" },
  { kind: "permission-mode-set", mode: "acceptEdits" },
  { kind: "plan-mode-set", on: false },
  { kind: "model-selected", id: "claude-opus-5-5", displayName: "Opus 5.5" },
  { kind: "reasoning-set", thinking: true, effort: "high" },
  { kind: "context-window-known", windowTokens: 1_000_000 },
  { kind: "context-measured", usedTokens: 419_102, source: "usage" },
  { kind: "git-head-read", repo: true, branch: "feat/tax-rules", commit: "5ae9e54" },
  { kind: "git-counted", counts: { staged: 2, unstaged: 3, untracked: 1, conflicts: 0 } },
  { kind: "git-compared", ahead: 2, behind: 1 },
  { kind: "git-diffed", linesAdded: 48, linesRemoved: 7 },
  { kind: "repository-known", host: "github.com", owner: "acme", name: "shop-api" },
  {
    kind: "review-found",
    vendor: "github",
    number: 88,
    url: "https://github.com/acme/shop-api/pull/88",
    state: "changes_requested",
  },
  { kind: "cost-counted", sessionUsd: 4.318 },
  { kind: "edits-counted", linesAdded: 1_284, linesRemoved: 377 },
  { kind: "tokens-counted", input: 6_400, output: 5_200, cacheRead: 118_000, cacheWrite: 6_200 },
  { kind: "cache-reported", reporting: "reported", lastHitPct: 96, rebilledTokens: 96_120 },
  { kind: "cache-held", warm: true, expiresAtMs: 247_000 },
  {
    kind: "quota-reported",
    windows: [
      { slot: "primary", usedPct: 72.4, windowMinutes: 300, resetsAtMs: 2.3 * HOUR_MS },
      { slot: "secondary", usedPct: 31, windowMinutes: 10_080, resetsAtMs: 149 * HOUR_MS },
    ],
  },
  { kind: "turn-started", turnId: "t-1" },
];

/** What a host program adds to the same session: it alone sees requests begin and end. */
export const EXAMPLE_HOST: readonly Fact[] = [
  {
    kind: "context-window-known",
    windowTokens: 1_000_000,
    pruneAt: 688_531,
    autoCompactAt: 983_616,
  },
  {
    kind: "rate-measured",
    tokensPerSecond: 87.4,
    outputTokens: 1_234,
    elapsedMs: 14_120,
    firstTokenMs: 820,
  },
  { kind: "rate-averaged", averageTokensPerSecond: 92.6 },
];
