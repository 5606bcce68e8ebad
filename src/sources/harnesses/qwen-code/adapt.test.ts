import { describe, expect, test } from "bun:test";
import { adaptQwenCode } from "./adapt.ts";

const model = (prompt: unknown, completion: unknown, cached: unknown, latency: unknown = null) => ({
  api: { total_latency_ms: latency },
  tokens: { prompt, completion, cached },
});

const facts = (models: unknown) => adaptQwenCode({ metrics: { models } }).facts;

describe("the metrics of Qwen Code", () => {
  test("several models: tokens and waiting times are summed, cached input is not fresh", () => {
    expect(facts({ a: model(100, 10, 60, 5), b: model(50, 5, 0, 7) })).toEqual([
      { kind: "session-timed", apiDurationMs: 12 },
      { kind: "tokens-counted", input: 90, output: 15, cacheRead: 60, cacheWrite: 0 },
    ]);
  });

  test("more cached than prompted: never a negative count", () => {
    expect(facts({ a: model(10, 1, 60) })).toEqual([
      { kind: "tokens-counted", input: 0, output: 1, cacheRead: 10, cacheWrite: 0 },
    ]);
  });

  test("no models, or none with counts: no totals", () => {
    for (const models of [{}, null, [], { a: {} }, { a: model("1", 2, 3) }, { a: 4 }]) {
      expect(facts(models)).toEqual([]);
    }
  });

  test("sums that no number holds exactly: no totals", () => {
    expect(facts({ a: model(9e15, 1, 0), b: model(9e15, 1, 0) })).toEqual([]);
  });
});
