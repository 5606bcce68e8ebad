import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import {
  type ContextMemory,
  readContextMemory,
  rememberContext,
  writeContextMemory,
} from "./context-memory.ts";

const measured = (usedTokens: number, sessionId = "s") =>
  ({ sessionId, state: "measured", usedTokens }) as const;
const unknown = (sessionId = "s") => ({ sessionId, state: "unknown" }) as const;
const reset = (sessionId = "s") => ({ sessionId, state: "reset" }) as const;
const usage = (usedTokens: number) =>
  ({ kind: "context-measured", usedTokens, source: "usage" }) as const;
const estimate = (usedTokens: number) =>
  ({ kind: "context-measured", usedTokens, source: "estimate" }) as const;

describe("rememberContext", () => {
  test("usage 40k, null, 40k in one session: the null keeps 40k", () => {
    const first = rememberContext(undefined, measured(40_000));
    expect(first.fact).toEqual(usage(40_000));
    const flicker = rememberContext(first.next, unknown());
    expect(flicker).toEqual(first);
    expect(rememberContext(flicker.next, measured(40_000)).fact).toEqual(usage(40_000));
  });

  test("null in another session, as after /clear: nothing of the old one is shown", () => {
    const { next } = rememberContext(undefined, measured(40_000, "old"));
    expect(rememberContext(next, unknown("new"))).toEqual({});
  });

  test("null before the first answer: nothing; in a resumed session the usage of its transcript", () => {
    expect(rememberContext(undefined, unknown())).toEqual({});
    const resumed = rememberContext(undefined, unknown(), { usedTokens: 7, source: "usage" });
    expect(resumed.fact).toEqual(usage(7));
  });

  test("zeros after a summary: its size as an estimate, marked as such, until the next answer", () => {
    const before = rememberContext(undefined, measured(144_000)).next;
    const transcript = { usedTokens: 90_000, source: "estimate", replacedTokens: 144_000 } as const;
    const after = rememberContext(before, reset(), transcript);
    expect(after.fact).toEqual(estimate(90_000));
    expect(rememberContext(after.next, unknown()).fact).toEqual(estimate(90_000));
    expect(rememberContext(after.next, measured(91_000)).fact).toEqual(usage(91_000));
  });

  test("zeros without a summary in sight: unknown, never 0, and the old use does not come back", () => {
    const before = rememberContext(undefined, measured(144_000)).next;
    const zeros = rememberContext(before, reset());
    expect(zeros.fact).toBeUndefined();
    expect(rememberContext(zeros.next, unknown()).fact).toBeUndefined();
    const notYetWritten = { usedTokens: 144_000, source: "usage" } as const;
    expect(rememberContext(before, reset(), notYetWritten).fact).toBeUndefined();
  });

  test("72 % from before a summary that is repeated after it: the estimate", () => {
    const transcript = { usedTokens: 90_000, source: "estimate", replacedTokens: 144_000 } as const;
    const before = rememberContext(undefined, measured(144_000)).next;
    for (const previous of [before, undefined]) {
      expect(rememberContext(previous, measured(144_000), transcript).fact).toEqual(
        estimate(90_000),
      );
    }
    expect(rememberContext(before, measured(90_500), transcript).fact).toEqual(usage(90_500));
  });

  test("null after a summary, as older versions send it: the estimate", () => {
    const before = rememberContext(undefined, measured(144_000)).next;
    const transcript = { usedTokens: 90_000, source: "estimate" } as const;
    expect(rememberContext(before, unknown(), transcript).fact).toEqual(estimate(90_000));
  });

  test("a share without tokens is remembered as it is", () => {
    const first = rememberContext(undefined, { sessionId: "s", state: "measured", usedPct: 12.5 });
    expect(rememberContext(first.next, unknown()).fact).toEqual({
      kind: "context-measured",
      usedPct: 12.5,
      source: "usage",
    });
  });
});

describe("its file", () => {
  let cacheDir = "";
  beforeEach(() => {
    cacheDir = fs.mkdtempSync(join(os.tmpdir(), "telltale-context-"));
  });
  afterEach(() => fs.rmSync(cacheDir, { recursive: true, force: true }));

  const memory: ContextMemory = { sessionId: "../s", usedTokens: 5, source: "usage" };

  test("what was written is read back by the same session only, and an equal value is not written again", () => {
    expect(readContextMemory(cacheDir, "../s")).toBeUndefined();
    writeContextMemory(cacheDir, "../s", undefined, memory, 0);
    expect(readContextMemory(cacheDir, "../s")).toEqual(memory);
    expect(readContextMemory(cacheDir, "other")).toBeUndefined();
    const [name = ""] = fs.readdirSync(join(cacheDir, "context")).filter((n) => n.endsWith("json"));
    const { ino } = fs.statSync(join(cacheDir, "context", name));
    writeContextMemory(cacheDir, "../s", readContextMemory(cacheDir, "../s"), memory, 0);
    expect(fs.statSync(join(cacheDir, "context", name)).ino).toBe(ino);
    fs.writeFileSync(join(cacheDir, "context", name), '{"sessionId":"../s","usedTokens":-4}');
    expect(readContextMemory(cacheDir, "../s")).toEqual({ sessionId: "../s" });
    writeContextMemory(cacheDir, "../s", memory, undefined, 0);
    expect(readContextMemory(cacheDir, "../s")).toBeUndefined();
  });
});
