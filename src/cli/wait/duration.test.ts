import { expect, test } from "bun:test";
import { parseDuration } from "./duration.ts";

// covers: wait-usage
test.each([
  ["1ms", 1],
  ["500ms", 500],
  ["30s", 30_000],
  ["10m", 600_000],
  ["1h", 3_600_000],
  ["576h", 24 * 86_400_000],
])("%s: %d milliseconds", (text, durationMs) => {
  expect(parseDuration(text)).toEqual({ ok: true, value: durationMs });
});

test.each([
  "",
  "0s",
  "10",
  "ms",
  "-1s",
  "+1s",
  "1.5h",
  "1 s",
  "1S",
  "1d",
  "577h",
  "1h30m",
  "999999999h",
  "٣s",
  "1e3s",
])("%p: refused with the right form", (text) => {
  expect(parseDuration(text)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("500ms"),
  });
});
