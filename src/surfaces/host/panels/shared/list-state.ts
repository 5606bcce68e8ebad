/** A list that is searched and chosen from: what was typed and which row is selected. Pure. */
import type { Key } from "../../screen/key.ts";
import { EMPTY_QUERY, editQuery, type Query } from "./query.ts";

export interface ListState {
  readonly query: Query;
  /** Key of the selected row; rows come and go while it stays. Absent: the first one. */
  readonly selectedKey?: string;
}

export const OPEN_LIST: ListState = { query: EMPTY_QUERY };

/** Rows that a page key moves by. */
const PAGE_ROWS = 10;

/** Place of the selected row among the keys; the first one where it is gone. */
export function selectedIndex({ selectedKey }: ListState, keys: readonly string[]): number {
  return Math.max(0, selectedKey === undefined ? 0 : keys.indexOf(selectedKey));
}

/** The state after a key; undefined if the key is none of a list. `keys`: what the search leaves. */
export function pressList(
  state: ListState,
  key: Key,
  keys: readonly string[],
): ListState | undefined {
  const at = selectedIndex(state, keys);
  const to = (index: number): ListState => {
    const selectedKey = keys[index];
    return selectedKey === undefined ? state : { ...state, selectedKey };
  };
  const last = keys.length - 1;
  switch (key.name) {
    case "up":
      return to(at === 0 ? last : at - 1);
    case "down":
      return to(at === last ? 0 : at + 1);
    case "pageup":
      return to(Math.max(0, at - PAGE_ROWS));
    case "pagedown":
      return to(Math.min(last, at + PAGE_ROWS));
    default: {
      const query = editQuery(state.query, key);
      if (query === undefined) return undefined;
      // Another search begins at its first row.
      return query.text === state.query.text ? { ...state, query } : { query };
    }
  }
}
