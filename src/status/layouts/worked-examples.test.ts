import { describe, expect, test } from "bun:test";
import { drawFacts } from "../../testing/draw.ts";
import {
  BUSY_SESSION,
  FRESH_DETACHED_SESSION,
  FRESH_PLAN_SESSION,
  FULL_HOUSE,
  RATED_SESSION,
  USED_PLAN,
} from "../../testing/states.ts";
import type { Fact } from "../facts/fact.ts";
import { compact } from "./compact.ts";
import { full } from "./full.ts";
import type { LineSpec } from "./layout.ts";

const ESTIMATE: Fact = { kind: "context-measured", usedTokens: 96_400, source: "estimate" };
const NO_WINDOW: readonly Fact[] = [
  { kind: "context-window-known" },
  { kind: "context-measured", usedTokens: 8_200, source: "usage" },
];
const SHORT_REQUEST: readonly Fact[] = [
  { kind: "rate-measured", outputTokens: 17, elapsedMs: 100, firstTokenMs: 500 },
  { kind: "tokens-counted", input: 900, output: 17, cacheRead: 0, cacheWrite: 0 },
  { kind: "cache-reported", reporting: "unknown" },
];
const SLOW_REQUEST: readonly Fact[] = [
  {
    kind: "rate-measured",
    tokensPerSecond: 3.14,
    outputTokens: 12,
    elapsedMs: 900,
    firstTokenMs: 65_000,
  },
  { kind: "rate-averaged", averageTokensPerSecond: 41 },
  { kind: "tokens-counted", input: 900, output: 17, cacheRead: 0, cacheWrite: 0 },
];

interface RowCase {
  readonly id: string;
  readonly facts: readonly Fact[];
  readonly lines: readonly LineSpec[];
  readonly ascii?: true;
  /** Its columns are the width for which it was drawn: every character here takes one. */
  readonly row: string;
}

const [rateLine, statusLine, ...quotaLines] = full.lines as [LineSpec, LineSpec, ...LineSpec[]];

const CASES: readonly RowCase[] = [
  {
    id: "BAR-01",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits | shift+tab to cycle                openai/gpt-5.4-codex@responses high | Ctx 35.4% 96k/272k auto | payments-api ⎇ feature/refunds c0ffee1 ↑2 ↓1 (+48,-7) | $1.23 | 47m",
  },
  {
    id: "BAR-03",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits            openai/gpt-5.4-codex@responses | Ctx 35.4% 96k | payments-api ⎇ feature/refunds c0ffee1 ↑2 ↓1 (+48,-7) | $1.23 | 47m",
  },
  {
    id: "BAR-04",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits              openai/gpt-5.4-codex@responses | Ctx 35.4% 96k | ⎇ feature/refunds c0ffee1 ↑2 ↓1 | $1.23 | 47m",
  },
  {
    id: "BAR-05",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits                            openai/gpt-5.4-codex@responses | Ctx 35.4% 96k | $1.23 | 47m",
  },
  {
    id: "BAR-07",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits     gpt-5.4-codex@responses | Ctx 35.4% | $1.23",
  },
  {
    id: "BAR-08",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits     gpt | Ctx 35.4% | $1.23",
  },
  {
    id: "BAR-09",
    facts: BUSY_SESSION,
    lines: [statusLine],
    row: "Accept edits               gpt",
  },
  {
    id: "BAR-11",
    facts: [...BUSY_SESSION, ESTIMATE],
    lines: [statusLine],
    row: "Accept edits           openai/gpt-5.4-codex@responses | Ctx ≈35.4% 96k | payments-api ⎇ feature/refunds c0ffee1 ↑2 ↓1 (+48,-7) | $1.23 | 47m",
  },
  {
    id: "BAR-12",
    facts: [...BUSY_SESSION, ESTIMATE],
    lines: [statusLine],
    ascii: true,
    row: "Accept edits         openai/gpt-5.4-codex@responses | Ctx ~35.4% 96k | payments-api git feature/refunds c0ffee1 ^2 v1 (+48,-7) | $1.23 | 47m",
  },
  {
    id: "BAR-13",
    facts: [...BUSY_SESSION, ...NO_WINDOW],
    lines: [statusLine],
    row: "Accept edits               openai/gpt-5.4-codex@responses | Ctx ? 8.2k | payments-api ⎇ feature/refunds c0ffee1 ↑2 ↓1 (+48,-7) | $1.23 | 47m",
  },
  {
    id: "BAR-15",
    facts: FRESH_PLAN_SESSION,
    lines: [statusLine],
    row: "Plan | shift+tab to cycle         deepseek/deepseek-v4-pro | Ctx ≈0.4% 1.1k/272k auto | scratch | 9s",
  },
  {
    id: "BAR-16",
    facts: FRESH_PLAN_SESSION,
    lines: [statusLine],
    row: "Plan                        deepseek-v4-pro | Ctx ≈0.4% 1.1k/272k | scratch | 9s",
  },
  {
    id: "BAR-17",
    facts: FRESH_PLAN_SESSION,
    lines: [statusLine],
    row: "Plan         deepseek-v4-pro | Ctx ≈0.4% 1.1k | scratch | 9s",
  },
  {
    id: "CMP-01",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits · shift+tab to cycle                          openai/gpt-5.4-codex@responses · high · ↑131k ↓5.2k · cache 91% ♨ · $1.23 · rebill $0.11 · ctx ▮▮▮▮▯▯▯▯▯▯ 35% · payments-api ⎇ feature/refunds c0ffee1 +48 −7 · 47m · queue 2 · codemode only net! · preset minimal · [canvas ok] · 5h 10% wk 31%",
  },
  {
    id: "CMP-03",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits          openai/gpt-5.4-codex@responses · ctx ▮▮▮▮▯▯▯▯▯▯ 35% · payments-api ⎇ feature/refunds c0ffee1 · 47m",
  },
  {
    id: "CMP-04",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits             openai/gpt-5.4-codex@responses · ctx ▮▮▮▮▯▯▯▯▯▯ 35% · ⎇ feature/refunds c0ffee1 · 47m",
  },
  {
    id: "CMP-05",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits          openai/gpt-5.4-codex@responses · ctx 35% · payments-api ⎇ feature/refunds c0ffee1 · 47m",
  },
  {
    id: "CMP-07",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits                             gpt-5.4-codex@responses · ctx 35% · 47m",
  },
  {
    id: "CMP-08",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits         gpt-5.4-codex@responses · ctx 35% · 47m",
  },
  {
    id: "CMP-09",
    facts: FULL_HOUSE,
    lines: compact.lines,
    row: "Accept edits         gpt · ctx 35% · 47m",
  },
  {
    id: "CMP-11",
    facts: FRESH_DETACHED_SESSION,
    lines: compact.lines,
    row: "Manual · shift+tab to cycle           anthropic/claude-sonnet-4-5 · medium · ctx ▯▯▯▯▯▯▯▯▯▯ ≈0.4% · demo ⎇ 5ae9e54 · 42s",
  },
  {
    id: "CMP-12",
    facts: FRESH_DETACHED_SESSION,
    lines: compact.lines,
    row: "Manual                       anthropic/claude-sonnet-4-5 · medium · ctx ≈0.4% · demo ⎇ 5ae9e54 · 42s",
  },
  {
    id: "CMP-13",
    facts: FRESH_DETACHED_SESSION,
    lines: compact.lines,
    row: "Manual       claude-sonnet-4-5 · ctx ≈0.4% · ⎇ 5ae9e54 · 42s",
  },
  {
    id: "RATE-01",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on · preset minimal · queue 2 · [canvas ok]                       tps: 87 tok/s • 1.2k tok / 14.1s (avg 93 · ttft 0.8s) · Σ↑131k ↓5.2k R118k W6.2k · cache 91% ♨ · rebill $0.11 · [-]",
  },
  {
    id: "RATE-03",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on · preset minimal · queue 2 · [canvas ok]                   tps: 87 tok/s (avg 93 · ttft 0.8s) · cache 91% ♨ · rebill $0.11 · [-]",
  },
  {
    id: "RATE-04",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on · preset minimal · queue 2 · [canvas ok]             tps: 87 tok/s (avg 93 · ttft 0.8s) · rebill $0.11 · [-]",
  },
  {
    id: "RATE-05",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on · preset minimal · queue 2 · [canvas ok]        tps: 87 tok/s (avg 93 · ttft 0.8s) · [-]",
  },
  {
    id: "RATE-07",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on · preset minimal             tps: 87 tok/s · [-]",
  },
  {
    id: "RATE-08",
    facts: RATED_SESSION,
    lines: [rateLine],
    row: "codemode on          tps: 87 tok/s · [-]",
  },
  {
    id: "RATE-09",
    facts: RATED_SESSION,
    lines: [rateLine],
    ascii: true,
    row: "codemode on · preset minimal · queue 2 · [canvas ok]         tps: 87 tok/s (avg 93 · ttft 0.8s) · sum ^131k v5.2k R118k W6.2k · cache 91% ~ · rebill $0.11 · [-]",
  },
  {
    id: "RATE-10",
    facts: SHORT_REQUEST,
    lines: [rateLine],
    row: "                                      tps: — • 17 tok / 0.1s (ttft 0.5s) · Σ↑900 ↓17 · cache — · [-]",
  },
  {
    id: "RATE-11",
    facts: [],
    lines: [rateLine],
    row: "                                                                    tps: — · [-]",
  },
  {
    id: "RATE-12",
    facts: SLOW_REQUEST,
    lines: [rateLine],
    row: "                              tps: 3.1 tok/s • 12 tok / 0.9s (avg 41 · ttft 1m05s) · Σ↑900 ↓17 · [-]",
  },
  {
    id: "QTA-01",
    facts: USED_PLAN,
    lines: quotaLines,
    row: "                                  Session: 72.4% | Reset: 45m | Weekly: 93.0% | Weekly Reset: 1d 12h",
  },
  {
    id: "QTA-02",
    facts: USED_PLAN,
    lines: quotaLines,
    row: "              Session: 72.4% | Reset: 45m | Weekly: 93.0% | Weekly Reset: 1d 12h",
  },
  {
    id: "QTA-03",
    facts: USED_PLAN,
    lines: quotaLines,
    row: "                                                    5h 72% ↻45m · wk 93% ↻1d12h",
  },
  {
    id: "QTA-04",
    facts: USED_PLAN,
    lines: quotaLines,
    row: "             5h 72% ↻45m · wk 93% ↻1d12h",
  },
  {
    id: "QTA-05",
    facts: USED_PLAN,
    lines: quotaLines,
    row: "  5h 72% · wk 93% ↻1d12h",
  },
  {
    id: "QTA-06",
    facts: USED_PLAN,
    lines: quotaLines,
    row: " 5h 72% · ↻1d12h",
  },
  {
    id: "QTA-07",
    facts: USED_PLAN,
    lines: quotaLines,
    ascii: true,
    row: "                                 5h 72% @45m · wk 93% @1d12h",
  },
];

// covers: layouts-worked-examples
describe("a worked example is drawn to the character", () => {
  test.each(CASES.map((example) => [example.id, example.row.length, example] as const))(
    "%s at %d columns",
    (_id, widthCols, { facts, lines, ascii, row }) => {
      expect(drawFacts(facts, lines, { widthCols, ascii: ascii === true })).toEqual([row]);
    },
  );
});

describe("a row whose width is unknown", () => {
  test("drops, fills and abbreviates nothing, and has the wide quota line", () => {
    const rows = drawFacts([...FULL_HOUSE, ...USED_PLAN], full.lines);
    expect(rows[1]).toBe(
      "Accept edits | shift+tab to cycle | openai/gpt-5.4-codex@responses high | " +
        "Ctx 35.4% 96k/272k auto | payments-api ⎇ feature/refunds c0ffee1 ↑2 ↓1 (+48,-7) | $1.23 | 47m",
    );
    expect(rows[2]).toBe("Session: 72.4% | Reset: 45m | Weekly: 93.0% | Weekly Reset: 1d 12h");
    expect(rows).toHaveLength(3);
  });

  test("in a place of fewer rows the rate line goes first and the status line never", () => {
    const facts = [...FULL_HOUSE, ...USED_PLAN];
    const rowsOf = (maxRows: number) => drawFacts(facts, full.lines, { widthCols: 120, maxRows });
    const [, status, quota] = rowsOf(3);
    expect(rowsOf(2)).toEqual([status, quota] as string[]);
    expect(rowsOf(1)).toEqual([status] as string[]);
    expect(rowsOf(0)).toEqual([]);
  });

  test("below one column there is no row", () => {
    expect(drawFacts(FULL_HOUSE, full.lines, { widthCols: 0 })).toEqual([]);
    expect(drawFacts(FULL_HOUSE, full.lines, { widthCols: Number.NaN })).toEqual([]);
  });
});
