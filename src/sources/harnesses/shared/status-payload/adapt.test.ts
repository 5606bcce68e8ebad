import { describe, expect, test } from "bun:test";
import type { Fact } from "../../../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../../../status/snapshot.ts";
import type { Payload } from "../../harness.ts";
import { adaptStatusPayload as adaptNamed } from "./adapt.ts";

const adaptStatusPayload = (payload: Payload) => adaptNamed(payload, "Claude Code");

function factsOf<K extends Fact["kind"]>(
  payload: Record<string, unknown>,
  kind: K,
): Extract<Fact, { kind: K }>[] {
  return adaptStatusPayload(payload).facts.filter((fact) => fact.kind === kind) as never;
}

function contextOf(window: unknown, rest: Record<string, unknown> = {}) {
  const { facts, context } = adaptStatusPayload({ context_window: window, ...rest });
  const { context: folded = {} } = foldAll(EMPTY_SNAPSHOT, facts);
  return [context, folded.usedTokens, folded.usedPct, folded.windowTokens] as const;
}

const usage = (input: unknown, write: unknown, read: unknown) => ({
  input_tokens: input,
  output_tokens: 999,
  cache_creation_input_tokens: write,
  cache_read_input_tokens: read,
});

describe("the context of a Claude Code payload", () => {
  test("usage object: input, writes and reads are summed, output is not", () => {
    const window = { context_window_size: 200_000, current_usage: usage(10, 100, 52_000) };
    expect(contextOf(window)).toEqual(["measured", 52_110, undefined, 200_000]);
  });

  test("null usage without percentages: unknown, and nothing is said of the use", () => {
    const window = { context_window_size: 1_000_000, current_usage: null, used_percentage: null };
    expect(contextOf(window)).toEqual(["unknown", undefined, undefined, 1_000_000]);
  });

  test("all-zero usage: reset, and an older measurement is cleared", () => {
    const before = adaptStatusPayload({ context_window: { current_usage: usage(1, 2, 3) } }).facts;
    const after = { current_usage: usage(0, 0, 0), used_percentage: 0, context_window_size: 5 };
    const adapted = adaptStatusPayload({ context_window: after });
    expect(adapted.context).toBe("reset");
    const folded = foldAll(EMPTY_SNAPSHOT, [...before, ...adapted.facts]);
    expect(folded.context).toEqual({ windowTokens: 5 });
  });

  test("usage above the window: both numbers are kept", () => {
    const window = { context_window_size: 200_000, current_usage: usage(263_781, 0, 0) };
    expect(contextOf(window)).toEqual(["measured", 263_781, undefined, 200_000]);
  });

  test("usage as a number: the tokens themselves, zero a reset", () => {
    expect(contextOf({ current_usage: 89_911 })).toEqual([
      "measured",
      89_911,
      undefined,
      undefined,
    ]);
    expect(contextOf({ current_usage: 0 })[0]).toBe("reset");
    expect(contextOf({ current_usage: -4 })[0]).toBe("unknown");
  });

  test("a missing part of usage: counts as none; a wrong part: no sum at all", () => {
    expect(contextOf({ current_usage: { input_tokens: 7 } })[1]).toBe(7);
    expect(contextOf({ current_usage: usage(7, null, undefined) })[1]).toBe(7);
    for (const wrong of ["12", -1, {}, 1e300]) {
      expect(contextOf({ current_usage: usage(7, wrong, 5) })).toEqual([
        "unknown",
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  test("percentages alone: the share as sent, from what is left if need be", () => {
    expect(contextOf({ used_percentage: 19 })[2]).toBe(19);
    expect(contextOf({ used_percentage: 14.000000000000002 })[2]).toBe(14);
    expect(contextOf({ remaining_percentage: 95 })[2]).toBe(5);
    expect(contextOf({ remaining_percentage: 104 })[0]).toBe("unknown");
    expect(contextOf({ used_percentage: 0 })[0]).toBe("reset");
    expect(contextOf({ current_usage: usage("?", 0, 0), used_percentage: 42 })[2]).toBe(42);
  });

  test("tokens with a window: no share beside them; without a window: the share is kept", () => {
    const current_usage = usage(10, 0, 0);
    expect(contextOf({ current_usage, used_percentage: 5, context_window_size: 200 })[2]).toBe(
      undefined,
    );
    expect(contextOf({ current_usage, used_percentage: 5 })[2]).toBe(5);
  });

  test("totals: taken from 2.1.132 on, never of an older or an unknown version", () => {
    const window = { total_input_tokens: 401_221 };
    const used = (version?: string) => contextOf(window, { version })[1];
    expect([used("2.1.132"), used("2.1.332"), used("2.2.0"), used("3.0.0")]).toEqual(
      Array(4).fill(401_221),
    );
    for (const version of ["2.1.131", "2.0.999", "1.9.999", "dev", "", undefined]) {
      expect(used(version)).toBeUndefined();
    }
    expect(contextOf({ ...window, current_usage: null }, { version: "2.1.332" })[0]).toBe(
      "unknown",
    );
  });

  test("window size: the field, else the marks in id and name, else unknown", () => {
    const windowOf = (size: unknown, model: unknown) =>
      contextOf({ context_window_size: size }, { model })[3];
    expect(windowOf(200_000, { id: "claude-opus-4-6[1m]" })).toBe(200_000);
    expect(windowOf(undefined, { id: "claude-opus-4-6[1m]" })).toBe(1_000_000);
    expect(windowOf(0, "claude-opus-4-6[1M]")).toBe(1_000_000);
    expect(windowOf(-1, { display_name: "Opus 4.6 (1M context)" })).toBe(1_000_000);
    expect(windowOf("200000", { id: "claude-opus-4-6" })).toBeUndefined();
    expect(windowOf(1_000_000, { id: "claude-fable-5-1" })).toBe(1_000_000);
  });
});

describe("limits in a Claude Code payload", () => {
  const limits = (rate_limits: unknown) => adaptStatusPayload({ rate_limits }).facts;

  test("float noise in a percentage: removed", () => {
    const five_hour = { used_percentage: 14.000000000000002, resets_at: 1_796_047_200 };
    expect(limits({ five_hour })).toEqual([
      {
        kind: "quota-reported",
        windows: [
          { slot: "primary", usedPct: 14, windowMinutes: 300, resetsAtMs: 1_796_047_200_000 },
        ],
      },
    ]);
  });

  test("all windows null: a complete answer, the account has none", () => {
    expect(limits({ five_hour: null, seven_day: null })).toEqual([
      { kind: "quota-reported", windows: [] },
    ]);
    expect(limits(null)).toEqual([]);
  });

  test("a reset that is no time in seconds: dropped, the share stays", () => {
    for (const resets_at of [0, -1, "soon", 1_796_047_200_000, null]) {
      const [fact] = limits({ seven_day: { used_percentage: 3, resets_at } });
      expect(fact).toEqual({
        kind: "quota-reported",
        windows: [{ slot: "secondary", usedPct: 3, windowMinutes: 10_080 }],
      });
    }
  });

  test("spend limit above 100 percent: as sent, in dollars", () => {
    const spend_limit = { used_percentage: 132.25, resets_at: 1_800_000_000, used_usd: 66.12 };
    expect(
      limits({ spend_limit: { ...spend_limit, limit_usd: 50, period: "monthly" } })[1],
    ).toEqual({
      kind: "spend-reported",
      usedPct: 132.3,
      used: 66.12,
      limit: 50,
      currency: "USD",
      period: "monthly",
      resetsAtMs: 1_800_000_000_000,
    });
  });

  test("spend without a limit: the amount, and no percentage", () => {
    expect(limits({ spend_limit: { used_usd: 5.42, limit_usd: null } })[1]).toEqual({
      kind: "spend-reported",
      used: 5.42,
      currency: "USD",
    });
    expect(limits({ spend_limit: { resets_at: 1_800_000_000 } })).toHaveLength(1);
  });

  test("prompt cache: unknown until caching was observed, nulls are absent", () => {
    const prompt_cache = {
      warm: false,
      caching_observed: false,
      expires_at: null,
      hit_ratio: null,
      miss_recache_tokens: 0,
    };
    expect(adaptStatusPayload({ prompt_cache }).facts).toEqual([
      { kind: "cache-reported", reporting: "unknown" },
      { kind: "cache-held", warm: false },
    ]);
    expect(
      adaptStatusPayload({ prompt_cache: { caching_observed: true, hit_ratio: 1.2 } }).facts,
    ).toEqual([{ kind: "cache-reported", reporting: "reported" }]);
  });
});

describe("the other members of a Claude Code payload", () => {
  test("cost of zero: a real zero; negative zero: zero; negative: dropped", () => {
    const cost = (total_cost_usd: unknown) => factsOf({ cost: { total_cost_usd } }, "cost-counted");
    expect(cost(0)).toEqual([{ kind: "cost-counted", sessionUsd: 0 }]);
    expect(Object.is(cost(-0)[0]!.sessionUsd, 0)).toBe(true);
    expect(cost(-0.01)).toEqual([]);
    expect(cost("1")).toEqual([]);
  });

  test("negative durations and lines: dropped one by one", () => {
    const cost = {
      total_duration_ms: -5,
      total_api_duration_ms: 7,
      total_lines_added: 3,
      total_lines_removed: -1,
    };
    expect(adaptStatusPayload({ cost }).facts).toEqual([
      { kind: "session-timed", apiDurationMs: 7 },
      { kind: "edits-counted", linesAdded: 3 },
    ]);
  });

  test("permission mode of a future version: set, with plan mode", () => {
    expect(adaptStatusPayload({ permission_mode: "plan" }).facts).toEqual([
      { kind: "permission-mode-set", mode: "plan" },
      { kind: "plan-mode-set", on: true },
    ]);
    expect(factsOf({ permission_mode: "acceptEdits" }, "plan-mode-set")[0]!.on).toBe(false);
  });

  test("a session without a transcript and with a blank name: neither is said", () => {
    const facts = adaptStatusPayload({
      session_id: "s",
      transcript_path: "",
      session_name: "  ",
    }).facts;
    expect(facts).toEqual([{ kind: "session-started", sessionId: "s" }]);
  });

  test("a text without an end: bounded; an id without an end: dropped", () => {
    const long = "x".repeat(10_000_000);
    expect(factsOf({ session_name: long }, "session-titled")[0]!.title).toHaveLength(4096);
    expect(factsOf({ session_id: long }, "session-started")).toEqual([]);
    expect(
      factsOf({ workspace: { added_dirs: Array(5000).fill("/d") } }, "place-known")[0]!.addedDirs,
    ).toHaveLength(256);
  });

  test("a lone surrogate in a name: replaced, so that it can be encoded", () => {
    const [titled] = factsOf({ session_name: "bad \ud83d end" }, "session-titled");
    expect(titled!.title).toBe("bad \ufffd end");
  });

  test("the directory: the workspace's before the payload's", () => {
    const cwd = (payload: Record<string, unknown>) => factsOf(payload, "place-known")[0]?.cwd;
    expect(cwd({ cwd: "/a", workspace: { current_dir: "/b" } })).toBe("/b");
    expect(cwd({ cwd: "/a", workspace: "/b" })).toBe("/a");
    expect(cwd({ workspace: {} })).toBeUndefined();
  });

  test("a worktree session: the name is known, the branch is left to HEAD", () => {
    expect(adaptStatusPayload({ worktree: { name: "w", branch: "b" } }).facts).toEqual([
      { kind: "git-head-read", repo: true, worktree: "w" },
    ]);
  });

  test("a review: needs a whole number above zero and a web address", () => {
    const review = (pr: unknown) => factsOf({ pr }, "review-found");
    const url = "https://gitlab.example.org/g/p/-/merge_requests/4";
    expect(review({ number: 4, url, kind: "mr" })[0]!.vendor).toBe("gitlab");
    expect(review({ number: 4, url })[0]!.vendor).toBe("gitlab");
    expect(review({ number: 4, url: "https://github.com/a/b/pull/4" })[0]!.vendor).toBe("github");
    expect(review({ number: 4, url: "HTTP://git.example.org/a/b/pull/4" })[0]!.vendor).toBe(
      "github",
    );
    for (const number of [0, -4, 1.5, "4", null, 1e300])
      expect(review({ number, url })).toEqual([]);
    for (const wrong of [
      "",
      "javascript:alert(1)",
      "ftp://h/x",
      "https://",
      "https://h/\u001b]8",
      4,
    ]) {
      expect(review({ number: 4, url: wrong })).toEqual([]);
    }
    expect(review({ number: 4, url: `https://h/${"x".repeat(3000)}` })).toEqual([]);
  });
});
