import { describe, expect, test } from "bun:test";
import { foldCache } from "./cache.ts";
import { foldContext } from "./context.ts";
import { foldCost } from "./cost.ts";
import { foldCustom } from "./custom.ts";
import { foldHost, type Host, type HostFact } from "./host.ts";
import { foldInteractions, type InteractionFact } from "./interaction.ts";
import { foldMode } from "./mode.ts";
import { foldModel } from "./model.ts";
import { foldPlace } from "./place.ts";
import { foldQuota } from "./quota.ts";
import { foldRate } from "./rate.ts";
import { foldReview } from "./review.ts";
import { foldSession } from "./session.ts";
import { foldTokens } from "./tokens.ts";
import { foldWorkflow } from "./workflow.ts";

describe("a report replaces what it speaks of, and nothing else", () => {
  test("cache: a report without a rate has none; how long it holds stays", () => {
    const held = foldCache(
      { lastHitPct: 80, warming: true },
      { kind: "cache-held", warm: true, expiresAtMs: 9 },
    );
    expect(held).toEqual({ lastHitPct: 80, warming: true, warm: true, expiresAtMs: 9 });
    expect(foldCache(held, { kind: "cache-reported", reporting: "silent" })).toEqual({
      reporting: "silent",
      warm: true,
      expiresAtMs: 9,
    });
    expect(foldCache(held, { kind: "cache-held", warm: false })).not.toHaveProperty("expiresAtMs");
  });

  test("context: use without a number is unknown use; the window stays, and the other way round", () => {
    const known = foldContext(
      { usedTokens: 5, usedPct: 1, source: "usage" },
      { kind: "context-window-known", windowTokens: 9, pruneAt: 3 },
    );
    expect(known).toEqual({
      usedTokens: 5,
      usedPct: 1,
      source: "usage",
      windowTokens: 9,
      pruneAt: 3,
    });
    expect(foldContext(known, { kind: "context-measured" })).toEqual({
      windowTokens: 9,
      pruneAt: 3,
    });
    expect(foldContext(known, { kind: "context-window-known" })).toEqual({
      usedTokens: 5,
      usedPct: 1,
      source: "usage",
    });
  });

  test("cost: money that is not named is unknown, not zero; edited lines stay", () => {
    const lines = foldCost(
      { sessionUsd: 1, externalUsd: 2 },
      { kind: "edits-counted", linesAdded: 3 },
    );
    expect(lines).toEqual({ sessionUsd: 1, externalUsd: 2, linesAdded: 3 });
    expect(foldCost(lines, { kind: "cost-counted", externalUsd: 4 })).toEqual({
      externalUsd: 4,
      linesAdded: 3,
    });
    expect(foldCost(undefined, { kind: "cost-counted" })).toEqual({});
  });

  test("mode: a change that is saved is not pending any more", () => {
    const saving = foldMode(
      { vim: "INSERT" },
      { kind: "permission-mode-set", mode: "auto", saving: true },
    );
    expect(saving).toEqual({ vim: "INSERT", permission: "auto", permissionSaving: true });
    expect(foldMode(saving, { kind: "permission-mode-set", mode: "auto" })).toEqual({
      vim: "INSERT",
      permission: "auto",
    });
    const next = foldMode({}, { kind: "plan-mode-set", on: false, transition: "submitting" });
    expect(foldMode(next, { kind: "plan-mode-set", on: true })).toEqual({ plan: true });
  });

  test("model: another model has no variant of the old one; how it reasons stays", () => {
    const chosen = foldModel(
      { id: "m1", variant: "fast", effort: "high", fastMode: true },
      { kind: "model-selected", id: "m2" },
    );
    expect(chosen).toEqual({ id: "m2", effort: "high", fastMode: true });
    expect(foldModel(chosen, { kind: "reasoning-set", thinking: true })).toEqual({
      id: "m2",
      fastMode: true,
      thinking: true,
    });
    const standIn = foldModel(chosen, { kind: "fallback-changed", model: "m3" });
    expect(foldModel(standIn, { kind: "fallback-changed" })).toEqual(chosen);
  });

  test("place: a directory that is not named again is gone", () => {
    expect(foldPlace({ cwd: "/a", addedDirs: ["/b"] }, { kind: "place-known", cwd: "/a" })).toEqual(
      { cwd: "/a" },
    );
  });

  test("rate: the latest request replaces the one before; the mean stays", () => {
    const state = { outputTokens: 5, streaming: true, averageTokensPerSecond: 9 };
    expect(foldRate(state, { kind: "rate-measured", firstTokenMs: 3 })).toEqual({
      firstTokenMs: 3,
      averageTokensPerSecond: 9,
    });
    expect(foldRate(undefined, { kind: "rate-measured" })).toEqual({});
  });

  test("quota: no windows is an answer; it ends the waiting and leaves the spending", () => {
    const awaited = foldQuota({ spend: { used: 5 } }, { kind: "quota-awaited" });
    expect(awaited).toEqual({ spend: { used: 5 }, awaited: true });
    const answered = foldQuota(awaited, { kind: "quota-reported", windows: [] });
    expect(answered).toEqual({ spend: { used: 5 }, windows: [] });
    expect(foldQuota(answered, { kind: "quota-awaited" })).toEqual(answered);
    expect(foldQuota(answered, { kind: "spend-reported", usedPct: 7 })).toEqual({
      spend: { usedPct: 7 },
      windows: [],
    });
  });

  test("tokens, review, workflow, output of the command: the last word counts", () => {
    const tokens = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    expect(foldTokens({ ...tokens, input: 9 }, { kind: "tokens-counted", ...tokens })).toEqual(
      tokens,
    );
    const review = { vendor: "github", number: 88, url: "https://x.example" } as const;
    expect(foldReview({ ...review, state: "merged" }, { kind: "review-found", ...review })).toEqual(
      review,
    );
    expect(foldReview(review, { kind: "review-gone" })).toBeUndefined();
    expect(foldWorkflow({ at: "idle" }, { kind: "workflow-seen" })).toBeUndefined();
    expect(foldCustom({ stdout: "a" }, { kind: "custom-printed", stdout: "b" })).toEqual({
      stdout: "b",
    });
    expect(foldCustom({ stdout: "a" }, { kind: "custom-cleared" })).toBeUndefined();
  });
});

describe("session", () => {
  test("another id starts anew; the same id keeps what is known and adds to it", () => {
    const known = { id: "s-1", title: "Tax", durationMs: 5 };
    expect(foldSession(known, { kind: "session-started", sessionId: "s-2" })).toEqual({
      id: "s-2",
    });
    expect(
      foldSession(known, { kind: "session-started", sessionId: "s-1", startedAtMs: 7 }),
    ).toEqual({ ...known, startedAtMs: 7 });
  });

  test("a title can be taken away, a time is added, and nothing is known before a session is", () => {
    expect(foldSession({ id: "s", title: "Tax" }, { kind: "session-titled" })).toEqual({ id: "s" });
    expect(
      foldSession({ id: "s", durationMs: 5 }, { kind: "session-timed", apiDurationMs: 2 }),
    ).toEqual({ id: "s", durationMs: 5, apiDurationMs: 2 });
    expect(foldSession(undefined, { kind: "session-titled", title: "x" })).toBeUndefined();
    expect(foldSession(undefined, { kind: "session-timed", durationMs: 5 })).toBeUndefined();
  });
});

describe("host", () => {
  const fold = (...facts: HostFact[]) =>
    facts.reduce<Host | undefined>((state, fact) => foldHost(state, fact), undefined);
  const set = (key: string, text?: string): HostFact => ({
    kind: "host-status-set",
    key,
    ...(text !== undefined && { text }),
  });

  test("notes keep their first place, a changed text takes it over, a removed one leaves it", () => {
    expect(fold(set("a", "1"), set("b", "2"), set("a", "3"))?.statuses).toEqual([
      { key: "a", text: "3" },
      { key: "b", text: "2" },
    ]);
    expect(fold(set("a", "1"), set("b", "2"), set("a"), set("a", "4"))?.statuses).toEqual([
      { key: "b", text: "2" },
      { key: "a", text: "4" },
    ]);
  });

  test("switches that are not named again are unknown; notes stay", () => {
    const host = fold({ kind: "switches-set", sandbox: true, preset: "x" }, set("a", "1"), {
      kind: "switches-set",
      preset: "y",
    });
    expect(host).toEqual({ preset: "y", statuses: [{ key: "a", text: "1" }] });
  });
});

describe("interactions", () => {
  const fold = (...facts: InteractionFact[]) => facts.reduce(foldInteractions, []);
  const opened = (requestId: string, about?: string): InteractionFact => ({
    kind: "interaction-opened",
    requestId,
    asks: "question",
    ...(about !== undefined && { about }),
  });
  const ids = (...facts: InteractionFact[]) => fold(...facts).map((open) => open.requestId);

  test("several are open, the newest last; one that is said again is one", () => {
    expect(ids(opened("r1"), opened("r2"))).toEqual(["r1", "r2"]);
    expect(fold(opened("r1"), opened("r1", "new"))).toEqual([
      { requestId: "r1", asks: "question", about: "new" },
    ]);
  });

  test("one is answered, or all; an answer that nobody waits for changes nothing", () => {
    const closed: InteractionFact = { kind: "interaction-closed", requestId: "r1" };
    expect(ids(opened("r1"), opened("r2"), closed)).toEqual(["r2"]);
    expect(ids(opened("r2"), closed)).toEqual(["r2"]);
    expect(ids(opened("r1"), opened("r2"), { kind: "interaction-closed" })).toEqual([]);
  });
});
