import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { rebill } from "./rebill.ts";

const forms = (own: { rebilledUsd?: number; rebilledTokens?: number }) =>
  formsOf(rebill, [{ kind: "cache-reported", reporting: "reported", ...own }]);

test("money where it is known, tokens where there is no price", () => {
  expect(forms({ rebilledUsd: 0.103, rebilledTokens: 38_200 })).toEqual(["<warning>rebill $0.10"]);
  expect(forms({ rebilledTokens: 38_200 })).toEqual(["<warning>rebill 38k tok"]);
  expect(forms({ rebilledUsd: 0.0042 })).toEqual(["<warning>rebill $0.004"]);
});

test("nothing paid again: absent", () => {
  expect(formsOf(rebill, [])).toEqual([]);
  expect(forms({})).toEqual([]);
  expect(forms({ rebilledUsd: 0 })).toEqual([]);
  expect(forms({ rebilledTokens: 0 })).toEqual([]);
  expect(forms({ rebilledUsd: 0, rebilledTokens: 500 })).toEqual([]);
});
