/** The draft of the status line while its panel is open: pure, a state and a key to the next state. */
import { ITEMS } from "../../../status/items/registry.ts";
import { DEFAULT_ITEM_IDS, findItem } from "../../../status/selection.ts";
import { EMPTY_QUERY, editQuery, type Query } from "../panels/shared/query.ts";
import type { Key } from "../screen/key.ts";

export interface DraftRow {
  readonly id: string;
  readonly isChecked: boolean;
}

export interface StatuslineState {
  /** Every ordinary item once, in the order of the draft. */
  readonly rows: readonly DraftRow[];
  /** Saving removes the key. */
  readonly usesDefaults: boolean;
  readonly query: Query;
  /** Place in the rows that the search leaves. */
  readonly selected: number;
  /** `failed`: the last save did; the draft is as it was. */
  readonly phase: "editing" | "saving" | "failed";
  /** What is configured; absent: nothing. */
  readonly configured?: readonly string[];
}

/** What a key leads to beside the next state. */
export type StatuslineEffect =
  | { readonly kind: "none" }
  | { readonly kind: "close" }
  /** Without items the key is removed. */
  | { readonly kind: "save"; readonly items: readonly string[] | undefined };

export interface StatuslineStep {
  readonly state: StatuslineState;
  readonly effect: StatuslineEffect;
}

/** What an item is found by beside its id: its description in the person's language. */
export type DescribeItem = (id: string) => string;

const NONE: StatuslineEffect = { kind: "none" };

/** The panel as it opens: what is configured (or the defaults) in its order, then all other items. */
export function openDraft(configured: readonly string[] | undefined): StatuslineState {
  const listed = configured === undefined ? DEFAULT_ITEM_IDS : ordinary(configured);
  return {
    rows: rowsOf(listed),
    usesDefaults: configured === undefined,
    query: EMPTY_QUERY,
    selected: 0,
    phase: "editing",
    ...(configured !== undefined && { configured: listed }),
  };
}

/** Known ids of ordinary items, the first of equals: what the line itself makes of the list. */
function ordinary(names: readonly string[]): readonly string[] {
  const items = new Set(names.flatMap((name) => findItem(name) ?? []));
  return [...items].filter((item) => item.exclusive !== true).map(({ id }) => id);
}

function rowsOf(checked: readonly string[]): readonly DraftRow[] {
  const rest = ITEMS.filter(({ id, exclusive }) => exclusive !== true && !checked.includes(id));
  return [
    ...checked.map((id) => ({ id, isChecked: true })),
    ...rest.map(({ id }) => ({ id, isChecked: false })),
  ];
}

/** The checked items in their order. */
export function draftItems({ rows }: StatuslineState): readonly string[] {
  return rows.filter(({ isChecked }) => isChecked).map(({ id }) => id);
}

/** Rows whose id or description holds what was typed, in any case. */
export function foundRows(
  { rows, query }: Pick<StatuslineState, "rows" | "query">,
  describe: DescribeItem,
): readonly DraftRow[] {
  const wanted = query.text.toLowerCase();
  if (wanted === "") return rows;
  return rows.filter(({ id }) => `${id} ${describe(id)}`.toLowerCase().includes(wanted));
}

/** The state after a key. While it is being saved every key changes nothing. Never throws. */
export function pressDraft(
  state: StatuslineState,
  key: Key,
  describe: DescribeItem,
): StatuslineStep {
  if (state.phase === "saving") return { state, effect: NONE };
  switch (key.name) {
    case "escape":
    case "ctrl+c":
      return { state, effect: { kind: "close" } };
    case "enter":
      return confirm(state);
    case "up":
      return { state: moveSelection(state, -1, describe), effect: NONE };
    case "down":
      return { state: moveSelection(state, 1, describe), effect: NONE };
    case "space":
      return { state: toggle(state, describe), effect: NONE };
    case "ctrl+r":
      return { state: restoreDefaults(state), effect: NONE };
    case "left":
    case "right":
      if (state.query.text === "") {
        return { state: reorder(state, key.name === "left" ? -1 : 1), effect: NONE };
      }
      return { state: search(state, key), effect: NONE };
    default:
      return { state: search(state, key), effect: NONE };
  }
}

/** The state after a save came to its end; one that worked is closed by whoever saved. */
export function failDraft(state: StatuslineState): StatuslineState {
  return { ...state, phase: "failed" };
}

function confirm(state: StatuslineState): StatuslineStep {
  const items = state.usesDefaults ? undefined : draftItems(state);
  if (isSame(items, state.configured)) return { state, effect: { kind: "close" } };
  return { state: { ...state, phase: "saving" }, effect: { kind: "save", items } };
}

function isSame(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

function moveSelection(
  state: StatuslineState,
  by: -1 | 1,
  describe: DescribeItem,
): StatuslineState {
  const count = foundRows(state, describe).length;
  if (count === 0) return state;
  return { ...state, selected: (state.selected + by + count) % count };
}

function toggle(state: StatuslineState, describe: DescribeItem): StatuslineState {
  const row = foundRows(state, describe)[state.selected];
  if (row === undefined) return state;
  const rows = state.rows.map((other) =>
    other === row ? { ...row, isChecked: !row.isChecked } : other,
  );
  return { ...state, rows, usesDefaults: false };
}

function reorder(state: StatuslineState, by: -1 | 1): StatuslineState {
  const to = state.selected + by;
  const row = state.rows[state.selected];
  const other = state.rows[to];
  if (row === undefined || other === undefined) return state;
  const rows = state.rows.with(state.selected, other).with(to, row);
  return { ...state, rows, selected: to, usesDefaults: false };
}

function restoreDefaults(state: StatuslineState): StatuslineState {
  const rows = rowsOf(DEFAULT_ITEM_IDS);
  return { ...state, rows, usesDefaults: true, query: EMPTY_QUERY, selected: 0 };
}

function search(state: StatuslineState, key: Key): StatuslineState {
  const query = editQuery(state.query, key);
  if (query === undefined) return state;
  return { ...state, query, selected: query.text === state.query.text ? state.selected : 0 };
}
