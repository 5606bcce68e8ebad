import { describe, expect, test } from "bun:test";
import { drawFacts } from "../testing/draw.ts";
import type { RateFact } from "./facts/rate.ts";
import { full } from "./layouts/full.ts";
import type { LineSpec } from "./layouts/layout.ts";
import { IDLE_METER, measureRate, type RateMeter, type RequestEvent } from "./rate-meter.ts";

const [rateLine] = full.lines as [LineSpec, ...LineSpec[]];
const LATIN_40 = "x".repeat(160);

function run(events: readonly RequestEvent[], from: RateMeter = IDLE_METER) {
  let meter = from;
  let ticks = 0;
  const facts: RateFact[] = [];
  for (const event of events) {
    const reading = measureRate(meter, event);
    meter = reading.meter;
    facts.push(...reading.facts);
    ticks += reading.ticks ? 1 : 0;
  }
  return { meter, facts, ticks, row: drawFacts(facts, [rateLine], { widthCols: 100 })[0]?.trim() };
}

const start = (atMs: number, requestId = "r"): RequestEvent => ({
  kind: "request-started",
  requestId,
  purpose: "chat",
  atMs,
});
const output = (atMs: number, text = "word", requestId = "r"): RequestEvent => ({
  kind: "output-arrived",
  requestId,
  text,
  atMs,
});
const finish = (atMs: number, outputTokens?: number, requestId = "r"): RequestEvent => ({
  kind: "request-finished",
  requestId,
  atMs,
  ...(outputTokens !== undefined && { outputTokens }),
});
/** A finished request of so many tokens in so many milliseconds after its first token. */
const whole = (tokens: number, elapsedMs: number): RequestEvent[] => [
  start(0),
  output(100),
  finish(100 + elapsedMs, tokens),
];

describe("one request", () => {
  test("of 546 tokens, first token after 1.4 s, done 5.5 s later", () => {
    const { row, facts } = run([start(0), output(1_400), finish(6_900, 546)]);
    expect(row).toBe("tps: 99 tok/s • 546 tok / 5.5s (avg 99 · ttft 1.4s) · [-]");
    expect(facts.at(-2)).toMatchObject({ tokensPerSecond: 546 / 5.5, firstTokenMs: 1_400 });
  });

  test("200 ms after its first token has no rate to speak of yet", () => {
    expect(run([start(0), output(1_000), output(1_200)]).row).toStartWith("tps: 0.0 tok/s");
  });

  test("streaming at 40 tokens every 100 ms reads the last two seconds", () => {
    const deltas = Array.from({ length: 40 }, (_, at) => output(1_000 + at * 100, LATIN_40));
    const { facts } = run([start(0), ...deltas]);
    // 21 samples lie within two seconds, the border included.
    expect(facts.at(-1)).toMatchObject({ tokensPerSecond: (21 * 40) / 2, streaming: true });
  });

  test("whose usage is 0 keeps the estimate of its characters", () => {
    const { facts } = run([start(0), output(100, "x".repeat(400)), finish(1_100, 0)]);
    expect(facts.at(-2)).toMatchObject({ outputTokens: 100, tokensPerSecond: 100 });
  });

  test("that came whole within 0.25 s has no rate, and does not count for the mean", () => {
    const { row, meter } = run(whole(80, 200));
    expect(row).toBe("tps: — • 80 tok / 0.2s (ttft 0.1s) · [-]");
    expect(meter).toEqual(IDLE_METER);
  });

  test("without a first token has neither time nor rate", () => {
    const { facts } = run([start(0), finish(500)]);
    expect(facts).toEqual([{ kind: "rate-measured", outputTokens: 0 }]);
  });
});

test("the mean leaves out what was short or failed", () => {
  const failed: RequestEvent[] = [
    start(0),
    output(10),
    { ...finish(9_010, 500), failed: true } as RequestEvent,
  ];
  const { facts, row } = run([
    ...whole(300, 4_000),
    ...whole(120, 1_500),
    ...whole(80, 200),
    ...failed,
  ]);
  const means = facts.flatMap((fact) => (fact.kind === "rate-averaged" ? [fact] : []));
  expect(means.at(-1)?.averageTokensPerSecond).toBeCloseTo(420 / 5.5);
  expect(row).toContain("avg 76");
  expect(row).toContain("500 tok / 9.0s");
});

test("the finished request stays until the first token of the next", () => {
  const { meter, row } = run([...whole(300, 4_000), start(10_000, "next")]);
  expect(row).toStartWith("tps: 75 tok/s");
  const next = run([output(10_700, "word", "next")], meter);
  expect(next.facts).toMatchObject([{ firstTokenMs: 700, streaming: true }]);
});

test("output every 100 ms for 4 s is worth 7 redraws", () => {
  const deltas = Array.from({ length: 40 }, (_, at) => output(1_000 + at * 100));
  expect(run([start(0), ...deltas]).ticks).toBe(7);
});

test("requests that are no turn change nothing, also beside one that is", () => {
  const other: RequestEvent[] = [
    { kind: "request-started", requestId: "warm", purpose: "other", atMs: 0 },
    output(100, "x", "warm"),
    finish(900, 16, "warm"),
  ];
  expect(run(other)).toMatchObject({ meter: IDLE_METER, facts: [], ticks: 0 });
  const mixed = run([start(0), ...other, output(1_000), finish(2_000, 50)]);
  expect(mixed.facts).toEqual(run([start(0), output(1_000), finish(2_000, 50)]).facts);
});
