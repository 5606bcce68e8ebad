import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encodeQuery, encodeReport } from "./encode.ts";
import { SCREEN_PIECE_MAX_BYTES, wrapForScreen, wrapForTmux } from "./passthrough.ts";
import { createScanner } from "./scan.ts";

const report = (msg: string) => {
  const encoded = encodeReport({ state: "working", app: "ama", msg });
  return encoded.ok ? encoded.value : "";
};

/** What a wrapper of tmux hands on, as tmux reads it. */
function unwrapTmux(wrapped: string): string {
  const payload = /^\x1bPtmux;((?:[^\x1b]|\x1b\x1b)*)\x1b\\$/.exec(wrapped)?.[1];
  return (payload ?? "not a wrapper").replaceAll("\x1b\x1b", "\x1b");
}

/** The payloads of the pieces, which screen hands on one after another. */
function piecesOf(wrapped: string): readonly string[] {
  const pieces = wrapped.split("\x1b\\");
  expect(pieces.pop()).toBe("");
  for (const piece of pieces) expect(piece).toStartWith("\x1bP");
  return pieces.map((piece) => piece.slice(2));
}

// covers: osc7501-passthrough
describe("wrapForTmux", () => {
  test("a report: every ESC doubled", () => {
    expect(wrapForTmux("\x1b]7501;state=idle\x1b\\")).toBe(
      "\x1bPtmux;\x1b\x1b]7501;state=idle\x1b\x1b\\\x1b\\",
    );
  });

  test("any report and the question for support: the terminal behind gets them as they were", () => {
    fc.assert(
      fc.property(fc.string(), (msg) => {
        const sequences = `${report(msg)}${encodeQuery()}\x1b[c`;
        expect(unwrapTmux(wrapForTmux(sequences))).toBe(sequences);
      }),
    );
  });
});

// covers: osc7501-passthrough
describe("wrapForScreen", () => {
  test("a short report: one piece, ended by BEL inside", () => {
    expect(wrapForScreen("\x1b]7501;state=idle\x1b\\")).toBe("\x1bP\x1b]7501;state=idle\x07\x1b\\");
  });

  test("any reports: pieces of at most 252 bytes that give the sequences, ended by BEL", () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(300), (length, shift) => {
        const sequences = `${"x".repeat(shift)}${report("m".repeat(length))}${encodeQuery()}\x1b[c`;
        const pieces = piecesOf(wrapForScreen(sequences));
        expect(pieces.join("")).toBe(sequences.replaceAll("\x1b\\", "\x07"));
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(SCREEN_PIECE_MAX_BYTES);
          expect(piece).not.toEndWith("\x1b");
        }
      }),
    );
  });
});

test("a wrapped report, read by a scanner of ours: no event, and strip leaves the wrapper whole", () => {
  for (const wrapped of [wrapForTmux(report("short")), wrapForScreen(report("m".repeat(2_000)))]) {
    const bytes = Buffer.from(`a${wrapped}b`);
    const { events, output } = createScanner({ strip: true }).feed(bytes);
    expect(events).toEqual([]);
    expect(Buffer.from(output).toString()).toBe(bytes.toString());
  }
});
