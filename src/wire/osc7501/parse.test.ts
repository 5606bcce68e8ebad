import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { corpusBytes, corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import { LIMITS } from "./message.ts";
import { parseBody, parseBodyText } from "./parse.ts";
import { parseReply } from "./reply.ts";

const text = (value: string) => Buffer.from(value).toString("base64");
const recordOf = (body: string) => {
  const event = parseBodyText(body);
  return event.event === "report" ? event.record : event;
};

/** Cases that are one sequence of ours and nothing else, as their bodies. */
const bodies = (["accept", "reject", "recorded"] as const).flatMap(corpusCases).flatMap((one) => {
  const whole = Buffer.concat(one.chunks.map(corpusBytes)).toString("latin1");
  const body = /^\x1b\]7501;([^\x00-\x1f]*)(\x07|\x1b\\)$/.exec(whole)?.[1];
  return body === undefined ? [] : [{ one, body, sequenceBytes: whole.length }];
});

describe("parseBody", () => {
  // covers: osc7501-pairs, osc7501-refuses-whole, osc7501-limits
  for (const { one, body, sequenceBytes } of bodies) {
    test(`${one.name}: its event`, () => {
      const [event] = one.events;
      const terminator = event?.event === "query" ? event.terminator : "st";
      const bytes = Buffer.from(body, "latin1");
      expect([parseBody(bytes, sequenceBytes, terminator)]).toEqual([...one.events]);
    });
  }

  test("bodies of the corpus: most of its cases are there", () => {
    expect(bodies.length).toBeGreaterThan(85);
  });

  test("a sequence longer than its body says: measured as received", () => {
    const body = Buffer.from("state=idle");
    expect(parseBody(body, LIMITS.sequence, "st").event).toBe("report");
    const reject = { event: "reject", reason: "sequence-too-long" } as const;
    expect(parseBody(body, LIMITS.sequence + 1, "st")).toEqual(reject);
    expect(parseBody(new Uint8Array(1_000_000), 10, "st")).toEqual(reject);
  });

  test("several reasons: the first rule broken in the order of the bytes", () => {
    const reasonOf = (body: string) => {
      const event = parseBodyText(body);
      return event.event === "reject" ? event.reason : event.event;
    };
    expect(reasonOf(`msg=A:${"k".repeat(17)}=1:state=bogus`)).toBe("bad-base64");
    expect(reasonOf("state=bogus:id=a//b")).toBe("unknown-state");
    expect(reasonOf("id=a//b")).toBe("no-state");
  });

  test("names of object members as keys: keys like any other", () => {
    expect(recordOf("state=idle:constructor=x:tostring=y:proto=z")).toEqual({
      id: "",
      state: "idle",
    });
  });

  test("sequences that are full of blanks: as fast as others", () => {
    const blanks = " \t".repeat(LIMITS.sequence / 2 - 20);
    const startMs = performance.now();
    for (let times = 0; times < 100; times++) {
      expect(recordOf(`z=a${blanks}a:state=idle`)).toEqual({ id: "", state: "idle" });
      expect(parseReply(`?:z=a${blanks}a:states=`)?.states).toEqual([]);
    }
    expect(performance.now() - startMs).toBeLessThan(1000);
  });

  test("any bytes: an event, never an error", () => {
    const pair = fc.tuple(
      fc.constantFrom("state", "id", "msg", "title", "app", "progress", "kind", "?", "k", ""),
      fc.constantFrom("=", "", " = ", "=="),
      fc.oneof(fc.string(), fc.base64String(), fc.constantFrom("idle", "blocked", "clear", "50")),
    );
    const body = fc
      .array(pair, { maxLength: 8 })
      .map((all) => all.map((one) => one.join("")).join(":"));
    fc.assert(
      fc.property(fc.oneof(body, fc.string({ unit: "binary" })), (given) => {
        expect(parseBodyText(given).event).toMatch(/^(report|clear|query|reject)$/);
        const bytes = Buffer.from(given, "latin1");
        expect(parseBody(bytes, bytes.length + 9, "st").event).toMatch(
          /^(report|clear|query|reject)$/,
        );
      }),
    );
  });
});

describe("parseBodyText", () => {
  // covers: osc7501-text-body
  for (const { one, body } of bodies.filter(({ one }) => !one.name.includes("sequence-40"))) {
    test(`${one.name}: the same event as from bytes`, () => {
      const bytes = Buffer.from(body, "latin1").toString("utf8");
      const events = one.events.map((event) =>
        event.event === "query" ? { ...event, terminator: "st" } : event,
      );
      expect([parseBodyText(bytes)]).toEqual(events as never);
    });
  }

  test("characters outside ASCII in a pair: the pair is none, its key counted in bytes", () => {
    expect(recordOf("state=idle:app=é:\u{1f600}=x")).toEqual({ id: "", state: "idle" });
    expect(parseBodyText(`state=idle:${"é".repeat(9)}=x`)).toEqual({
      event: "reject",
      reason: "key-too-long",
    });
  });

  test("the longest body: taken; a byte more, or very much more: too long", () => {
    const fill = LIMITS.sequence - "\x1b]7501;state=idle:z=\x07".length;
    expect(parseBodyText(`state=idle:z=${"z".repeat(fill)}`).event).toBe("report");
    const reject = { event: "reject", reason: "sequence-too-long" } as const;
    expect(parseBodyText(`state=idle:z=${"z".repeat(fill + 1)}`)).toEqual(reject);
    expect(parseBodyText("z".repeat(10_000_000))).toEqual(reject);
  });

  test("texts at their limits in characters of several bytes: bytes count", () => {
    const most = "é".repeat(LIMITS.title / 2);
    expect(recordOf(`state=idle:title=${text(most)}`)).toMatchObject({ title: most });
    expect(parseBodyText(`state=idle:title=${text(`${most}a`)}`)).toEqual({
      event: "reject",
      reason: "title-too-long",
    });
  });
});
