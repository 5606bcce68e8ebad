import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { sandbox } from "./sandbox.ts";

test("on: its name; off or unknown: absent", () => {
  expect(formsOf(sandbox, [{ kind: "switches-set", sandbox: true }])).toEqual(["<dim>sandbox"]);
  expect(formsOf(sandbox, [{ kind: "switches-set", sandbox: false }])).toEqual([]);
  expect(formsOf(sandbox, [{ kind: "switches-set" }])).toEqual([]);
  expect(formsOf(sandbox, [])).toEqual([]);
});
