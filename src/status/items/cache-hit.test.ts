import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { CacheReported } from "../facts/cache.ts";
import { cacheHit } from "./cache-hit.ts";

const forms = (own: Omit<CacheReported, "kind">, ascii = false) =>
  formsOf(cacheHit, [{ kind: "cache-reported", ...own }], { ascii });

test("the rate of the latest request, as a whole number", () => {
  expect(forms({ reporting: "reported", lastHitPct: 83.4, hitPct: 10 })).toEqual([
    "<dim>cache 83%",
  ]);
  expect(forms({ reporting: "reported", lastHitPct: 0 })).toEqual(["<dim>cache 0%"]);
});

test("no request with a rate: the session's", () => {
  expect(forms({ reporting: "reported", hitPct: 90 })).toEqual(["<dim>cache 90%"]);
});

test("an endpoint that has not shown whether it reports, or no rate yet: a dash", () => {
  expect(forms({ reporting: "unknown" })).toEqual(["<dim>cache —"]);
  expect(forms({ reporting: "unknown", lastHitPct: 0 })).toEqual(["<dim>cache —"]);
  expect(forms({ reporting: "reported" })).toEqual(["<dim>cache —"]);
});

test("an endpoint that reports nothing: that, and no rate", () => {
  expect(forms({ reporting: "silent", hitPct: 0 })).toEqual(["<dim>cache not reported"]);
});

test("while a timer keeps it warm a sign follows", () => {
  const warm = { reporting: "reported", lastHitPct: 83, warming: true } as const;
  expect(forms(warm)).toEqual(["<dim>cache 83% ♨"]);
  expect(forms(warm, true)).toEqual(["<dim>cache 83% ~"]);
  expect(forms({ reporting: "unknown", warming: true })).toEqual(["<dim>cache — ♨"]);
});

test("nothing reported: absent, also when it is known how long the cache holds", () => {
  expect(formsOf(cacheHit, [])).toEqual([]);
  expect(formsOf(cacheHit, [{ kind: "cache-held", warm: true, expiresAtMs: 5 }])).toEqual([]);
});
