import type { Layout, LineSpec } from "./layout.ts";

/** The items that the person chose, in their order; the defaults when nothing is chosen. */
export const items: Layout = {
  id: "items",
  describe: "One line of the items you choose",
  lines: [lineOfItems([])],
};

/** The one line of the layout `items`, for a resolved list of ids. */
export function lineOfItems(ids: readonly string[]): LineSpec {
  const order = { shrinks: true, drop: [], dropsRest: true };
  return { left: ids, right: [], separator: " {divider} ", ...order };
}
