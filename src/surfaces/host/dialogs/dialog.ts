/** The contract of a dialog: what asks the person, in the place of the composer. */
import type { IntentAnswer } from "../../../status/intent.ts";
import type { Key } from "../screen/key.ts";
import type { Size } from "../screen/screen.ts";

export interface DialogView {
  /** At most `heightRows` rows, each at most `widthCols` wide, at every size from 1 x 1. Never throws. */
  readonly view: (size: Size) => readonly string[];
  readonly press: (key: Key) => "handled" | "ignored";
  /** Where the cursor stands in the rows of the last view; absent: hidden. */
  readonly cursor: () => { readonly row: number; readonly col: number } | undefined;
}

/** How a dialog stands with its answer. */
export type Sending =
  | { readonly kind: "open" }
  | { readonly kind: "sending" }
  | { readonly kind: "refused"; readonly reason: string };

/** What a dialog is drawn with beside what is asked. */
export interface DialogFrame {
  readonly sending: Sending;
  /** Open interactions, this one among them. */
  readonly openCount: number;
  /** Name of the member that asks; absent: the session itself. */
  readonly member?: string;
}

/** One kind of dialog: it draws itself and turns keys into answers; who sends them is not known here. */
export interface DialogBody<Asked> {
  /** What is asked has changed; drafts stay where they still fit. */
  readonly update: (asked: Asked) => void;
  readonly view: (size: Size, frame: DialogFrame) => readonly string[];
  readonly press: (key: Key) => DialogPress;
  readonly cursor: () => { readonly row: number; readonly col: number } | undefined;
}

export type DialogPress =
  | { readonly kind: "handled" }
  | { readonly kind: "ignored" }
  | { readonly kind: "answer"; readonly answer: IntentAnswer }
  | { readonly kind: "log-in"; readonly methodId: string }
  /** Put away without an answer. */
  | { readonly kind: "hide" };

export const HANDLED: DialogPress = { kind: "handled" };
export const IGNORED: DialogPress = { kind: "ignored" };
