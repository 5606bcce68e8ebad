/** A node of a machine file and where it stands; how the readers of the format move through it. */

import type { Place, Placed } from "../check/draft.ts";
import { shownName } from "../check/shown-name.ts";
import type { Node } from "./node.ts";

export interface Spot {
  readonly node: Node;
  /** The line is that of the key in a mapping, else that of the node. */
  readonly at: Place;
}

/** A member of a mapping by its name. */
export interface NamedSpot extends Spot {
  readonly name: string;
}

export function rootSpot(node: Node): Spot {
  return { node, at: { line: node.line, path: "" } };
}

/** The members that have a value, without those of a name that was there before. Empty for what is no mapping. */
export function membersOf(spot: Spot): readonly NamedSpot[] {
  if (spot.node.kind !== "map") return [];
  const seen = new Set<string>();
  const members: NamedSpot[] = [];
  for (const { key, line, value } of spot.node.entries) {
    if (seen.has(key)) continue;
    seen.add(key);
    if (isNull(value)) continue;
    members.push({ name: key, node: value, at: { line, path: memberPath(spot.at.path, key) } });
  }
  return members;
}

/** Names of members that are null, and so count as absent. */
export function emptyNamesOf({ node }: Spot): readonly string[] {
  if (node.kind !== "map") return [];
  return node.entries.filter(({ value }) => isNull(value)).map(({ key }) => key);
}

/** The member with that name; undefined when there is none or it is null. */
export function memberOf(spot: Spot | undefined, name: string): Spot | undefined {
  return spot === undefined ? undefined : membersOf(spot).find((member) => member.name === name);
}

/** The items of a list; what is no list is the only one. An index stands in the path where there are several. */
export function itemsOf(spot: Spot | undefined): readonly Spot[] {
  if (spot === undefined) return [];
  if (spot.node.kind !== "list") return [spot];
  const { items } = spot.node;
  return items.map((node, index) => ({
    node,
    at: { line: node.line, path: items.length > 1 ? `${spot.at.path}[${index}]` : spot.at.path },
  }));
}

export function memberPath(path: string, name: string): string {
  const shown = shownName(name);
  return path === "" ? shown : `${path}.${shown}`;
}

/** The text with its place; undefined for anything else. */
export function textAt(spot: Spot | undefined): Placed | undefined {
  return valueAt(spot, (value) => typeof value === "string");
}

export function numberAt(spot: Spot | undefined): Placed<number> | undefined {
  return valueAt(spot, (value) => typeof value === "number");
}

/** Whether it is there and true. */
export function isTrue(spot: Spot | undefined): boolean {
  return spot?.node.kind === "scalar" && spot.node.value === true;
}

function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null;
}

function valueAt<T>(
  spot: Spot | undefined,
  fits: (value: unknown) => value is T,
): Placed<T> | undefined {
  if (spot?.node.kind !== "scalar") return undefined;
  const { value } = spot.node;
  return fits(value) ? { value, at: spot.at } : undefined;
}
