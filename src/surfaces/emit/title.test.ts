import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Fact } from "../../status/facts/fact.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { anyFact } from "../../testing/any-fact.ts";
import { HOSTILE_TEXTS } from "../../testing/hostile-text.ts";
import { encodeTitle, terminalTitle } from "./title.ts";

const title = (...facts: Fact[]) => terminalTitle(foldAll(EMPTY_SNAPSHOT, facts));

const SESSION: Fact = { kind: "session-started", sessionId: "3f9c2a71-55aa" };
const PLACE: Fact = { kind: "place-known", cwd: "/home/ana/shop/" };
const PROGRAM: Fact = { kind: "harness-known", name: "Claude Code" };
const TURN: Fact = { kind: "turn-started", turnId: "t-1" };

test("nothing known: the name of the program, and no state", () => {
  expect(title()).toBe("Telltale");
  expect(title(SESSION)).toBe("3f9c2a71 | Telltale");
});

test("a turn, a question, its end: state, folder with short session id, program", () => {
  expect(title(SESSION, PLACE, PROGRAM, TURN)).toBe("Working | shop (3f9c2a71) | Claude Code");
  const opened: Fact = { kind: "interaction-opened", requestId: "r-1", asks: "permission" };
  expect(title(PLACE, TURN, opened)).toBe("Needs approval | shop | Telltale");
  const settled: Fact = { kind: "turn-settled", turnId: "t-1", outcome: "cancel" };
  expect(title(TURN, settled)).toBe("Interrupted | Telltale");
});

test("what the person is called for, also where a machine waits; a login; a fault", () => {
  const plan: Fact = { kind: "interaction-opened", requestId: "p", asks: "plan" };
  expect(title({ kind: "turn-idle" }, plan)).toBe("Asks a question | Telltale");
  expect(title(TURN, plan)).toBe("Has a plan to approve | Telltale");
  expect(title({ kind: "login-needed" })).toBe("Needs a login | Telltale");
  expect(title({ kind: "fault-raised" })).toBe("Cannot go on | Telltale");
});

test("hostile names: one line, no control, and the sequence ends where it should", () => {
  for (const text of HOSTILE_TEXTS) {
    const shown = title(
      { ...SESSION, sessionId: text },
      { kind: "place-known", cwd: text },
      { kind: "harness-known", name: text },
    );
    expect(shown).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/);
    expect(shown.length).toBeLessThan(200);
    expect(encodeTitle(text)).toMatch(/^\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\$/);
  }
});

test("any facts: never empty, never longer than its three parts", () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
      const shown = terminalTitle(foldAll(EMPTY_SNAPSHOT, facts));
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThan(200);
    }),
  );
});
