import { expect, test } from "bun:test";
import fc from "fast-check";
import { PART_NAMES } from "./part.ts";
import { encodeRecord, parseRecord, type RecordEntry } from "./record.ts";

const word = fc.stringMatching(/^[a-z_]{1,8}$/);
const entry: fc.Arbitrary<RecordEntry> = fc.record({
  harness: word,
  part: fc.constantFrom(...PART_NAMES),
  file: fc.string({ minLength: 1 }).map((text) => text.toWellFormed()),
  hash: fc.stringMatching(/^[0-9a-f]{64}$/),
});

test("any entries, in any order: read back as they were, from the same text", () => {
  const entries = fc.uniqueArray(entry, {
    selector: ({ harness, part }) => `${harness} ${part}`,
    maxLength: 20,
  });
  fc.assert(
    fc.property(entries, (list) => {
      const text = encodeRecord(list);
      expect(encodeRecord(list.toReversed())).toBe(text);
      const read = parseRecord(text);
      expect(read.ok && encodeRecord(read.value)).toBe(text);
    }),
  );
});

test("a record with other things in it: what is understood; a broken one: the line", () => {
  const read = parseRecord(
    'x = 1\n[claude.mcp]\nfile = "a"\nhash = 7\n[codex.mcp]\nfile="b"\nhash="c"\n',
  );
  expect(read).toEqual({
    ok: true,
    value: [{ harness: "codex", part: "mcp", file: "b", hash: "c" }],
  });
  const broken = parseRecord("[a]\n[a]\n");
  expect(!broken.ok && broken.reason.line).toBe(2);
});
