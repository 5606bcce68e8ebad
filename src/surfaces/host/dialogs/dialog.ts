/** The contract of a dialog: what asks the person, in the place of the composer. */
import type { Key } from "../screen/key.ts";
import type { Size } from "../screen/screen.ts";

export interface DialogView {
  /** At most `heightRows` rows, each at most `widthCols` wide, at every size from 1 x 1. Never throws. */
  readonly view: (size: Size) => readonly string[];
  readonly press: (key: Key) => "handled" | "ignored";
  /** Where the cursor stands in the rows of the last view; absent: hidden. */
  readonly cursor: () => { readonly row: number; readonly col: number } | undefined;
}
