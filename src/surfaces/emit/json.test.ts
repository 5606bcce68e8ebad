import { expect, test } from "bun:test";
import fc from "fast-check";
import { automationOf } from "../../status/automation.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { anyFact, KNOWN_SESSION } from "../../testing/any-fact.ts";
import { encodeStatusJson, JSON_TOPICS, statusJson } from "./json.ts";

test("nothing known: the judgement alone, and no topic", () => {
  const nothing = statusJson(EMPTY_SNAPSHOT);
  expect(Object.keys(nothing)).toEqual(["version", "automation"]);
  expect(nothing.automation.state).toBe("run");
});

test("a session of which everything is known: every topic in its place, as it was told", () => {
  const snapshot = foldAll(EMPTY_SNAPSHOT, KNOWN_SESSION);
  const told = statusJson(snapshot);
  expect(Object.keys(told)).toEqual([
    "version",
    "automation",
    ...JSON_TOPICS.map(({ topic }) => topic),
  ]);
  expect(told.turn).toBe(snapshot.turn!);
  expect(told.automation).toEqual(automationOf(snapshot));
});

test("tokens and a window: the shares that the lines show stand beside them", () => {
  const snapshot = foldAll(EMPTY_SNAPSHOT, [
    { kind: "context-window-known", windowTokens: 200_000 },
    { kind: "context-measured", usedTokens: 50_000, source: "usage" },
  ]);
  expect(JSON.parse(encodeStatusJson(snapshot)).context).toEqual({
    windowTokens: 200_000,
    usedTokens: 50_000,
    source: "usage",
    usedPct: 25,
    remainingPct: 75,
  });
});

test("controls and bidi characters in names: escapes on one line, and the same names when read", () => {
  const title = 'a\x1b]0;x\x07\u202e\n\u009b"b';
  const text = encodeStatusJson(
    foldAll(EMPTY_SNAPSHOT, [
      { kind: "session-started", sessionId: "s-1" },
      { kind: "session-titled", title },
    ]),
  );
  expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028-\u202f]/);
  expect(JSON.parse(text).session.title).toBe(title);
});

test("any facts: what is written is what is read back", () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), (facts) => {
      const snapshot = foldAll(EMPTY_SNAPSHOT, facts);
      expect(JSON.parse(encodeStatusJson(snapshot))).toEqual(
        JSON.parse(JSON.stringify(statusJson(snapshot))),
      );
    }),
  );
});
