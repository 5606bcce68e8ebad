/** Streamed text as entries: where a long one goes on in another entry. */
import { expect, test } from "bun:test";
import { EMPTY_STATE } from "../../wire/runtime/state.ts";
import { MAX_ENTRY_CHARS } from "./bounded.ts";
import { EventLog } from "./event-log.ts";
import { SESSION_TIMES } from "./times.ts";
import { Transcript } from "./transcript.ts";

function told(pieces: readonly string[]): readonly string[] {
  let id = 0;
  const newId = () => `id-${++id}`;
  const log = new EventLog({ state: EMPTY_STATE, fates: new Map(), nowMs: () => 1, newId });
  const transcript = new Transcript(log, SESSION_TIMES, newId);
  for (const text of pieces) transcript.text({ role: "agent", text }, "t");
  transcript.close();
  return log.state().entries.map((entry) => ("text" in entry ? entry.text : ""));
}

const LINES = Array.from({ length: 10_000 }, (_, at) => `Line ${at} of ten thousand\n\n`);

test("a text that is longer than an entry goes on in another one, and no line is torn", () => {
  const pieces = Array.from({ length: 500 }, (_, at) =>
    LINES.slice(at * 20, at * 20 + 20).join(""),
  );
  const texts = told(pieces);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join("")).toBe(LINES.join(""));
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(MAX_ENTRY_CHARS);
    expect(text).toEndWith("\n");
  }
});

test("a text without lines is torn where an entry is full", () => {
  const text = "x".repeat(MAX_ENTRY_CHARS + 10);
  expect(told([text]).map(({ length }) => length)).toEqual([MAX_ENTRY_CHARS, 10]);
});
