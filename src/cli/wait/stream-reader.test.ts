import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createStreamReader } from "./stream-reader.ts";

const recordOf = (state: string, seq = "1") =>
  `[V] seq=${seq} state=${state} session=3j5p7m turn=0a1b2c request=none agents=0/0 background=0`;
const osc = (body: string) => `\x1b]7501;${body}\x1b\\`;

/** The state that is read, or why none is. */
function readingOf(text: string, chunkBytes = text.length): string {
  const reader = createStreamReader({ mayBeLog: true });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.feed(bytes.subarray(at, at + chunkBytes));
  }
  const reading = reader.current();
  return reading.kind === "record" ? `${reading.protocol} ${reading.record.state}` : reading.kind;
}

// covers: wait-osc7501
describe("output with OSC 7501 and records", () => {
  test.each([
    ["OSC 7501 alone", osc("state=working"), "osc7501 run"],
    ["at rest before any work", osc("state=idle"), "osc7501 ready"],
    ["at rest after work", osc("state=working") + osc("state=idle"), "osc7501 cancel"],
    [
      "at rest after its end",
      osc("state=working") + osc("state=done") + osc("state=idle"),
      "osc7501 ready",
    ],
    ["rest said twice", osc("state=working") + osc("state=idle").repeat(2), "osc7501 cancel"],
    ["a task alone", osc("state=working:id=a"), "nothing"],
    ["cleared", osc("state=done") + osc("state=clear"), "nothing"],
    ["a prompt of the shell", `${osc("state=working")}\x1b]133;A\x07`, "nothing"],
    ["both, and they agree", osc("state=done") + recordOf("done"), "record done"],
    ["both at work", recordOf("run") + osc("state=done"), "record run"],
    [
      "a record that says done, and a program at work",
      osc("state=working") + recordOf("done"),
      "unreadable",
    ],
    [
      "a record that says ready, and a program that asks",
      osc("state=blocked") + recordOf("ready").replace("0a1b2c", "none"),
      "osc7501 ask",
    ],
    [
      "a record at work, which a dialog may hide, and a program that asks",
      recordOf("run") + osc("state=blocked:kind=permission"),
      "osc7501 perm",
    ],
    [
      "both ask",
      osc("state=blocked:kind=permission") +
        recordOf("plan").replace("request=none", "request=4d5e6f"),
      "record plan",
    ],
    [
      "a broken record, and OSC 7501",
      osc("state=done") + recordOf("done").slice(0, 40),
      "unreadable",
    ],
    [
      "events printed by a program that is no log",
      `x\n{"event":"report","record":{"id":"","state":"done"}}\n`,
      "nothing",
    ],
    ["JSON that is no log", `{"a":1}\n${recordOf("run")}`, "record run"],
  ])("%s", (_, text, expected) => {
    for (const chunkBytes of [text.length, 7, 1])
      expect(readingOf(text, chunkBytes)).toBe(expected);
  });

  // covers: record-erased
  test.each([
    ["the screen", "\x1b[H\x1b[2J"],
    ["the terminal by a reset", "\x1bc"],
    ["its line", "\r\x1b[2K"],
  ])(
    "a record, then %s erased: no record, now and at the end, until another comes",
    (_, erased) => {
      expect(readingOf(recordOf("done") + erased)).toBe("nothing");
      expect(readingOf(recordOf("done") + erased + osc("state=working"))).toBe("osc7501 run");
      expect(readingOf(recordOf("done") + erased + recordOf("run"))).toBe("record run");
      const reader = createStreamReader({ mayBeLog: false });
      reader.feed(new TextEncoder().encode(recordOf("done") + erased));
      expect(reader.final()).toMatchObject({
        kind: "nothing",
        reason: "the last [V] record was erased from the screen",
      });
    },
  );

  test("an end that is erased and painted anew: the epoch stays, as no turn was between", () => {
    const reader = createStreamReader({ mayBeLog: false });
    const epochs = ["", "\x1b[2J"].map((erased) => {
      reader.feed(new TextEncoder().encode(erased + recordOf("done")));
      const reading = reader.current();
      return reading.kind === "record" ? reading.epoch : undefined;
    });
    expect(epochs).toEqual([0, 0]);
  });

  test("the end: the last word of a program that cleared its records as it left", () => {
    const reader = createStreamReader({ mayBeLog: false });
    reader.feed(new TextEncoder().encode(osc("state=done") + osc("state=clear")));
    expect(reader.final()).toMatchObject({ kind: "record", record: { state: "done" } });
  });

  test("a turn between two looks raises the epoch, the same end said again does not", () => {
    const reader = createStreamReader({ mayBeLog: false });
    const epochAfter = (text: string) => {
      reader.feed(new TextEncoder().encode(text));
      const reading = reader.current();
      return reading.kind === "record" ? reading.epoch : undefined;
    };
    const first = epochAfter(osc("state=done"));
    expect(epochAfter(osc("state=done"))).toBe(first);
    expect(epochAfter(osc("state=working") + osc("state=done"))).not.toBe(first);
  });

  // covers: wait-after
  test("OSC 7501, its seq: how often the judgement changed, however the stream comes in", () => {
    const seqOf = (text: string, chunkBytes = text.length) => {
      const reader = createStreamReader({ mayBeLog: false });
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        reader.feed(bytes.subarray(at, at + chunkBytes));
      }
      const reading = reader.current();
      return reading.kind === "record" ? [reading.record.seq, reading.sinceSeq] : reading.kind;
    };
    const turn = osc("state=working") + osc("state=working:progress=5") + osc("state=done");
    for (const chunkBytes of [500, 7, 1]) {
      expect(seqOf(turn, chunkBytes)).toEqual([2, 2]);
      expect(seqOf(turn + osc("state=working:id=a"), chunkBytes)).toEqual([3, 2]);
      expect(seqOf(turn + osc("state=clear") + osc("state=done"), chunkBytes)).toEqual([4, 4]);
      expect(seqOf(turn + turn, chunkBytes)).toEqual([4, 4]);
    }
  });

  test("random bytes in random pieces, of a log or not: a reading, never an error", () => {
    const part = fc.constantFrom(
      recordOf("done"),
      osc("state=working"),
      '{"event":"report"',
      "\n",
      "}",
      "\x1b]",
    );
    const piece = fc.oneof(part, fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, mayBeLog) => {
        const reader = createStreamReader({ mayBeLog });
        for (const text of pieces) reader.feed(new TextEncoder().encode(text));
        expect(reader.current().kind).toBeString();
        expect(reader.final().kind).toBeString();
      }),
      { numRuns: 1000 },
    );
  });
});
