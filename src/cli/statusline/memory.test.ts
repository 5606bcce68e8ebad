import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adapted, History } from "../../sources/harnesses/harness.ts";
import { harnessById } from "../../sources/harnesses/recognise.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import type { Call } from "./call.ts";
import { rememberedContext, rememberedQuota } from "./memory.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = 1_796_040_100_000;

let cacheDir = "";
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), "telltale-memory-"));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

/** The parts of a call that the memory looks at. */
function callAt(
  nowMs: number,
  own: { cacheDir?: string; notes?: string[]; home?: string } = { cacheDir },
): Call {
  const env = { HOME: own.home ?? "/home/ana" };
  const io = { env, nowMs: () => nowMs };
  const paths = own.cacheDir === undefined ? {} : { cacheDir: own.cacheDir };
  const harness = harnessById("claude-code");
  return { io, paths, harness, notes: own.notes ?? [] } as unknown as Call;
}

const payloadOf = (sessionId: string, ...facts: Fact[]): Snapshot =>
  foldAll(EMPTY_SNAPSHOT, [{ kind: "session-started", sessionId }, ...facts]);
const adapted = (context: Adapted["context"]): Adapted => ({ facts: [], context });
const used = (usedTokens: number): Fact => ({
  kind: "context-measured",
  usedTokens,
  source: "usage",
});
const UNKNOWN: readonly Fact[] = [{ kind: "context-measured" }];

describe("the context", () => {
  const remember = (call: Call, state: Adapted["context"], payload: Snapshot, history?: History) =>
    rememberedContext(call, adapted(state), payload, history);

  test("a payload that loses its use for a moment shows the last one of the same session", () => {
    const shown = remember(callAt(NOW_MS), "measured", payloadOf("s-1", used(40_000)));
    expect(shown).toMatchObject([{ kind: "context-measured", usedTokens: 40_000 }]);
    expect(remember(callAt(NOW_MS + 1), "unknown", payloadOf("s-1"))).toMatchObject([
      { usedTokens: 40_000 },
    ]);
  });

  test("another session knows nothing of it", () => {
    remember(callAt(NOW_MS), "measured", payloadOf("s-1", used(40_000)));
    expect(remember(callAt(NOW_MS), "unknown", payloadOf("s-2"))).toEqual(UNKNOWN);
  });

  test("a use of nothing at all after a use is unknown, and stays so", () => {
    remember(callAt(NOW_MS), "measured", payloadOf("s-1", used(40_000)));
    expect(remember(callAt(NOW_MS), "reset", payloadOf("s-1"))).toEqual(UNKNOWN);
    expect(remember(callAt(NOW_MS), "unknown", payloadOf("s-1"))).toEqual(UNKNOWN);
  });

  test("the record's estimate after a summary counts once the record is read to its end", () => {
    const context = { usedTokens: 9_000, source: "estimate" } as const;
    const history: History = { context, caughtUp: true, notes: [] };
    expect(remember(callAt(NOW_MS), "reset", payloadOf("s-1"), history)).toMatchObject([
      { usedTokens: 9_000, source: "estimate" },
    ]);
    const behind = { ...history, caughtUp: false };
    expect(remember(callAt(NOW_MS), "reset", payloadOf("s-2"), behind)).toEqual(UNKNOWN);
  });

  test("without a cache nothing is kept, and nothing fails", () => {
    const bare = () => callAt(NOW_MS, {});
    expect(remember(bare(), "measured", payloadOf("s-1", used(5)))).toMatchObject([
      { usedTokens: 5 },
    ]);
    expect(remember(bare(), "unknown", payloadOf("s-1"))).toEqual(UNKNOWN);
    const unwritable = () => callAt(NOW_MS, { cacheDir: "/dev/null/cache" });
    expect(remember(unwritable(), "measured", payloadOf("s-1", used(5)))).toMatchObject([
      { usedTokens: 5 },
    ]);
    expect(remember(unwritable(), "unknown", payloadOf("s-1"))).toEqual(UNKNOWN);
  });

  test("no payload, or one without a session: no fact at all", () => {
    expect(rememberedContext(callAt(NOW_MS), undefined, payloadOf("s-1"), undefined)).toEqual([]);
    expect(remember(callAt(NOW_MS), "unknown", EMPTY_SNAPSHOT)).toEqual([]);
  });

  test("what the payload does not say is noted", () => {
    const notes: string[] = [];
    remember(callAt(NOW_MS, { cacheDir, notes }), "unknown", payloadOf("s-1"));
    expect(notes).toEqual(["context: the payload says nothing; unknown until the next reply"]);
  });
});

describe("the limits of the account", () => {
  const limits = (usedPct: number, resetsAtMs: number): Fact => ({
    kind: "quota-reported",
    windows: [{ slot: "primary", usedPct, windowMinutes: 300, resetsAtMs }],
  });
  const shown = (call: Call, payload: Snapshot): number | undefined => {
    const [fact] = rememberedQuota(call, payload);
    return fact?.kind === "quota-reported" ? fact.windows[0]?.usedPct : undefined;
  };
  const RESET_MS = NOW_MS + 2 * HOUR_MS;

  test("an idle session that repeats an older, lower value shows the newest of the account", () => {
    expect(shown(callAt(NOW_MS), payloadOf("s-old", limits(1, RESET_MS)))).toBe(1);
    expect(shown(callAt(NOW_MS + 1_000), payloadOf("s-new", limits(5, RESET_MS)))).toBe(5);
    expect(shown(callAt(NOW_MS + 2_000), payloadOf("s-old", limits(1, RESET_MS)))).toBe(5);
  });

  test("a later reset is a newer window and may lower the value", () => {
    shown(callAt(NOW_MS), payloadOf("s-1", limits(80, RESET_MS)));
    const later = payloadOf("s-1", limits(2, RESET_MS + 5 * HOUR_MS));
    expect(shown(callAt(NOW_MS + 3 * HOUR_MS), later)).toBe(2);
  });

  test("another account has its own memory", () => {
    shown(callAt(NOW_MS), payloadOf("s-1", limits(80, RESET_MS)));
    const other = callAt(NOW_MS + 1, { cacheDir, home: "/home/ben" });
    expect(shown(other, payloadOf("s-2", limits(1, RESET_MS)))).toBe(1);
  });

  test("a payload that says nothing of limits gets none from memory", () => {
    shown(callAt(NOW_MS), payloadOf("s-1", limits(80, RESET_MS)));
    expect(rememberedQuota(callAt(NOW_MS), payloadOf("s-1"))).toEqual([]);
    expect(rememberedQuota(callAt(NOW_MS), foldAll(EMPTY_SNAPSHOT, [limits(5, RESET_MS)]))).toEqual(
      [],
    );
    expect(rememberedQuota(callAt(NOW_MS, {}), payloadOf("s-1", limits(5, RESET_MS)))).toEqual([]);
  });
});
