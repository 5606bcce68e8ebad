/**
 * The contract of an item: one piece of a line with an id, that makes cells from a snapshot.
 * To add one: a file here with its test, and a line in `registry.ts`.
 */
import type { Glyphs } from "../../text/ascii.ts";
import type { Measure } from "../../text/measure.ts";
import type { Span } from "../../text/span.ts";
import type { Fact } from "../facts/fact.ts";
import type { Snapshot } from "../snapshot.ts";

/** What an item shows: its forms from widest to narrowest. At least one form, none of them empty. */
export interface Cell {
  readonly forms: readonly (readonly Span[])[];
  /** Columns kept for a text whose length changes all the time, so that neighbours do not blink. */
  readonly reserveCols?: number;
}

/**
 * What must be read from outside the payload before the item can show anything. A source is asked
 * only if an item on the line needs it.
 */
export type Need =
  | "git-head"
  | "git-remote"
  | "git-counts"
  | "git-upstream"
  | "git-changes"
  | "review"
  | "session-state"
  | "record-number"
  | "tokens"
  | "context"
  | "custom-command"
  | "workflow";

/** One option of an item, as it stands in `config.yaml` under `tui.items.<id>`. */
export interface ItemOption {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "string[]";
  /** All that it takes, of its type; for a list, what its members may be. Absent: anything. */
  readonly values?: readonly (string | number)[];
  readonly default?: string | number | boolean | readonly string[];
  readonly describe: string;
}

/** Everything a rendering depends on beside the snapshot. */
export interface RenderOptions {
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Minutes that local time is ahead of UTC. */
  readonly utcOffsetMinutes: () => number;
  /** Columns of the whole row; absent when unknown: nothing is filled, abbreviated or dropped. */
  readonly widthCols?: number;
  readonly ascii: boolean;
  readonly glyphs: Glyphs;
  readonly theme: "dark" | "light";
  /** Spans may carry links. */
  readonly links: boolean;
  readonly measure: Measure;
  /** Home directory, shown as `~`. */
  readonly homeDir?: string;
  /** The options of this item: the layout's, then the person's. */
  readonly itemOptions?: Readonly<Record<string, unknown>>;
}

/** How an item changes with time alone. */
export interface ItemTime {
  /** It shows the same until this many milliseconds of the clock are full again. */
  readonly stepMs: number;
  /** Whether a program that lives on draws it anew at each step now; absent: whenever it draws anyway. */
  readonly ticks?: (snapshot: Snapshot, nowMs: number) => boolean;
}

/** An item: what it needs, what it says of itself, what it shows. */
export interface Item {
  /** Kebab-case; equals the file name. */
  readonly id: string;
  readonly aliases: readonly string[];
  /** One sentence without a full stop, for lists and documents. */
  readonly describe: string;
  /** When the item shows nothing, in a few words: shown by `--explain` and in the documents. */
  readonly absent: string;
  readonly needs: readonly Need[];
  readonly options: readonly ItemOption[];
  /** Facts after which the item shows its widest form. Times are counted from the epoch: now is 0. */
  readonly sample: readonly Fact[];
  /** Lower goes to its next form first. */
  readonly shrink: number;
  /** Lower is dropped first; null is never dropped. */
  readonly drop: number | null;
  /** The item is alone on the line: its text is a machine's. */
  readonly exclusive?: true;
  /** Only a host program tells what it shows: no agent program hands that to a status line command. */
  readonly hostOnly?: true;
  /** Absent: the clock does not change what it shows. */
  readonly time?: ItemTime;
  /** Ids that are left out of a list in which this item stands. */
  readonly replaces?: readonly string[];
  /** The cell, or null when there is nothing to show. Never throws. */
  readonly render: (snapshot: Snapshot, options: RenderOptions) => Cell | null;
}
