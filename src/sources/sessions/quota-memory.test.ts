import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import type { QuotaWindow } from "../../status/facts/quota.ts";
import {
  type QuotaMemory,
  quotaMemoryFile,
  readQuotaMemory,
  rememberQuota,
  writeQuotaMemory,
} from "./quota-memory.ts";

const RESET = 1_796_047_200_000;

const five = (usedPct: number, resetsAtMs = RESET): QuotaWindow[] => [
  { slot: "primary", usedPct, windowMinutes: 300, resetsAtMs },
];

/** Reports of sessions in order; gives what the last of them shows. */
function shown(...reports: [session: string, windows: QuotaWindow[], nowMs: number][]) {
  let memory: QuotaMemory | undefined;
  let fact: ReturnType<typeof rememberQuota>["fact"];
  for (const [session, windows, nowMs] of reports) {
    const result = rememberQuota(memory, session, windows, nowMs);
    memory = result.next;
    fact = result.fact;
  }
  return fact?.windows.map((window) => window.usedPct);
}

describe("rememberQuota", () => {
  test("an idle session that repeats its 1 % of t=1 shows the 5 % that another heard at t=10", () => {
    expect(shown(["b", five(1), 1], ["a", five(5), 10], ["b", five(1), 12])).toEqual([5]);
  });

  test("its next own answer is the newest again, also a lower one", () => {
    expect(shown(["b", five(1), 1], ["a", five(5), 10], ["b", five(6), 15])).toEqual([6]);
    expect(shown(["b", five(1), 1], ["a", five(5), 10], ["b", five(3), 15])).toEqual([3]);
  });

  test("the clock set back by an hour: the next own answer is the newest all the same", () => {
    const hour = 3_600_000;
    expect(shown(["a", five(5), hour + 10], ["a", five(8), 20])).toEqual([8]);
    expect(shown(["a", five(5), hour + 10], ["a", five(4), 20])).toEqual([4]);
  });

  test("a session that was never seen may raise the value of a window but not lower it", () => {
    expect(shown(["a", five(5), 10], ["c", five(2), 20])).toEqual([5]);
    expect(shown(["a", five(5), 10], ["c", five(9), 20])).toEqual([9]);
  });

  test("a later reset is a new window and lowers it; an earlier one is an old report", () => {
    const later = five(0.5, RESET + 18_000_000);
    expect(shown(["a", five(80), 10], ["c", later, 20])).toEqual([0.5]);
    expect(shown(["a", later, 10], ["a2", five(80), 20])).toEqual([0.5]);
  });

  test("an answer that was just heard, with an earlier reset to come: another account, which counts", () => {
    const other = five(3, RESET - 7_200_000);
    expect(shown(["a", five(80), 10], ["a", other, 20])).toEqual([3]);
    expect(shown(["a", five(80), 10], ["a", other, 20], ["b", other, 30])).toEqual([3]);
    // An idle session still repeats what the account before had.
    expect(
      shown(["b", five(80), 5], ["a", five(80), 10], ["a", other, 20], ["b", five(80), 30]),
    ).toEqual([3]);
    // Nothing says how old the first report of a session is, and a reset that is over is an old one.
    expect(shown(["a", five(80), 10], ["c", other, 20])).toEqual([80]);
    expect(shown(["a", five(80), 10], ["a", five(3, 15), 20])).toEqual([80]);
  });

  test("resets that differ by a second are the same window", () => {
    expect(shown(["a", five(5), 10], ["c", five(2, RESET + 1000), 20])).toEqual([5]);
  });

  test("only windows of the payload are shown, each judged by itself", () => {
    const weekly: QuotaWindow = { slot: "secondary", usedPct: 12, resetsAtMs: RESET };
    const { next } = rememberQuota(undefined, "a", [...five(5), weekly], 10);
    expect(rememberQuota(next, "b", five(2), 20).fact?.windows).toEqual(five(5));
  });

  test("a payload without windows shows nothing and forgets nothing", () => {
    const { next } = rememberQuota(undefined, "a", five(5), 10);
    expect(rememberQuota(next, "b", undefined, 20)).toEqual({ next: next! });
    expect(rememberQuota(next, "b", [], 20).fact).toBeUndefined();
  });

  test("an unchanged report changes nothing that would have to be written", () => {
    const { next } = rememberQuota(undefined, "a", five(5), 10);
    expect(rememberQuota(next, "a", five(5), 20).next).toEqual(next!);
  });

  test("hundreds of sessions: the last 50 are remembered", () => {
    let memory: QuotaMemory | undefined;
    for (let index = 0; index < 300; index += 1) {
      memory = rememberQuota(memory, `s${index}`, five(index), index).next;
    }
    expect(memory?.sessions).toHaveLength(50);
  });
});

describe("its file", () => {
  let cacheDir = "";
  beforeEach(() => {
    cacheDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-quota-"));
  });
  afterEach(() => fs.rmSync(cacheDir, { recursive: true, force: true }));

  test("accounts are apart, what was written is read back, and damage costs only itself", () => {
    const path = quotaMemoryFile(cacheDir, "/home/ana/.claude");
    expect(quotaMemoryFile(cacheDir, "/home/ana/.claude-work")).not.toBe(path);
    const { next } = rememberQuota(undefined, "a", five(5), 10);
    writeQuotaMemory(path, undefined, next, 10);
    expect(readQuotaMemory(path)).toEqual(next!);
    const sessions = [{ key: "../x", slots: {} }, ...next!.sessions, 4];
    fs.writeFileSync(path, JSON.stringify({ ...next, windows: { primary: 3 }, sessions }));
    expect(readQuotaMemory(path)).toEqual({ ...next!, windows: {} });
    fs.writeFileSync(path, "{");
    expect(readQuotaMemory(path)).toBeUndefined();
  });
});
