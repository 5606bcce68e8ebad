import { describe, expect, test } from "bun:test";
import { numstatDue, toolEndTriggers } from "./git-schedule.ts";

describe("numstatDue", () => {
  test("triggers at 0, 4, 9.9 and 10 s: starts at 0 and 10 s", () => {
    const starts: number[] = [];
    for (const triggerMs of [0, 4000, 9900, 10_000]) {
      if (numstatDue(starts.at(-1), triggerMs)) starts.push(triggerMs);
    }
    expect(starts).toEqual([0, 10_000]);
  });

  test("the pause counts from the last start, not from the last trigger", () => {
    expect(numstatDue(5000, 14_999)).toBe(false);
    expect(numstatDue(5000, 15_000)).toBe(true);
  });

  test("a clock set back: due", () => {
    expect(numstatDue(1_000_000, 5)).toBe(true);
  });
});

describe("toolEndTriggers", () => {
  test("write, edit, bash, task end: a trigger; read, search, fetch: none", () => {
    for (const tool of ["write", "Edit", "Bash", "task", "MultiEdit", "apply_patch"]) {
      expect(toolEndTriggers(tool)).toBe(true);
    }
    for (const tool of ["read", "Read", "grep", "WebFetch", ""]) {
      expect(toolEndTriggers(tool)).toBe(false);
    }
  });
});
