import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ProgramRecord, STATES } from "./message.ts";
import { summarise, summaryLine, URGENCY } from "./summary.ts";

const record = (id: string, state: ProgramRecord["state"], members = {}): ProgramRecord => ({
  id,
  state,
  ...members,
});

// covers: osc7501-summary
describe("summarise", () => {
  test("no records: no summary", () => expect(summarise([])).toBeUndefined());

  test("records of every state: the most urgent one decides, the rest is counted", () => {
    const records = STATES.map((state) => record(state, state));
    const order = [];
    for (let left = records; left.length > 0; ) {
      const decided = summarise(left)?.record.state;
      order.push(decided);
      left = left.filter(({ state }) => state !== decided);
    }
    expect(order).toEqual(["blocked", "error", "done", "working", "idle"]);
    expect([...URGENCY]).toEqual(order as typeof order & never[]);
    expect(summarise([...records, record("x", "idle")])?.counts).toEqual({
      blocked: 1,
      error: 1,
      done: 1,
      working: 1,
      idle: 2,
    });
  });

  test("two records of one state: the newest, with its texts and none of another", () => {
    const records = [
      record("", "working", { app: "top", title: "Root", msg: "old" }),
      record("a", "working", { msg: "new" }),
      record("b", "idle", { title: "B" }),
    ];
    expect(summarise(records)).toMatchObject({ record: records[1], app: "top" });
    expect(summaryLine(records)).toBe("working: new +1 working, 1 idle");
  });
});

// covers: osc7501-summary-line
describe("summaryLine", () => {
  test("no records: empty", () => expect(summaryLine([])).toBe(""));

  test("a blocked record with everything: state, kind, progress, texts; never its app", () => {
    const members = { kind: "permission", progress: 40, app: "x", title: "Audit", msg: "npm test" };
    expect(summaryLine([record("a", "blocked", members)])).toBe(
      "blocked (permission) 40%: Audit: npm test",
    );
  });

  test("a message that fills the line: the count of the others is still there", () => {
    const records = [
      record("w", "working"),
      record("d", "done"),
      record("e", "error", { msg: "\u202e😀".repeat(200) }),
    ];
    const line = summaryLine(records);
    expect(line).toEndWith("😀 +1 done, 1 working");
    expect([...line]).toHaveLength(80);
    expect(summaryLine(records, { maxChars: 30 })).toBe("error: 😀😀😀😀 +1 done, 1 working");
  });

  test("any records at any width: within the width, one line, nothing unseen", () => {
    const any = fc.record({
      id: fc.constantFrom("", "a", "b"),
      state: fc.constantFrom(...STATES),
      title: fc.string({ unit: "binary" }),
      msg: fc.string({ unit: "binary" }),
    });
    fc.assert(
      fc.property(fc.array(any), fc.nat(100), (records, maxChars) => {
        const line = summaryLine(records, { maxChars });
        expect([...line].length).toBeLessThanOrEqual(maxChars);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      }),
    );
  });
});
