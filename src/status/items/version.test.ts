import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { version } from "./version.ts";

test("name and version, then the version alone; in ASCII the same", () => {
  const known = [{ kind: "harness-known", name: "Claude Code", version: "2.1.332" }] as const;
  expect(formsOf(version, known)).toEqual(["<dim>Claude Code 2.1.332", "<dim>v2.1.332"]);
});

test("no version: absent", () => {
  expect(formsOf(version, [])).toEqual([]);
  expect(formsOf(version, [{ kind: "harness-known", name: "Claude Code" }])).toEqual([]);
  expect(formsOf(version, [{ kind: "harness-known", name: "Claude Code", version: " " }])).toEqual(
    [],
  );
});
