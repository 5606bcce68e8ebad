import { describe, expect, test } from "bun:test";
import { createOscFramer, type OscEvent } from "./framing.ts";

const ST = "\x1b\\";
const CAP_BYTES = 64;

/** Events with their bodies as text, and what was passed on. */
function framed(chunks: readonly string[], strip: readonly number[] = []) {
  const framer = createOscFramer({ numbers: [9, 7501, 0], strip, capBytes: CAP_BYTES });
  const events: unknown[] = [];
  let output = "";
  const seen = (event: OscEvent) =>
    event.kind === "string" && event.body !== undefined
      ? { ...event, body: Buffer.from(event.body).toString("latin1") }
      : event;
  for (const chunk of chunks) {
    const found = framer.feed(Buffer.from(chunk, "latin1"));
    events.push(...found.events.map(seen));
    output += Buffer.from(found.output).toString("latin1");
  }
  return { events, output, held: framer.heldBytes(), flushed: Buffer.from(framer.flush()) };
}

describe("createOscFramer", () => {
  test("strings of wanted numbers: number, body, length and terminator, in order", () => {
    expect(
      framed([`\x1b]9;4;1;50${ST}\x1b]2;title\x07\x1b]9\x07\x1bc\x1b]0;x\x07`]).events,
    ).toEqual([
      { kind: "string", number: 9, body: "4;1;50", sequenceBytes: 12, terminator: "st" },
      { kind: "string", number: 9, sequenceBytes: 4, terminator: "bel" },
      { kind: "reset" },
      { kind: "string", number: 0, body: "x", sequenceBytes: 6, terminator: "bel" },
    ]);
  });

  test("numbers with a zero in front, longer or shorter ones, no digits: nothing", () => {
    const given = ["09;x", "00;x", "90;x", "750;x", "75011;x", ";x", "x;9"];
    expect(framed(given.map((body) => `\x1b]${body}\x07`)).events).toEqual([]);
  });

  test("exactly the cap: a string; a byte more: oversized, and nothing of it is kept", () => {
    const fill = "x".repeat(CAP_BYTES - 5);
    expect(framed([`\x1b]9;${fill}\x07`]).events).toMatchObject([{ sequenceBytes: CAP_BYTES }]);
    expect(framed([`\x1b]9;${fill}x\x07`]).events).toEqual([{ kind: "oversized", number: 9 }]);
    expect(framed([`\x1b]9;${fill}x`, "x".repeat(1_000)]).held).toBe(0);
  });

  test("a terminator that passes the cap: oversized, whichever of its bytes does", () => {
    const fill = "x".repeat(CAP_BYTES - 5);
    expect(framed([`\x1b]9;${fill}${ST}`]).events).toEqual([{ kind: "oversized", number: 9 }]);
    expect(framed([`\x1b]9;${fill.slice(1)}${ST}`]).events).toMatchObject([{ kind: "string" }]);
  });

  test("bodies of earlier chunks: stay as they were when later ones are read", () => {
    const framer = createOscFramer({ numbers: [9], capBytes: CAP_BYTES });
    const [first] = framer.feed(Buffer.from("\x1b]9;first\x07")).events;
    framer.feed(Buffer.from("\x1b]9;other\x07"));
    expect(first?.kind === "string" && Buffer.from(first.body ?? []).toString()).toBe("first");
  });

  test("a chunk with nothing of ours: passed on as the same memory", () => {
    const framer = createOscFramer({ numbers: [9], strip: [9], capBytes: CAP_BYTES });
    const chunk = Buffer.from("text \x1b[31m in red \x1b]2;title\x07");
    expect(framer.feed(chunk).output).toBe(chunk);
  });
});

describe("strip", () => {
  test("numbers that are not taken out: their events come, their bytes stay", () => {
    const all = `a\x1b]9;x\x07b\x1b]7501;y${ST}c`;
    const { events, output } = framed([all], [7501]);
    expect(events.map((event) => (event as { number: number }).number)).toEqual([9, 7501]);
    expect(output).toBe("a\x1b]9;x\x07bc");
  });

  test("a beginning at the end of a chunk: held until it is decided, either way", () => {
    const open = framed(["text\x1b]75"], [7501]);
    expect([open.output, open.held, open.flushed.toString()]).toEqual(["text", 4, "\x1b]75"]);
    expect(framed(["text\x1b]75", "01;x\x07z"], [7501]).output).toBe("textz");
    expect(framed(["text\x1b]75", "00;x\x07z"], [7501]).output).toBe("text\x1b]7500;x\x07z");
    expect(framed(["text\x1b]", "9;x"], [7501])).toMatchObject({ output: "text\x1b]9;x", held: 1 });
  });

  test("a number that ours cannot begin with: not held at all", () => {
    expect(framed(["text\x1b]1"], [7501])).toMatchObject({ output: "text\x1b]1", held: 0 });
  });

  test("a string of another number cut off by ours, split in between: only ours is taken out", () => {
    for (const chunks of [["\x1b]9;x\x1b]7501;y\x07z"], ["\x1b]9;x\x1b", "]7501;y\x07z"]]) {
      expect(framed(chunks, [7501]).output).toBe("\x1b]9;xz");
    }
  });

  test("ours that broke off: gone up to what ended it", () => {
    expect(framed(["a\x1b]7501;x\x1b", "[31mred"], [7501]).output).toBe("a\x1b[31mred");
    expect(framed(["a\x1b]7501;x\x18b"], [7501]).output).toBe("a\x18b");
    expect(framed(["a\x1b]7501;x\x1b"], [7501]).flushed).toHaveLength(0);
  });

  test("a number that control bytes stretch: held up to the cap, then passed on", () => {
    const stretched = `\x1b]75${"\x00".repeat(CAP_BYTES)}01;x\x07`;
    const { events, output, flushed } = framed([...stretched], [7501]);
    expect(events).toEqual([]);
    expect(output + flushed.toString("latin1")).toBe(stretched);
  });

  test("after a flush: the next chunk begins another stream", () => {
    const framer = createOscFramer({ numbers: [9], strip: [9], capBytes: CAP_BYTES });
    framer.feed(Buffer.from("\x1b]9;open"));
    expect(framer.flush()).toHaveLength(0);
    expect(framer.feed(Buffer.from("text\x07"))).toMatchObject({ events: [] });
    expect(framer.heldBytes()).toBe(0);
  });
});
