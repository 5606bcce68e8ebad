import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Fact } from "../../status/facts/fact.ts";
import { ITEMS } from "../../status/items/registry.ts";
import { EMPTY_SNAPSHOT, foldAll } from "../../status/snapshot.ts";
import { testOptions } from "../../testing/draw.ts";
import { ORIGINS, originOf } from "./item-origins.ts";

const STATED = new URL("../../sources/harnesses/fixtures/facts.json", import.meta.url);
const payloads = Object.values(
  JSON.parse(readFileSync(STATED, "utf8")) as Record<string, { readonly facts: readonly Fact[] }>,
);
const snapshots = payloads.map(({ facts }) => foldAll(EMPTY_SNAPSHOT, facts));

const idsFrom = (origin: string) =>
  ITEMS.filter((item) => originOf(item) === origin).map(({ id }) => id);

/** Whether a payload of a harness makes the item say anything that it does not say without one. */
function isTold(item: (typeof ITEMS)[number]): boolean {
  const draw = (snapshot: (typeof snapshots)[number]) =>
    JSON.stringify(item.render(snapshot, testOptions({ widthCols: 200 })));
  const untold = draw(EMPTY_SNAPSHOT);
  return snapshots.some((snapshot) => draw(snapshot) !== untold);
}

test("items of host programs: no payload of a harness makes them say anything", () => {
  const hostOnly = ITEMS.filter((item) => originOf(item) === "host");
  expect(hostOnly.length).toBeGreaterThan(10);
  expect(hostOnly.filter(isTold)).toEqual([]);
});

test("items of agents: a payload fills each, but for those that hooks and rare plans tell of", () => {
  const untold = ITEMS.filter((item) => originOf(item) === "agent" && !isTold(item));
  expect(untold.map(({ id }) => id)).toEqual(["plan-mode", "mode-hint", "spend-limit"]);
});

test("the other groups: Git's items, one's own, and the record; none is empty", () => {
  expect(idsFrom("script")).toEqual(["build-mode"]);
  expect(idsFrom("own")).toEqual(["custom-command", "terminal-width", "clock", "text", "workflow"]);
  expect(idsFrom("git")).toContain("git-counts");
  expect(ORIGINS.flatMap(({ origin }) => idsFrom(origin)).toSorted()).toEqual(
    ITEMS.map(({ id }) => id).toSorted(),
  );
});
