/**
 * Properties of the scanner: how the bytes are cut into chunks never matters, xterm.js finds the same,
 * and what was encoded comes out as it was.
 */
import { expect, test } from "bun:test";
import { Terminal } from "@xterm/headless";
import fc from "fast-check";
import { encodeClear, encodeQuery, encodeReport } from "./encode.ts";
import { fitText } from "./fit-text.ts";
import { KINDS, LIMITS, type ProgramEvent, type ProgramRecord, STATES } from "./message.ts";
import { parseBodyText } from "./parse.ts";
import { wrapForScreen, wrapForTmux } from "./passthrough.ts";
import { createScanner } from "./scan.ts";

const segment = fc.stringMatching(/^[A-Za-z0-9_.+-]{1,32}$/);
const shortSegment = fc.stringMatching(/^[A-Za-z0-9_.+-]{1,14}$/);
const recordId = fc.oneof(
  fc.constant(""),
  segment,
  fc
    .array(shortSegment, { minLength: 2, maxLength: LIMITS.idSegments })
    .map((all) => all.join("/")),
);
/** As the parser gives it: one line, whole characters, within its bytes. */
const line = (maxBytes: number) =>
  fc.string({ unit: "binary", maxLength: maxBytes }).map((text) => fitText(text, maxBytes));
const report: fc.Arbitrary<ProgramRecord> = fc
  .record(
    {
      id: recordId,
      state: fc.constantFrom(...STATES),
      kind: fc.constantFrom(...KINDS),
      progress: fc.integer({ min: 0, max: 100 }),
      app: segment,
      title: line(LIMITS.title),
      msg: line(LIMITS.msg),
    },
    { requiredKeys: ["id", "state"] },
  )
  .map(({ id, state, kind, progress, app, title, msg }) => ({
    id,
    state,
    ...(state === "blocked" && kind !== undefined && { kind }),
    ...((state === "blocked" || state === "working") && progress !== undefined && { progress }),
    ...(app !== undefined && { app }),
    ...(title && { title }),
    ...(msg && { msg }),
  }));
const sequence = report.map((record) => {
  const encoded = encodeReport(record, { strict: record.id !== "" });
  if (!encoded.ok) throw new Error(encoded.reason);
  return encoded.value;
});

/** What streams are made of: our sequences, whole and in pieces, and all that stands near them. */
const pieces = fc.oneof(
  sequence,
  sequence.map(wrapForTmux),
  sequence.map(wrapForScreen),
  fc.tuple(sequence, fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
    const broken = Buffer.from(text, "latin1");
    broken[at % broken.length] = byte;
    return broken.toString("latin1");
  }),
  fc.tuple(sequence, fc.nat()).map(([text, at]) => text.slice(0, at % text.length)),
  fc.tuple(sequence, fc.nat()).map(([text, at]) => text.slice(at % text.length)),
  fc.nat(5_000).map((fill) => `\x1b]7501;state=idle:z=${"z".repeat(fill)}\x07`),
  fc.nat(5_000).map((fill) => `\x1b]75${"\x01".repeat(fill)}01;?\x07`),
  fc.nat(1_000).map((fill) => `\x1bP\x1b]${"x".repeat(fill)}`),
  fc.constantFrom(
    ..."\x1b \x1b\x1b ] 7 7501 ; \\ \x07 \x18 \x1a \n c P tmux; ? : = \x9c \x9d text".split(" "),
    ..."\x1b] \x1b]7501; \x1b]133;A\x07 \x1b]133;A;cl=m\x1b\\ \x1bc \x1b[31m \x1bP \x1bPtmux;".split(
      " ",
    ),
    ..."\x1bPtmux;\x1b\x1b \x1b\\ \x1b]8;;https://example.com\x1b\\ \x1b]2;t\x07 \x1b_G \x1b]7501".split(
      " ",
    ),
  ),
);
const stream = fc
  .array(pieces, { maxLength: 12 })
  .map((all) => Uint8Array.from(Buffer.from(all.join(""), "latin1")));

function scanned(chunks: readonly Uint8Array[], strip: boolean) {
  const scanner = createScanner({ strip });
  const events: ProgramEvent[] = [];
  const output: Buffer[] = [];
  for (const chunk of chunks) {
    const found = scanner.feed(chunk);
    events.push(...found.events);
    output.push(Buffer.from(found.output));
    if (scanner.heldBytes() > LIMITS.sequence)
      throw new Error("more is held than the longest sequence");
  }
  return { events, output: Buffer.concat([...output, scanner.flush()]) };
}

/** The bytes cut at the places, which count from the end of the one before. */
function cut(bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const length of lengths) {
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return [...chunks, bytes.subarray(at)];
}

// covers: osc7501-chunk-splits
test("any stream, any chunks: the same events and the same output", () => {
  const lengths = fc.array(fc.oneof(fc.nat(3), fc.nat(12), fc.nat(3_000)), { maxLength: 60 });
  fc.assert(
    fc.property(stream, lengths, (bytes, chunks) => {
      for (const strip of [false, true]) {
        const whole = scanned([bytes], strip);
        expect(scanned(cut(bytes, chunks), strip)).toEqual(whole);
        expect(scanned(cut(bytes, new Array(bytes.length).fill(1)), strip)).toEqual(whole);
        if (!strip) expect(whole.output).toEqual(Buffer.from(bytes));
      }
    }),
    { numRuns: 400 },
  );
});

// covers: osc7501-strip
test("any whole reports among plain output: taken out, and the rest is as it was", () => {
  const plain = fc.constantFrom(
    "text",
    "é\u{1f600}",
    "\x1b[31m",
    "\x1b]2;t\x07",
    "\r\n",
    "\x1bP1q#\x1b\\",
    "\x1b(B",
  );
  const item = fc.oneof(
    sequence.map((text) => ({ text, ours: true })),
    plain.map((text) => ({ text, ours: false })),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), (items) => {
      const bytes = Buffer.from(items.map(({ text }) => text).join(""));
      const { events, output } = scanned([bytes], true);
      expect(output.toString()).toBe(
        items
          .filter(({ ours }) => !ours)
          .map(({ text }) => text)
          .join(""),
      );
      expect(events.length).toBe(items.filter(({ ours }) => ours).length);
    }),
  );
});

// covers: osc7501-round-trip
test("any record, clear and query: the same after encoding and reading", () => {
  fc.assert(
    fc.property(report, (record) => {
      const encoded = encodeReport(record);
      const bytes = Buffer.from(encoded.ok ? encoded.value : encoded.reason);
      expect(scanned([bytes], false).events).toEqual([{ event: "report", record }]);
      expect(bytes.length).toBeLessThanOrEqual(LIMITS.sequence - 2);
    }),
    { numRuns: 1_000 },
  );
  fc.assert(
    fc.property(recordId, (id) => {
      // What is read of a clear of everything has the root's id, which is never written.
      const encoded = encodeClear(id || undefined);
      const bytes = Buffer.from(encoded.ok ? encoded.value : encoded.reason);
      expect(scanned([bytes], false).events).toEqual([{ event: "clear", id }]);
    }),
  );
  const query: ProgramEvent = { event: "query", terminator: "st" };
  expect(scanned([Buffer.from(encodeQuery())], false).events).toEqual([query]);
});

test("streams without cut strings: xterm.js hands on the same reports, clears and resets", async () => {
  const between = fc.constantFrom(
    "text",
    "\x1b[31m",
    "\x1b]2;t\x07",
    "\r\n",
    "\x1b7",
    "\x1bPq#0\x1b\\",
    "\x1bc",
    "\x1b_x\x1b\\",
    "\x1b[c",
  );
  const closed = fc.array(fc.oneof(sequence, between), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(closed, async (all) => {
      const terminal = new Terminal({ allowProposedApi: true });
      const seen: ProgramEvent[] = [];
      terminal.parser.registerOscHandler(7501, (body) => seen.push(parseBodyText(body)) > 0);
      terminal.parser.registerEscHandler({ final: "c" }, () => seen.push({ event: "reset" }) < 0);
      await new Promise<void>((done) => terminal.write(all.join(""), done));
      expect(scanned([Buffer.from(all.join(""))], false).events).toEqual(seen);
      terminal.dispose();
    }),
    { numRuns: 60 },
  );
});
