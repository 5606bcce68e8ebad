import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { directory } from "./directory.ts";

test.each([
  ["/home/ana/src/payments-api", "payments-api"],
  ["/home/ana/src/payments-api/", "payments-api"],
  ["C:\\work\\shop", "shop"],
  ["/home/ana", "ana"],
  ["/", "/"],
  ["/tmp/a\nb", "a b"],
])("%p reads %p", (cwd, name) => {
  expect(formsOf(directory, [{ kind: "place-known", cwd }])).toEqual([`<success>${name}`]);
});

test("not known: absent", () => {
  expect(formsOf(directory, [])).toEqual([]);
  expect(formsOf(directory, [{ kind: "place-known", projectDir: "/x" }])).toEqual([]);
});
