/**
 * The status line of the host: an empty row, the lines of the layout, and the block of the person's own
 * command above or below them. Drawn from the snapshot alone.
 */
import type { HostContext } from "../context.ts";
import type { Size } from "../screen/screen.ts";

export interface StatusLine {
  /**
   * Finished rows for the width, at most `heightRows` of them; none if there is nothing to show. The
   * same array while nothing changed. No padding may be added at the sides: a record needs every column.
   */
  readonly rows: (offered: Size) => readonly string[];
  /** Next layout of the round items, full, compact (and one's own lines, if there are any); for Ctrl+G. */
  readonly nextLayout: () => string;
  /** Ids of the items that stand on the line now, for `StatusPort.setItems`. */
  readonly itemIds: () => readonly string[];
}

/** The line of one host. */
export function statusLine(context: HostContext): StatusLine {
  return {
    rows: () => [],
    nextLayout: () => context.ui.statusLayout(),
    itemIds: () => [],
  };
}
