import { describe, expect, test } from "bun:test";
import { adaptCodex } from "./adapt.ts";

const facts = (payload: Record<string, unknown>) =>
  adaptCodex(payload).facts.filter((fact) => fact.kind !== "harness-known");

describe("the state of Codex", () => {
  test("the agent's state: a turn runs, none runs, or nothing is said", () => {
    const kinds = (state: unknown) => facts({ thread: { agent: { state } } }).map((f) => f.kind);
    for (const state of ["working", "thinking", "waiting"]) {
      expect(kinds(state)).toEqual(["turn-started"]);
    }
    expect(kinds("ready")).toEqual(["turn-idle"]);
    for (const state of ["starting", "sleeping", "", 3, null]) expect(kinds(state)).toEqual([]);
  });

  test("several limits: its own one by id, else the first", () => {
    const limit = (limit_id: string, used_percent: number) => ({
      limit_id,
      primary_limit: { used_percent },
    });
    const used = (rate_limits: unknown) => facts({ account: { rate_limits } });
    const windows = [{ slot: "primary" as const, usedPct: 7 }];
    const reported = [{ kind: "quota-reported" as const, windows }];
    expect(used([limit("other", 90), limit("codex", 7)])).toEqual(reported);
    expect(used([limit("other", 7)])).toEqual(reported);
    expect(used([])).toEqual([{ kind: "quota-reported", windows: [] }]);
    expect(used(null)).toEqual([]);
  });

  test("token totals without the rest: fresh input is what no cache accounts for", () => {
    const total = { total_input_tokens: 900, cache_read_input_tokens: 700, output_tokens: 5 };
    expect(facts({ thread: { usage: { total } } })).toEqual([
      { kind: "tokens-counted", input: 200, output: 5, cacheRead: 700, cacheWrite: 0 },
    ]);
    expect(facts({ thread: { usage: { total: { output_tokens: 5 } } } })).toEqual([]);
  });

  test("an empty context: reset; none: unknown; a share alone: kept", () => {
    const adapted = (context: unknown) => adaptCodex({ thread: { usage: { context } } });
    expect(adapted({ used_tokens: 0, used_percentage: 0 }).context).toBe("reset");
    expect(adapted({ used_tokens: null }).context).toBe("unknown");
    expect(adapted({ used_percentage: 20.3 }).facts).toContainEqual({
      kind: "context-measured",
      usedPct: 20.3,
      source: "usage",
    });
  });
});
