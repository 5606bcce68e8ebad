/**
 * Where the person writes: a header row, the draft, and a list of completions while there are any. It
 * keeps the draft over panels, dialogs, resizing and a change of the screen's mode.
 */
import type { HostContext } from "../context.ts";
import type { Key } from "../screen/key.ts";
import type { Size } from "../screen/screen.ts";

export interface Composer {
  /** At most `heightRows` rows, each at most `widthCols` wide; a row of input is the last to go. */
  readonly view: (size: Size) => readonly string[];
  /** Where the cursor stands in the rows of the last view; absent: in none of them. */
  readonly cursor: () => { readonly row: number; readonly col: number } | undefined;
  /** `ignored`: the key means nothing here (such as escape with nothing open). */
  readonly press: (key: Key) => "handled" | "ignored";
  /** The draft with every folded paste in its place. */
  readonly text: () => string;
  /** Replaces the draft; the cursor stands at its end. */
  readonly setText: (text: string) => void;
  /** Whether a list of completions is open; escape closes it first. */
  readonly isCompleting: () => boolean;
  /** A hint at the left of the header for as long as it is set; takes the place of tips. */
  readonly setHint: (hint: string | undefined) => void;
  /** Ends what it waits for. */
  readonly close: () => void;
}

export interface ComposerDeps {
  readonly context: HostContext;
  /** Enter on a draft that is not blank. `steer`: with alt, for the running turn. The draft is empty by then. */
  readonly onSubmit: (text: string, how: { readonly steer: boolean }) => void;
  /** Commands and their arguments after a slash, best first; `text` is the draft up to the cursor. */
  readonly completeSlash: (text: string) => readonly SlashChoice[];
}

/** A completion of a draft that begins with a slash. */
export interface SlashChoice {
  /** What the whole draft becomes, such as `/statusline full`. */
  readonly text: string;
  /** What the list shows of it. */
  readonly label: string;
  readonly describe?: string;
}

export function composer(_deps: ComposerDeps): Composer {
  return {
    view: () => [],
    cursor: () => undefined,
    press: () => "ignored",
    text: () => "",
    setText: () => undefined,
    isCompleting: () => false,
    setHint: () => undefined,
    close: () => undefined,
  };
}
