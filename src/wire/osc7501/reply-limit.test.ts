import { expect, test } from "bun:test";
import { createReplyLimit } from "./reply-limit.ts";

/** At which of the times a reply was allowed. */
function allowed(timesMs: readonly number[]): readonly number[] {
  const mayReply = createReplyLimit();
  return timesMs.filter((timeMs) => mayReply(timeMs));
}

test("queries without end: ten a second are answered, in the next second ten more", () => {
  const flood = Array.from({ length: 400 }, (_, at) => at * 5);
  expect(allowed(flood)).toEqual([
    ...flood.slice(0, 10),
    ...flood.filter((timeMs) => timeMs >= 1_000).slice(0, 10),
  ]);
});

test("a clock that was set back: answered again", () => {
  const before = Array.from({ length: 11 }, () => 60_000);
  expect(allowed([...before, 5_000])).toHaveLength(11);
});
