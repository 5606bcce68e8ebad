import { describe, expect, test } from "bun:test";
import { corpusBytes, corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import { encodeReply } from "./encode.ts";
import { LIMITS, type ProgramEvent } from "./message.ts";
import { createScanner } from "./scan.ts";

const cases = (["accept", "reject", "recorded"] as const).flatMap(corpusCases);

/** Every event and every byte that is passed on, the end of the stream included. */
function scanned(chunks: readonly Uint8Array[], strip = false) {
  const scanner = createScanner({ strip });
  const events: ProgramEvent[] = [];
  const output: Uint8Array[] = [];
  for (const chunk of chunks) {
    const found = scanner.feed(chunk);
    events.push(...found.events);
    output.push(Uint8Array.from(found.output));
    if (scanner.heldBytes() > LIMITS.sequence) throw new Error("more is held than one sequence");
  }
  output.push(Uint8Array.from(scanner.flush()));
  return { events, output: Buffer.concat(output).toString("latin1") };
}

function oneByteEach(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
}

describe("the corpus", () => {
  // covers: osc7501-scanner-events, osc7501-chunk-splits, osc7501-broken-off, osc7501-oversized
  for (const one of cases) {
    const chunks = one.chunks.map(corpusBytes);
    const whole = Buffer.concat(chunks);

    test(`${one.name}: its events, in its chunks, whole and byte by byte`, () => {
      for (const given of [chunks, [whole], oneByteEach(whole)]) {
        expect(scanned(given).events).toEqual([...one.events]);
        expect(scanned(given, true).events).toEqual([...one.events]);
      }
    });

    test(`${one.name}: the same events and output at every split`, () => {
      const stripped = scanned([whole], true);
      if (one.output !== undefined)
        expect(stripped.output).toBe(Buffer.from(corpusBytes(one.output)).toString("latin1"));
      for (let at = 0; at <= whole.length; at++) {
        const split = scanned([whole.subarray(0, at), whole.subarray(at)], true);
        if (split.output !== stripped.output || !Bun.deepEquals(split.events, one.events))
          throw new Error(`split at ${at}: ${JSON.stringify(split).slice(0, 2_000)}`);
      }
    });
  }

  // covers: osc7501-passes-all
  test("each case without strip: the output is the chunk itself, untouched", () => {
    const scanner = createScanner();
    for (const chunk of cases.flatMap((one) => one.chunks.map(corpusBytes))) {
      const before = chunk.slice();
      expect(scanner.feed(chunk).output).toBe(chunk);
      expect(chunk).toEqual(before);
    }
  });

  // covers: osc7501-reply
  test("each case with a reply: what is written back, and nothing for anything but a query", () => {
    for (const one of cases.filter(({ reply }) => reply !== undefined)) {
      const { events } = scanned(one.chunks.map(corpusBytes));
      const reply = events.map((event) =>
        event.event === "query" ? encodeReply(event.terminator) : "",
      );
      expect([one.name, reply.join("")]).toEqual([one.name, one.reply ?? ""]);
    }
  });
});

describe("createScanner", () => {
  test("events of one chunk: in the order of their bytes", () => {
    const bytes = Buffer.from(
      "a\x1b]7501;?\x07\x1b]133;A\x07b\x1bc\x1b]7501;state=clear\x07\x1b]7501;state=no\x1b\\",
    );
    expect(scanned([bytes]).events).toEqual([
      { event: "query", terminator: "bel" },
      { event: "prompt-start" },
      { event: "reset" },
      { event: "clear", id: "" },
      { event: "reject", reason: "unknown-state" },
    ]);
  });

  test("a mark of a prompt beyond the cap: none, and the next one counts", () => {
    const long = Buffer.from(`\x1b]133;A;${"x".repeat(LIMITS.sequence)}\x07\x1b]133;A\x07`);
    expect(scanned([long]).events).toEqual([{ event: "prompt-start" }]);
  });

  // covers: osc7501-strip
  test("strip, output that ends amid text, control sequence, title: nothing is held", () => {
    for (const open of ["text", "\x1b[3", "\x1b]2;tit", "\x1b]133;A", "\x1b]1", "\x1bPq", "é"]) {
      const scanner = createScanner({ strip: true });
      const chunk = Buffer.from(open);
      expect(scanner.feed(chunk).output).toEqual(chunk);
      expect(scanner.heldBytes()).toBe(open === "\x1b]133;A" ? 1 : 0);
    }
  });

  // covers: osc7501-strip
  test("strip, a beginning of ours at the end of the output: held, given back by flush", () => {
    for (const open of ["\x1b", "\x1b]", "\x1b]7", "\x1b]750", "\x1b]7501"]) {
      const scanner = createScanner({ strip: true });
      const { output } = scanner.feed(Buffer.from(`text${open}`));
      expect(Buffer.from(output).toString()).toBe("text");
      expect(scanner.heldBytes()).toBe(open.length);
      expect(Buffer.from(scanner.flush()).toString()).toBe(open);
      expect(scanner.heldBytes()).toBe(0);
    }
  });

  // covers: osc7501-strip
  test("strip, a report inside the start of another string: what stood around it stands together", () => {
    // As the README of the framing says: strip is no filter against hostile programs.
    const inner = "\x1b]7501;state=idle\x1b\\";
    const { events, output } = scanned([Buffer.from(`\x1b]75${inner}01;state=done\x07`)], true);
    expect(events).toEqual([{ event: "report", record: { id: "", state: "idle" } }]);
    expect(output).toBe("\x1b]7501;state=done\x07");
  });

  test("strip, a report of 1 MB between two texts: gone, its bytes never held", () => {
    const scanner = createScanner({ strip: true });
    const chunks = [
      Buffer.from("a\x1b]7501;z="),
      Buffer.alloc(1_000_000, 0x7a),
      Buffer.from("\x07b"),
    ];
    const output = chunks.map((chunk) => {
      const found = scanner.feed(chunk);
      expect(scanner.heldBytes()).toBeLessThanOrEqual(LIMITS.sequence);
      return Buffer.from(found.output).toString();
    });
    expect(output).toEqual(["a", "", "b"]);
  });

  test("empty chunks anywhere: nothing, and nothing is lost", () => {
    const empty = new Uint8Array(0);
    const chunks = oneByteEach(Buffer.from("a\x1b]7501;state=idle\x1b\\b")).flatMap((one) => [
      one,
      empty,
    ]);
    expect(scanned(chunks, true)).toEqual({
      events: [{ event: "report", record: { id: "", state: "idle" } }],
      output: "ab",
    });
  });

  test("the chunk's memory used again for the next chunk: events of before stay", () => {
    const scanner = createScanner();
    const memory = Buffer.from("\x1b]7501;state=idle:app=one\x07");
    const { events } = scanner.feed(memory);
    memory.write("\x1b]7501;state=done:app=two\x07");
    scanner.feed(memory);
    expect(events).toEqual([{ event: "report", record: { id: "", state: "idle", app: "one" } }]);
  });
});
