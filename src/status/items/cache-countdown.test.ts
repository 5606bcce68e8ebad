import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { CacheHeld } from "../facts/cache.ts";
import { cacheCountdown } from "./cache-countdown.ts";

const forms = (held: Omit<CacheHeld, "kind">, nowMs = 0) =>
  formsOf(cacheCountdown, [{ kind: "cache-held", ...held }], { nowMs });

test("time left to the second, with and without its label", () => {
  expect(forms({ warm: true, expiresAtMs: 247_000 })).toEqual(["<muted>cache 4:07", "<muted>4:07"]);
  expect(forms({ expiresAtMs: 3_600_000 })[1]).toBe("<muted>1h0m");
});

test("under a minute left: a warning", () => {
  expect(forms({ expiresAtMs: 60_000 })[1]).toBe("<muted>1:00");
  expect(forms({ expiresAtMs: 59_999 })[1]).toBe("<warning>0:59");
});

test("the end has come, or the source says that it is cold", () => {
  expect(forms({ warm: true, expiresAtMs: 5_000 }, 5_000)).toEqual(["<muted>cache cold"]);
  expect(forms({ warm: false, expiresAtMs: 9_000 })).toEqual(["<muted>cache cold"]);
  expect(forms({ warm: false })).toEqual(["<muted>cache cold"]);
});

test("no end known of a cache that may be warm: absent", () => {
  expect(forms({ warm: true })).toEqual([]);
  expect(forms({})).toEqual([]);
  expect(formsOf(cacheCountdown, [])).toEqual([]);
});
