/**
 * Where the person writes: a header row, the draft, and a list of completions while there are any. It
 * keeps the draft over panels, dialogs, resizing and a change of the screen's mode.
 */

import { span } from "../../../text/span.ts";
import type { HostContext } from "../context.ts";
import { createEditor, type Editor } from "../screen/editor.ts";
import type { Key } from "../screen/key.ts";
import { readCells } from "../screen/row-cells.ts";
import type { Size } from "../screen/screen.ts";
import { completions } from "./completions.ts";
import { headerRow } from "./header.ts";

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
}

export interface ComposerDeps {
  readonly context: HostContext;
  /** A draft that is not blank was sent, and is gone. `steer`: it is meant for the running turn. */
  readonly onSubmit: (text: string, how: { readonly steer: boolean }) => void;
  /** Something is said in passing now; tips stay away for as long. */
  readonly hasHint?: () => boolean;
}

/** Rows of the draft at once; more of it scrolls. */
const DRAFT_ROWS = 10;
/** Below this many columns the mark before the draft goes. */
const MARK_FROM_COLS = 8;
const MARK_COLS = 2;

/** Keys that begin a new line, as far as the terminal tells them from enter. */
const NEWLINE: ReadonlySet<string> = new Set(["alt+enter", "shift+enter", "ctrl+enter", "ctrl+j"]);
/** Keys that mean something to the host and nothing to a text. */
const OF_THE_HOST: ReadonlySet<string> = new Set([
  "shift+tab",
  "ctrl+g",
  "ctrl+o",
  "ctrl+t",
  "ctrl+l",
  "ctrl+z",
  "ctrl+end",
  "ctrl+r",
  "pageup",
  "pagedown",
]);

/** An empty composer, with the prompts of before in its history. */
export function composer({ context, onSubmit, hasHint }: ComposerDeps): Composer {
  const { painter, ports, ui } = context;
  const editor = createEditor({ painter, requestDraw: ui.requestDraw });
  editor.setCompletion(completions(context));
  for (const prompt of ports.system.history.read()) editor.addToHistory(prompt);
  let cursor: { readonly row: number; readonly col: number } | undefined;

  const submit = (text: string, steer: boolean): void => {
    if (text.trim() === "") return;
    ports.system.history.add(text);
    editor.addToHistory(text);
    onSubmit(text, { steer });
  };
  editor.onSubmit((text) => submit(text, false));

  return {
    view(size) {
      const header = size.heightRows > 1;
      const drawn = drawDraft(editor, context, size, header ? 1 : 0);
      cursor = drawn.cursor;
      if (!header) return drawn.rows;
      const moment = {
        hasDraft: !editor.isEmpty(),
        isCompleting: editor.isCompleting(),
        hasHint: hasHint?.() === true,
      };
      return [headerRow(context, moment, size.widthCols), ...drawn.rows];
    },
    cursor: () => cursor,
    press: (key) => press(key, editor, submit),
    text: editor.text,
    setText: editor.setText,
    isCompleting: editor.isCompleting,
  };
}

function press(
  key: Key,
  editor: Editor,
  submit: (text: string, steer: boolean) => void,
): "handled" | "ignored" {
  const { name } = key;
  if (OF_THE_HOST.has(name)) return "ignored";
  if (NEWLINE.has(name)) editor.insert("\n");
  else if (name === "escape" || name === "ctrl+c") {
    if (editor.isCompleting()) editor.press(key);
    else if (name === "ctrl+c" && !editor.isEmpty()) editor.setText("");
    else return "ignored";
  } else if (name === "ctrl+d" && editor.isEmpty()) return "ignored";
  else if (name === "ctrl+s") {
    if (editor.isEmpty()) return "ignored";
    const text = editor.text();
    editor.setText("");
    submit(text, true);
  } else editor.press(key);
  return "handled";
}

/** The rows of the draft and of its completions, below `top` rows of others. */
function drawDraft(editor: Editor, { painter }: HostContext, size: Size, top: number) {
  const widthCols = Math.max(1, Math.floor(size.widthCols) || 0);
  const heightRows = Math.max(1, (Math.floor(size.heightRows) || 0) - top);
  const markCols = widthCols >= MARK_FROM_COLS ? MARK_COLS : 0;
  const inner = { widthCols: widthCols - markCols, heightRows: Math.min(heightRows, DRAFT_ROWS) };
  const { rows, cursor, completion } = editor.render(inner);
  const fit = (row: string): string => fitted(row, widthCols, painter.measure);
  const mark = painter.paint([span(painter.isAscii ? ">" : "›", "accent"), span(" ")]);
  const draft = rows.map((row, at) => {
    if (markCols === 0) return fit(row);
    return fit(`${at === 0 ? mark : " ".repeat(MARK_COLS)}${row}`);
  });
  const list = completion.slice(0, Math.max(0, heightRows - draft.length));
  return {
    rows: [...draft, ...list.map((row) => fit(`${" ".repeat(markCols)}${row}`))],
    cursor: {
      row: top + cursor.row,
      col: Math.min(markCols + cursor.col, widthCols - 1),
    },
  };
}

/** The row as it is, or cut; the engine needs two columns for its own rows, and a terminal may have one. */
function fitted(
  row: string,
  widthCols: number,
  measure: HostContext["painter"]["measure"],
): string {
  if (measure(Bun.stripANSI(row)) <= widthCols) return row;
  return readCells(row, widthCols, measure)
    .cells.map((each) => each?.text ?? "")
    .join("");
}
