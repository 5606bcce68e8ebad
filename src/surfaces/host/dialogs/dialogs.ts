/**
 * The dialog that is shown: the one of the open interaction that counts, which is the one that the
 * `[V]` record names. It comes and goes with the state of the session.
 */
import type { HostContext } from "../context.ts";
import type { DialogView } from "./dialog.ts";

export interface Dialogs extends DialogView {
  /** A dialog is there: it takes the keys and stands where the composer stands. */
  readonly isOpen: () => boolean;
  /** Reads the state of the session anew; call it after every change and before drawing. */
  readonly refresh: () => void;
  /** A key went into the composer: keys that were on their way answer no dialog that comes now. */
  readonly typed: () => void;
}

export function dialogs(_context: HostContext): Dialogs {
  return {
    isOpen: () => false,
    refresh: () => {},
    typed: () => {},
    view: () => [],
    press: () => "ignored",
    cursor: () => undefined,
  };
}
