import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { apiTime } from "./api-time.ts";

const OPEN = { kind: "session-started", sessionId: "s-1" } as const;
const forms = (apiDurationMs: number) =>
  formsOf(apiTime, [OPEN, { kind: "session-timed", apiDurationMs }]);

test("written as the duration of the session is", () => {
  expect(forms(42_900)).toEqual(["<dim>api <tool>42s"]);
  expect(forms(911_340)).toEqual(["<dim>api <tool>15m"]);
});

test("nothing asked yet, less than nothing, or not known: absent", () => {
  expect(forms(0)).toEqual([]);
  expect(forms(-1)).toEqual([]);
  expect(formsOf(apiTime, [OPEN])).toEqual([]);
  expect(formsOf(apiTime, [])).toEqual([]);
});
