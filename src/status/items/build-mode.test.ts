import { expect, test } from "bun:test";
import fc from "fast-check";
import { drawFacts } from "../../testing/draw.ts";
import { formsOf } from "../../testing/item-forms.ts";
import { RECORD_COLS } from "../../wire/record/message.ts";
import { parseRecord } from "../../wire/record/parse.ts";
import type { Fact } from "../facts/fact.ts";
import { planLines } from "../plan.ts";
import { buildMode } from "./build-mode.ts";

test("nothing is known: a machine is told to wait, and no id is invented", () => {
  expect(formsOf(buildMode, [])).toEqual([
    "<>[V] seq=0 state=run session=none turn=none request=none agents=0/0 background=0",
  ]);
});

test("a running turn: one form without any paint, ids as references", () => {
  const [form, ...more] = formsOf(buildMode, [
    { kind: "session-started", sessionId: "session-123" },
    { kind: "turn-started", turnId: "turn-456" },
    { kind: "agent-changed", agentId: "a", status: "running" },
    { kind: "agent-changed", agentId: "b", status: "done" },
    { kind: "background-counted", tasks: 3 },
  ]);
  expect(more).toEqual([]);
  expect(form).toBe(
    "<>[V] seq=0 state=run session=v9hm9m turn=i4jq98 request=none agents=1/2 background=3",
  );
});

test("an open question names its request", () => {
  const [form] = formsOf(buildMode, [
    { kind: "turn-started", turnId: "turn-456" },
    { kind: "interaction-opened", requestId: "permission-789", asks: "permission" },
  ]);
  expect(form).toContain("state=perm session=none turn=i4jq98 request=cymua9 ");
});

test("in ASCII the record is the same", () => {
  expect(formsOf(buildMode, [], { ascii: true })).toEqual(formsOf(buildMode, []));
});

// covers: record-cut
test("a row of every width below the record's length: shorter, without a sign, and refused by a reader", () => {
  const lines = planLines({ layout: "items", items: ["build-mode"], lines: [] }, {});
  fc.assert(
    fc.property(fc.nat({ max: 12_000 }), fc.nat({ max: 12_000 }), (tasks, running) => {
      const facts: Fact[] = [
        { kind: "session-started", sessionId: "session-123" },
        { kind: "turn-started", turnId: "turn-456" },
        { kind: "background-counted", tasks },
        { kind: "agent-changed", agentId: `a${running}`, status: "running" },
      ];
      const [whole = ""] = drawFacts(facts, lines);
      expect(parseRecord(whole).ok).toBe(true);
      for (let widthCols = 1; widthCols <= RECORD_COLS; widthCols++) {
        const [row = ""] = drawFacts(facts, lines, { widthCols });
        if (widthCols >= whole.length) expect(row).toBe(whole);
        else {
          expect(whole.startsWith(row)).toBe(true);
          expect(row.length).toBeLessThanOrEqual(widthCols);
          expect([row, parseRecord(row).ok]).toEqual([row, false]);
        }
      }
    }),
    { numRuns: 40 },
  );
});
