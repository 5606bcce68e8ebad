import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import {
  encodeClear,
  encodeQuery,
  encodeReply,
  encodeReport,
  type ReportInput,
  SENT_SEQUENCE_MAX_BYTES,
} from "./encode.ts";
import { KINDS, STATES } from "./message.ts";
import { parseBodyText } from "./parse.ts";

/** The body of a report, or the reason why there is none. */
function bodyOf(input: ReportInput, maxBytes?: number): string {
  const encoded = encodeReport(input, maxBytes === undefined ? {} : { maxBytes });
  if (!encoded.ok) return `refused: ${encoded.reason}`;
  return /^\x1b\]7501;(.*)\x1b\\$/.exec(encoded.value)?.[1] ?? `not framed: ${encoded.value}`;
}

/** The text that a terminal reads of a report. */
function readBack(input: ReportInput) {
  const event = parseBodyText(bodyOf(input));
  return event.event === "report" ? event.record : event;
}

describe("the corpus", () => {
  // covers: osc7501-encodes, osc7501-refuses-to-encode
  for (const one of corpusCases("encode")) {
    test(`${one.name}: ${one.refused === undefined ? "written as it says" : "refused"}`, () => {
      const encoded = encodeReport(one.report, { strict: one.strict ?? false });
      if (one.refused === undefined)
        expect(encoded).toEqual({ ok: true, value: one.sequence ?? "" });
      else expect(encoded.ok ? encoded.value : encoded.reason).toStartWith(`${one.refused} `);
    });
  }
});

// covers: osc7501-encodes
describe("encodeReport", () => {
  test("OSC-01, idle: nothing but the state", () => {
    expect(encodeReport({ state: "idle" })).toEqual({
      ok: true,
      value: "\x1b]7501;state=idle\x1b\\",
    });
  });

  test("OSC-03, blocked on a permission: kind, app and message in their order", () => {
    const report = { msg: "bash · npm test", app: "ama", kind: "permission", state: "blocked" };
    expect(bodyOf(report)).toBe(
      "state=blocked:kind=permission:app=ama:msg=YmFzaCDCtyBucG0gdGVzdA==",
    );
  });

  test("OSC-04, a report with every field: the fixed order, texts in padded base64", () => {
    const report = {
      msg: "read · src/a.ts",
      title: "Audit deps",
      app: "ama",
      progress: 40,
      kind: "permission",
      id: "task/a1",
      state: "blocked",
    };
    expect(bodyOf(report)).toBe(
      "state=blocked:id=task/a1:kind=permission:progress=40:app=ama:title=QXVkaXQgZGVwcw==:" +
        "msg=cmVhZCDCtyBzcmMvYS50cw==",
    );
  });

  test("OSC-05, a field that is wrong or means nothing: only that field is missing", () => {
    expect(bodyOf({ state: "working", kind: "permission", app: "ama" })).toBe(
      "state=working:app=ama",
    );
    expect(bodyOf({ state: "done", progress: 50, app: "ama" })).toBe("state=done:app=ama");
    for (const progress of [101, 2.5, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(bodyOf({ state: "working", progress, app: "ama" })).toBe("state=working:app=ama");
    }
    expect(bodyOf({ state: "blocked", kind: "nope", app: "ama" })).toBe("state=blocked:app=ama");
    for (const app of ["a:b", "", "x".repeat(33), "a/b", "é"]) {
      expect(bodyOf({ state: "blocked", kind: "auth", app })).toBe("state=blocked:kind=auth");
    }
  });

  test("OSC-07, a message of blanks and line breaks: no message", () => {
    expect(bodyOf({ state: "working", msg: "  \n\t" })).toBe("state=working");
  });

  test("OSC-08, a clear with title and message: the clear alone", () => {
    expect(
      bodyOf({ state: "clear", title: "a", msg: "b", app: "ama", kind: "auth", progress: 1 }),
    ).toBe("state=clear");
  });

  test("OSC-09, a message of two lines with a control string inside: one line of plain text", () => {
    expect(readBack({ state: "idle", msg: "line1\nline2\x1b]0;x\x07" })).toMatchObject({
      msg: "line1 line2 ]0;x",
    });
  });

  test("OSC-11, a title of 60 emoji: 47 and an ellipsis, 191 bytes", () => {
    const record = readBack({ state: "idle", title: "😀".repeat(60) });
    const title = `${"😀".repeat(47)}…`;
    expect(record).toEqual({ id: "", state: "idle", title });
    expect(Buffer.byteLength(title)).toBe(191);
  });

  test("OSC-12, a message of 3,000 characters: cut to 2,048 bytes, 2,732 of base64", () => {
    const body = bodyOf({ state: "idle", msg: "x".repeat(3_000) });
    expect(body.slice("state=idle:msg=".length)).toHaveLength(2_732);
    expect(parseBodyText(body)).toMatchObject({ record: { msg: `${"x".repeat(2_045)}…` } });
  });

  test("every field at its longest: within what all readers take", () => {
    const body = bodyOf({
      state: "blocked",
      kind: "permission",
      id: `${"a".repeat(31)}/`.repeat(4).slice(0, -1),
      progress: 100,
      app: "a".repeat(32),
      title: "t".repeat(9_999),
      msg: "m".repeat(9_999),
    });
    expect(parseBodyText(body).event).toBe("report");
    expect(body.length).toBeLessThan(SENT_SEQUENCE_MAX_BYTES);
    expect(SENT_SEQUENCE_MAX_BYTES).toBe(4_094);
  });

  test("too long as a whole: without the message, then without the title, then refused", () => {
    const report = { state: "idle", app: "ama", title: "title", msg: "message" };
    const whole = bodyOf(report).length + "\x1b]7501;\x1b\\".length;
    expect(bodyOf(report, whole)).toEndWith(":msg=bWVzc2FnZQ==");
    expect(bodyOf(report, whole - 1)).toBe("state=idle:app=ama:title=dGl0bGU=");
    expect(bodyOf(report, 40)).toBe("state=idle:app=ama");
    expect(bodyOf(report, 20)).toBe("refused: the report needs 27 bytes of at most 20");
  });

  test("the root: an empty id and an absent one", () => {
    expect(bodyOf({ state: "idle", id: "" })).toBe("state=idle");
    expect(bodyOf({ state: "idle", id: undefined })).toBe("state=idle");
  });

  test("reasons with hostile values: short, on one line, nothing in them that a terminal obeys", () => {
    const value = `\x1b[31m\n\x9b\u2028\u202e\u200b${"x".repeat(5_000)}`;
    for (const input of [
      { state: value },
      { state: "idle", id: value },
      { state: "idle", app: value },
    ]) {
      const encoded = encodeReport(input, { strict: true });
      const reason = encoded.ok ? "" : encoded.reason;
      expect(reason).toMatch(/^(state|id|app) "/);
      expect(reason).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\p{Cf}]/u);
      expect(reason.length).toBeLessThan(300);
    }
  });

  test("any input: a report that can be read, or a reason; ASCII in both", () => {
    const text = fc.option(fc.string({ unit: "binary" }), { nil: undefined });
    const input = fc.record({
      state: fc.oneof(fc.constantFrom(...STATES, "clear"), fc.string()),
      id: text,
      kind: text,
      progress: fc.option(fc.double(), { nil: undefined }),
      app: text,
      title: text,
      msg: text,
    });
    fc.assert(
      fc.property(input, fc.boolean(), (given, strict) => {
        const encoded = encodeReport(given, { strict });
        if (!encoded.ok) return expect(encoded.reason.length).toBeGreaterThan(10);
        expect(encoded.value).toMatch(/^\x1b\]7501;[\x20-\x7e]+\x1b\\$/);
        expect(parseBodyText(encoded.value.slice(7, -2)).event).toMatch(/report|clear/);
      }),
      { numRuns: 500 },
    );
  });
});

describe("strict", () => {
  // covers: osc7501-refuses-to-encode
  test("fields that are right and mean something: the same as without", () => {
    const report = { state: "blocked", id: "a", kind: "auth", progress: 0, app: "ama", msg: "m" };
    expect(encodeReport(report, { strict: true })).toEqual(encodeReport(report));
    expect(encodeClear("a", { strict: true })).toEqual(encodeClear("a"));
  });
});

test("values of other kinds, from a caller without types: left out or refused, never thrown", () => {
  const wrong = JSON.parse('{"kind":1,"progress":"7","app":[],"title":5,"msg":{"a":1}}');
  expect(encodeReport({ state: "blocked", ...wrong })).toEqual({
    ok: true,
    value: "\x1b]7501;state=blocked\x1b\\",
  });
  for (const given of [{ id: 5 }, { id: {} }, { state: 5 }, { state: null }])
    expect(encodeReport({ state: "idle", ...(given as object) }).ok).toBe(false);
});

describe("encodeClear", () => {
  test("an id, none, a wrong one: the subtree, everything, a reason", () => {
    expect(encodeClear("a/b")).toEqual({ ok: true, value: "\x1b]7501;state=clear:id=a/b\x1b\\" });
    expect(encodeClear()).toEqual({ ok: true, value: "\x1b]7501;state=clear\x1b\\" });
    expect(encodeClear("a//b").ok).toBe(false);
  });

  // covers: osc7501-clear-empty
  test("an empty id, as of a variable that was never set: refused, since everything would go", () => {
    const refused = { ok: false, reason: "id is empty: leave it out to clear everything" } as const;
    expect(encodeClear("")).toEqual(refused);
    expect(encodeClear("", { strict: true })).toEqual(refused);
    expect(encodeReport({ state: "clear", id: "" })).toEqual(refused);
  });
});

describe("query and reply", () => {
  // covers: osc7501-reply
  test("the query, and a reply that takes everything: the same, ended as asked", () => {
    expect(encodeQuery()).toBe("\x1b]7501;?\x1b\\");
    expect(encodeReply("st")).toBe("\x1b]7501;?\x1b\\");
    expect(encodeReply("bel")).toBe("\x1b]7501;?\x07");
    expect(encodeReply("st", { states: STATES.toReversed(), kinds: KINDS })).toBe(encodeQuery());
  });

  // covers: osc7501-reply
  test("a reply that takes less: the lists that are not whole, in the order of the protocol", () => {
    expect(encodeReply("st", { states: ["working", "idle"], kinds: ["permission"] })).toBe(
      "\x1b]7501;?:states=idle,working:kinds=permission\x1b\\",
    );
    expect(encodeReply("bel", { states: STATES, kinds: [] })).toBe("\x1b]7501;?:kinds=\x07");
  });
});
