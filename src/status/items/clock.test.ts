import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { clock } from "./clock.ts";

const NOON_MS = 12 * 3_600_000;
const forms = (nowMs: number, offset = 0, hours?: number) =>
  formsOf(clock, [], {
    nowMs,
    utcOffsetMinutes: () => offset,
    ...(hours !== undefined && { itemOptions: { hours } }),
  });

test.each([
  [0, 0, "00:00"],
  [NOON_MS, 120, "14:00"],
  [NOON_MS, -750, "23:30"],
  [NOON_MS + 59_999, 345, "17:45"],
  [-1, 0, "23:59"],
])("%p ms, %p minutes ahead of UTC, reads %p", (nowMs, offset, text) => {
  expect(forms(nowMs, offset)).toEqual([`<muted>${text}`]);
});

test("with twelve hours, noon and midnight are twelve", () => {
  expect(forms(0, 0, 12)).toEqual(["<muted>12:00 am"]);
  expect(forms(NOON_MS, 0, 12)).toEqual(["<muted>12:00 pm"]);
  expect(forms(NOON_MS, 65, 12)).toEqual(["<muted>1:05 pm"]);
});
