import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  createProgressScanner,
  encodeProgress,
  OSC_NUMBER,
  PROGRESS_STATES,
  type ProgressReport,
  parseProgress,
  progressOfStatus,
  statusOfProgress,
} from "./progress.ts";

const CORPUS = join(import.meta.dir, "../../../test/corpus/progress");

interface Case {
  readonly name: string;
  readonly chunks: readonly string[];
  readonly reports: readonly ProgressReport[];
}

const cases = readdirSync(CORPUS).flatMap(
  (file) =>
    (JSON.parse(readFileSync(join(CORPUS, file), "utf8")) as { readonly cases: readonly Case[] })
      .cases,
);

function scan(chunks: readonly string[]): readonly ProgressReport[] {
  const scanner = createProgressScanner();
  return chunks.flatMap((chunk) => scanner.feed(new TextEncoder().encode(chunk)));
}

// covers: progress-corpus
describe("the corpus of progress", () => {
  test.each(cases.map((one) => [one.name, one] as const))(
    "%s: the reports beside it, in one piece and byte by byte",
    (_, { chunks, reports }) => {
      expect(scan(chunks)).toEqual(reports);
      expect(scan([...chunks.join("")])).toEqual(reports);
    },
  );
});

test("any body of an OSC 9: parsed alone it is what it is in a stream", () => {
  const body = fc.oneof(
    fc.stringMatching(/^4;[0-5](;[0-9]{0,4}){0,2}$/),
    fc.string({ unit: fc.constantFrom(..."04;19x "), maxLength: 40 }),
  );
  fc.assert(
    fc.property(body, (text) => {
      const [report] = scan([`\x1b]${OSC_NUMBER};${text}\x07`]);
      expect(parseProgress(text)).toEqual(report);
    }),
  );
});

// covers: progress-encode
describe("encodeProgress", () => {
  test("each state: read back as it was written", () => {
    for (const state of PROGRESS_STATES) {
      expect(scan([encodeProgress({ state })])).toEqual([{ state }]);
      const hasPct = state !== "removed" && state !== "indeterminate";
      const expected = hasPct ? { state, pct: 40 } : { state };
      expect(scan([encodeProgress({ state, pct: 40 })])).toEqual([expected]);
    }
    expect(encodeProgress({ state: "set", pct: 40 })).toBe("\x1b]9;4;1;40\x1b\\");
  });

  test("any number: a whole percentage in range, or none", () => {
    fc.assert(
      fc.property(fc.double(), (pct) => {
        const [report] = scan([encodeProgress({ state: "set", pct })]);
        expect(report?.state).toBe("set");
        if (Number.isNaN(pct)) expect(report).not.toHaveProperty("pct");
        else expect(report?.pct).toBe(Math.round(Math.min(100, Math.max(0, pct))));
      }),
    );
  });
});

// covers: progress-status
describe("progress and status", () => {
  test("each progress: the status it means", () => {
    const statuses = PROGRESS_STATES.map((state) => statusOfProgress({ state, pct: 40 }));
    expect(statuses).toEqual([
      undefined,
      { state: "working", progress: 40 },
      { state: "error" },
      { state: "working" },
      { state: "working", progress: 40 },
    ]);
  });

  test("each status: the nearest progress", () => {
    const of = (state: Parameters<typeof progressOfStatus>[0]["state"], progress?: number) =>
      progressOfStatus(progress === undefined ? { state } : { state, progress });
    expect([of("idle"), of("done"), of("working"), of("working", 0)]).toEqual([
      { state: "removed" },
      { state: "removed" },
      { state: "indeterminate" },
      { state: "set", pct: 0 },
    ]);
    expect([of("blocked", 3), of("blocked"), of("error")]).toEqual([
      { state: "paused", pct: 3 },
      { state: "paused" },
      { state: "error" },
    ]);
  });
});
