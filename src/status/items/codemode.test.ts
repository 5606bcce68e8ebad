import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { SwitchesSet } from "../facts/host.ts";
import { codemode } from "./codemode.ts";

const forms = (own: Omit<SwitchesSet, "kind">) =>
  formsOf(codemode, [{ kind: "switches-set", ...own }]);

test("on, or the only way to run", () => {
  expect(forms({ codemode: "on" })).toEqual(["<dim>codemode on"]);
  expect(forms({ codemode: "only", networkOpen: false })).toEqual(["<dim>codemode only"]);
});

test("a network that is not closed off is said in red", () => {
  expect(forms({ codemode: "only", networkOpen: true })).toEqual([
    "<dim>codemode only<error> net!",
  ]);
});

test("off or unknown: absent, whatever the network", () => {
  expect(formsOf(codemode, [])).toEqual([]);
  expect(forms({ networkOpen: true })).toEqual([]);
});
