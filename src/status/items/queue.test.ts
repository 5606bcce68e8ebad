import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { queue } from "./queue.ts";

test("how many wait, as a warning; hidden at 0 and when unknown", () => {
  expect(formsOf(queue, [{ kind: "queue-counted", queued: 2 }])).toEqual(["<warning>queue 2"]);
  expect(formsOf(queue, [{ kind: "queue-counted", queued: 0 }])).toEqual([]);
  expect(formsOf(queue, [{ kind: "turn-started" }])).toEqual([]);
  expect(formsOf(queue, [])).toEqual([]);
});
