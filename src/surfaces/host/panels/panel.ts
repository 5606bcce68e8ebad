/**
 * The contract of a panel: a view in the place of the composer that takes the keys while it is open.
 * To add one: a file here with its test, and a line in `registry.ts`.
 */
import type { HostContext } from "../context.ts";
import type { Key } from "../screen/key.ts";
import type { Size } from "../screen/screen.ts";

export interface Panel {
  readonly id: string;
  /** Why it may not be opened now, in the person's language; absent: it may. */
  readonly refuses?: (context: HostContext) => string | undefined;
  /** `argument`: what stood behind the slash command. */
  readonly open: (context: HostContext, argument: string) => PanelView;
}

/** An open panel. */
export interface PanelView {
  /** At most `heightRows` rows, each at most `widthCols` wide, at every size from 1 x 1. Never throws. */
  readonly view: (size: Size) => readonly string[];
  readonly press: (key: Key) => PanelPress;
  /** The same for a host without a screen: rows alone, with nothing to choose; absent: as in the view. */
  readonly plain?: () => readonly string[];
  /** What it shows may have changed; called before it is drawn again. */
  readonly refresh?: () => void;
  /** It was closed or replaced; late results are dropped from now on. */
  readonly close?: () => void;
}

/** `close`: the panel is done. */
export type PanelPress = "handled" | "ignored" | "close";
