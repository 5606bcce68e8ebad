/** Counts, money and limits as people saw them go wrong. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import { join } from "node:path";
import { spendLimit } from "../../src/status/items/spend-limit.ts";
import { EMPTY_SNAPSHOT, fold } from "../../src/status/snapshot.ts";
import { testOptions } from "../../src/testing/draw.ts";
import { plainText } from "../../src/text/span.ts";
import { NOW_MS, openSession, payloadOf, type Session } from "./line.ts";

let session: Session;
beforeEach(() => {
  session = openSession();
});
afterEach(() => session.end());

const show = (members: object, options: Record<string, string>, more: object = {}) =>
  session.render(payloadOf(members), { options, ...more });

// covers: tokens-once
test("tokens-twice-as-high: the lines of one answer count once, with its largest output", async () => {
  const line = (output: number) => ({
    type: "assistant",
    message: {
      id: "msg_1",
      model: "m",
      content: [],
      usage: { input_tokens: 100, output_tokens: output, cache_read_input_tokens: 20_000 },
    },
  });
  const path = join(session.folder, "t.jsonl");
  fs.writeFileSync(
    path,
    `${[line(1), line(1), line(412)].map((l) => JSON.stringify(l)).join("\n")}\n`,
  );
  const shown = await show({ transcript_path: path }, { items: "billed-tokens" });
  expect(shown).toBe("Σ↑20k ↓412 R20k");
});

// covers: numbers-rounding
describe("rounded-to-1000k", () => {
  const used = (tokens: number, size?: number) => ({
    context_window: {
      ...(size !== undefined && { context_window_size: size }),
      current_usage: { input_tokens: tokens },
    },
  });

  test.each([
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [999_999, "1.0M"],
    [1_000_000, "1.0M"],
  ])("%d tokens: %s", async (tokens, text) => {
    expect(await show(used(tokens), { items: "context-usage" })).toBe(text);
  });

  test("a window of a million: 1.0M", async () => {
    const shown = await show(used(504_000, 1_000_000), { items: "context-usage" });
    expect(shown).toBe("504k/1.0M");
  });
});

// covers: row-fits, fit-order
test("long-numbers-push-the-tail-off: numbers are short, and what matters least goes first", async () => {
  const usage = { input_tokens: 20, output_tokens: 150_222, cache_read_input_tokens: 40_865_520 };
  const path = join(session.folder, "t.jsonl");
  const answer = { type: "assistant", message: { id: "a", model: "m", content: [], usage } };
  fs.writeFileSync(path, `${JSON.stringify(answer)}\n`);
  const members = {
    transcript_path: path,
    cost: { total_cost_usd: 19.8413, total_duration_ms: 3_600_000 },
    context_window: { context_window_size: 200_000, current_usage: { input_tokens: 90_000 } },
  };
  const wide = await show(members, { layout: "compact", width: "120" });
  expect(wide).toContain("↑40.9M ↓150k");
  expect(wide).toContain("$19.84");
  const narrow = await show(members, { layout: "compact", width: "60" });
  expect(narrow.length).toBeLessThanOrEqual(60);
  expect(narrow).toEndWith("claude-opus-5-5 · ↑40.9M ↓150k · ctx 45% · app · 1h0m");
});

// covers: numbers-rounding
test("floating-point-noise: 14.000000000000002 is 14", async () => {
  const limit = { used_percentage: 14.000000000000002, resets_at: NOW_MS / 1000 + 7200 };
  const members = { rate_limits: { five_hour: limit } };
  expect(await show(members, { items: "rate-limits" })).toBe("5h 14% ↻2h0m");
  expect(await show(members, { layout: "full", width: "100" })).toContain("Session: 14.0% |");
});

// covers: numbers-rounding
test("minus-zero-dollars: a cost that is nothing is not shown, and never with a minus sign", async () => {
  for (const total_cost_usd of ["-0", "-0.0", "-1e-9", "0"]) {
    const json = JSON.stringify(payloadOf({ cost: { total_cost_usd: 777 } }));
    const payload = json.replace("777", total_cost_usd);
    const shown = await session.render(payload, { options: { items: "cost,session-title,model" } });
    expect(shown).toBe("✦ Opus 5.5");
  }
});

// covers: payload-missing-members
test("negative-duration, model-as-text, no-transcript-path: one bad member costs itself alone", async () => {
  const cost = { total_cost_usd: 2, total_duration_ms: -5, total_api_duration_ms: "x" };
  const shown = await show(
    { cost, model: "claude-opus-4-1", transcript_path: undefined },
    { items: "model,duration,api-time,cost,billed-tokens" },
  );
  expect(shown).toBe("✦ claude-opus-4-1 │ $2.00");
});

// covers: spend-without-limit
test("limit-of-null: what was spent, with its currency, and no percent", () => {
  const snapshot = fold(EMPTY_SNAPSHOT, { kind: "spend-reported", used: 5.42, currency: "EUR" });
  const forms = spendLimit.render(snapshot, testOptions() as never)?.forms ?? [];
  expect(forms.map((form) => plainText(form))).toEqual(["€5.42 used"]);
});

// covers: quota-null-is-an-answer
describe("account-without-windows", () => {
  const items = { items: "rate-limits,token-quota,model" };
  const resets_at = NOW_MS / 1000 + 3600;

  test("windows of null: nothing is shown, also after an account that had some", async () => {
    const nulls = { rate_limits: { five_hour: null, seven_day: null } };
    const limited = { rate_limits: { five_hour: { used_percentage: 80, resets_at } } };
    expect(await show(nulls, items)).toBe("✦ Opus 5.5");
    expect(await show(limited, items)).toBe("5h 80% ↻1h0m │ 5h 20% │ ✦ Opus 5.5");
    expect(await show(nulls, items)).toBe("✦ Opus 5.5");
  });
});

// covers: quota-newest-wins
describe("idle-session-reports-an-older-limit", () => {
  const items = { items: "rate-limits" };
  const HOUR_S = 3600;
  const report = (id: string, used: number, resetInS: number) => ({
    session_id: `c0ffee00-0000-4000-8000-0000000000${id}`,
    rate_limits: { five_hour: { used_percentage: used, resets_at: NOW_MS / 1000 + resetInS } },
  });

  test("the newest report of the account counts in every session", async () => {
    const at = (minutes: number) => ({ nowMs: NOW_MS + minutes * 60_000 });
    expect(await show(report("b1", 1, HOUR_S), items, at(0))).toBe("5h 1% ↻1h0m");
    expect(await show(report("a1", 5, HOUR_S), items, at(10))).toBe("5h 5% ↻50m");
    expect(await show(report("b1", 1, HOUR_S), items, at(11))).toBe("5h 5% ↻49m");
  });

  test("a window that has begun anew: the lower figure of it counts", async () => {
    const later = { nowMs: NOW_MS + 2 * HOUR_S * 1000 };
    await show(report("a1", 95, HOUR_S), items);
    expect(await show(report("b1", 2, 6 * HOUR_S), items, later)).toBe("5h 2% ↻4h0m");
  });
});
