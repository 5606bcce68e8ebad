import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encodeRecord } from "./encode.ts";
import {
  type AutomationRecord,
  COUNT_MAX,
  LINE_MAX_UNITS,
  RECORD_COLS,
  RECORD_STATES,
  SEQ_MAX,
} from "./message.ts";
import { parseRecord } from "./parse.ts";
import { REFUSAL_KINDS } from "./refusal.ts";

const CORPUS = join(import.meta.dir, "../../../test/corpus/record");

function corpus(kind: string): readonly (readonly [name: string, content: never])[] {
  const names = readdirSync(join(CORPUS, kind)).sort();
  return names.map((name) => [
    name,
    JSON.parse(readFileSync(join(CORPUS, kind, name), "utf8")) as never,
  ]);
}

const ref = fc
  .array(fc.constantFrom(..."0123456789abcdefghijklmnopqrstuvwxyz"), {
    minLength: 6,
    maxLength: 6,
  })
  .map((letters) => letters.join(""));
const session = fc.option(ref, { nil: undefined });

/** Records without a contradiction. */
const records: fc.Arbitrary<AutomationRecord> = fc
  .record({
    seq: fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: SEQ_MAX })),
    state: fc.constantFrom(...RECORD_STATES),
    session,
    turn: ref,
    request: ref,
    total: fc.nat({ max: COUNT_MAX }),
    active: fc.nat({ max: COUNT_MAX }),
    backgroundTasks: fc.nat({ max: COUNT_MAX }),
  })
  .map(({ session, turn, request, active, total, ...rest }) => {
    const asks = ["perm", "ask", "plan"].includes(rest.state);
    const inTurn = rest.state !== "ready" && rest.state !== "error";
    return {
      ...rest,
      ...(session !== undefined && { session }),
      ...(inTurn && { turn }),
      ...(asks && { request }),
      activeAgents: Math.min(active, total),
      totalAgents: total,
    };
  });

// covers: record-parse, record-refusals
describe("corpus of records", () => {
  for (const [name, content] of corpus("accept")) {
    test(`${name}: gives the record written beside it`, () => {
      const { line, record } = content as { line: string; record: AutomationRecord };
      expect(parseRecord(line)).toEqual({ ok: true, value: record });
    });
  }
  for (const [name, content] of corpus("reject")) {
    test(`${name}: refused for the reason written beside it`, () => {
      const { line, kind } = content as { line: string; kind: string };
      const parsed = parseRecord(line);
      expect(parsed.ok ? "accepted" : parsed.reason.kind).toBe(kind as never);
      if (!parsed.ok) expect(parsed.reason.text.length).toBeGreaterThan(10);
    });
  }

  test("every kind of refusal that one line can have: in the corpus", () => {
    const kinds = new Set(
      corpus("reject").map(([, { kind }]: readonly [string, { kind: string }]) => kind),
    );
    const offScreen = new Set(["not-alone", "may-be-cut"]);
    expect(Object.keys(REFUSAL_KINDS).filter((kind) => !kinds.has(kind))).toEqual([...offScreen]);
  });
});

// covers: record-round-trip
test("any record without a contradiction, written and read: the same record", () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(parseRecord(encodeRecord(record))).toEqual({ ok: true, value: record });
    }),
  );
});

// covers: record-cut
test("a record written into any width below its length: never accepted, as an existing prefix without a sign", () => {
  fc.assert(
    fc.property(records, (record) => {
      const whole = encodeRecord(record);
      for (let widthCols = 0; widthCols <= RECORD_COLS; widthCols++) {
        const cut = encodeRecord(record, { widthCols });
        if (widthCols >= whole.length) expect(cut).toBe(whole);
        else {
          expect(whole.startsWith(cut) && cut.length <= widthCols).toBe(true);
          expect([cut, parseRecord(cut).ok]).toEqual([cut, false]);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("widths that are no widths, NaN, negative and fractions: nothing more than fits", () => {
  const [record] = fc.sample(records, 1) as [AutomationRecord];
  for (const widthCols of [Number.NaN, -5, 0.9]) {
    expect(encodeRecord(record, { widthCols })).toBe("");
  }
  expect(encodeRecord(record, { widthCols: 3.7 })).toBe("[V]");
  expect(encodeRecord(record, { widthCols: Number.POSITIVE_INFINITY })).toBe(encodeRecord(record));
});

test("random texts, with and without the mark: a value or a reason, never an error", () => {
  const word = fc.constantFrom(
    "seq=c",
    "state=done",
    "turn=0a1b2c",
    "agents=1/1",
    "=",
    " ",
    "\x1b",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(word).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (tail, marked) => {
      expect(parseRecord(marked ? `[V] ${tail}` : tail).ok).toBeBoolean();
    }),
    { numRuns: 2000 },
  );
  expect(parseRecord(`[V] ${"a=b ".repeat(LINE_MAX_UNITS)}`)).toMatchObject({
    reason: { kind: "line-too-long" },
  });
});

test("a refusal never repeats the line: its sentence is ours alone", () => {
  const sentences = Object.values(REFUSAL_KINDS).map((text) => text.replaceAll("`", ""));
  fc.assert(
    fc.property(fc.string(), (tail) => {
      const parsed = parseRecord(`[V] ${tail}`);
      if (parsed.ok) return;
      const said = parsed.reason.text.replace(
        /^(?:seq|state|session|turn|request|agents|background): /,
        "",
      );
      expect(sentences).toContain(said as never);
    }),
  );
});

/** The words of a line in which a character differs. */
function damagedKeys(line: string, damaged: string): readonly string[] {
  const [before, after] = [line.split(" "), damaged.split(" ")];
  return before.flatMap((word, at) => (word === after[at] ? [] : [word.split("=")[0] ?? ""]));
}

// covers: record-damage
test("one character replaced, removed or added: refused, or a digit of a number or a sign of a ref differs", () => {
  const damage = fc.constantFrom("replace", "remove", "add");
  const unit = fc.oneof(
    fc.constantFrom(..." =/0123456789abz"),
    fc.string({ minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(records, fc.nat(), damage, unit, (record, place, how, put) => {
      const line = encodeRecord(record);
      const at = place % line.length;
      const rest = line.slice(how === "add" ? at : at + 1);
      const damaged = line.slice(0, at) + (how === "remove" ? "" : put) + rest;
      const parsed = parseRecord(damaged);
      if (damaged === line || !parsed.ok) return;
      const [key = "", ...more] = damagedKeys(line, damaged);
      expect(more).toEqual([]);
      // A ref keeps its length, so it is only ever replaced; what `none` was stays `none`.
      if (["session", "turn", "request"].includes(key)) {
        expect(how).toBe("replace");
        expect(/^[0-9a-z]$/.test(put)).toBe(true);
      } else expect(["seq", "agents", "background"]).toContain(key);
      expect(parsed.value.state).toBe(record.state);
    }),
    { numRuns: 5000 },
  );
});
