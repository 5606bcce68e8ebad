/**
 * The text that a person is writing: a port to the editor of pi-tui with its undo, kill ring, word
 * motion, folded pastes and completion list. Views outside this folder know this port alone.
 */
import { Editor as PiEditor, type TUI } from "@earendil-works/pi-tui";
import { withoutHiddenMarks } from "../../../text/hidden-marks.ts";
import { createMeasure } from "../../../text/width.ts";
import type { Painter } from "../painter.ts";
import type { Key } from "./key.ts";
import type { Size } from "./screen.ts";

export interface EditorOptions {
  readonly painter: Painter;
  /** Something changed without a key: a completion has arrived. */
  readonly requestDraw: () => void;
}

/** What stands behind the cursor in the list below the text. */
export interface EditorCompletion {
  readonly value: string;
  /** Absent: the value. */
  readonly label?: string;
  readonly describe?: string;
}

export interface CompletionRequest {
  readonly lines: readonly string[];
  readonly line: number;
  /** UTF-16 units before the cursor in its line. */
  readonly col: number;
  /** Tab was pressed. */
  readonly isForced: boolean;
  /** The text has changed since: the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

/** Where completions come from. The chosen value takes the place of `prefix`, which ends at the cursor. */
export interface CompletionSource {
  /** Characters at a word's begin that ask by themselves, such as `@` and `/`. */
  readonly triggers: readonly string[];
  readonly suggest: (
    request: CompletionRequest,
  ) => Promise<
    { readonly prefix: string; readonly items: readonly EditorCompletion[] } | undefined
  >;
}

/** The editor as drawn. */
export interface EditorRows {
  /** The text alone, without a border; at most as many rows as asked, the cursor among them. */
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly col: number };
  /** The open list of completions; empty: none is open. */
  readonly completion: readonly string[];
}

export interface Editor {
  /** The text with every folded paste in full. */
  readonly text: () => string;
  /** The text as shown, a long paste as its marker `[paste #1 +20 lines]`. */
  readonly shownText: () => string;
  readonly isEmpty: () => boolean;
  /** Replaces everything; the cursor goes to the end. */
  readonly setText: (text: string) => void;
  /** Writes at the cursor; `"\n"` begins a new line. */
  readonly insert: (text: string) => void;
  /** Line and UTF-16 units in it. */
  readonly cursor: () => { readonly line: number; readonly col: number };
  readonly render: (size: Size) => EditorRows;
  /** A key or a paste. Enter submits, Tab completes, up and down at the ends go through the history. */
  readonly press: (key: Key) => void;
  readonly isCompleting: () => boolean;
  readonly setCompletion: (source: CompletionSource) => void;
  /** A prompt for up and down; the newest is added last. */
  readonly addToHistory: (prompt: string) => void;
  /** Hears the submitted text in full, after the editor became empty. */
  readonly onSubmit: (listener: (text: string) => void) => void;
  readonly onChange: (listener: (shownText: string) => void) => void;
}

/** Rows of completions at once: more would push the text off a small screen. */
const COMPLETION_ROWS = 6;
/** The engine shows 30 % of the rows of its terminal; the port cuts to the rows that are really there. */
const SHOWN_PART = 0.3;

/** The engine keeps a column for the cursor, and never ends where a wide character has no room beside it. */
const ENGINE_COLS = 3;

/** An empty editor. */
export function createEditor({ painter, requestDraw }: EditorOptions): Editor {
  const terminal = { rows: 24 };
  // The engine asks its screen for no more than these two.
  const engine = { requestRender: requestDraw, terminal } as unknown as TUI;
  const inner = new PiEditor(engine, editorTheme(painter), {
    autocompleteMaxVisible: COMPLETION_ROWS,
  });
  inner.focused = true;
  /** The text and the cursor that the list of completions is about. */
  let completedPlace: string | undefined;
  let changed: ((text: string) => void) | undefined;
  inner.onChange = (text) => changed?.(text);
  return {
    text: () => inner.getExpandedText(),
    shownText: () => inner.getText(),
    isEmpty: () => inner.getText() === "",
    setText: (text) => inner.setText(typed(text)),
    insert: (text) => inner.insertTextAtCursor(typed(text)),
    cursor: () => inner.getCursor(),
    render: ({ widthCols, heightRows }) => {
      terminal.rows = Math.ceil(Math.max(1, heightRows) / SHOWN_PART);
      return readRows(inner.render(Math.max(ENGINE_COLS, widthCols)), heightRows);
    },
    press: (key) => {
      if (TAKES_COMPLETION.has(key.name) && placeOf(inner) !== completedPlace) closeList(inner);
      if (key.name === "paste") {
        inner.handleInput(`\x1b[200~${typed(key.text ?? "")}\x1b[201~`);
        return;
      }
      const before = inner.getText();
      inner.handleInput(key.raw);
      const isKill = key.text === undefined && !DELETES_ONE.has(key.name);
      if (isKill && inner.getText() !== before) closeList(inner);
    },
    isCompleting: () => inner.isShowingAutocomplete(),
    setCompletion: (source) => {
      const answered = (place: string): void => {
        completedPlace = place;
      };
      inner.setAutocompleteProvider(providerOf(source, answered));
    },
    addToHistory: (prompt) => inner.addToHistory(typed(prompt)),
    onSubmit: (listener) => {
      inner.onSubmit = listener;
    },
    onChange: (listener) => {
      changed = listener;
    },
  };
}

/** Keys that take what the list shows; the engine asks for a new list in the background. */
const TAKES_COMPLETION: ReadonlySet<string> = new Set(["enter", "tab"]);
/** After these the engine asks for a new list; after other deletions it keeps the old one. */
const DELETES_ONE: ReadonlySet<string> = new Set(["backspace", "delete"]);
const ESCAPE = "\x1b";

function closeList(inner: PiEditor): void {
  if (inner.isShowingAutocomplete()) inner.handleInput(ESCAPE);
}

function placeOf(inner: PiEditor): string {
  const { line, col } = inner.getCursor();
  return placeIn(inner.getLines(), line, col);
}

function placeIn(lines: readonly string[], line: number, col: number): string {
  return JSON.stringify([lines, line, col]);
}

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g;

/** A text that may stand in the editor: line ends of one kind, no control character. */
function typed(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(CONTROL, "");
}

const MARKS = /\x1b_pi:[^\x07]*\x07/g;
const CURSOR = "\x1b_pi:c\x07";
const measure = createMeasure({ ambiguousWide: false });

/** Takes the borders away: the first row, and the last one before the list of completions. */
function readRows(drawn: readonly string[], heightRows: number): EditorRows {
  const end = drawn.findIndex((row, at) => at > 0 && isBorder(row));
  const all = drawn.slice(1, end);
  const at = Math.max(
    0,
    all.findIndex((row) => row.includes(CURSOR)),
  );
  const height = Math.max(1, heightRows);
  const first = Math.max(0, Math.min(at - height + 1, all.length - height), at - height + 1);
  const rows = all.slice(first, first + height);
  // The engine gives hidden marks no column.
  const before = withoutHiddenMarks((all[at] ?? "").split(CURSOR)[0] ?? "");
  return {
    rows: rows.map((row) => withoutHiddenMarks(row.replace(MARKS, "")).trimEnd()),
    cursor: { row: at - first, col: measure(before) },
    completion: drawn.slice(end + 1).map((row) => row.trimEnd()),
  };
}

/** Borders are marked so that no row of the text can be taken for one. */
const BORDER = "\x1b_pi:border\x07";

function isBorder(row: string): boolean {
  return row.startsWith(BORDER);
}

function editorTheme(painter: Painter) {
  const tone = (name: "accent" | "muted" | "dim") => (text: string) =>
    painter.paint([{ text, tone: name }]);
  return {
    borderColor: (text: string) => `${BORDER}${text}`,
    selectList: {
      selectedPrefix: tone("accent"),
      selectedText: tone("accent"),
      description: tone("muted"),
      scrollInfo: tone("dim"),
      noMatch: tone("muted"),
    },
  };
}

function providerOf(source: CompletionSource, answered: (place: string) => void) {
  return {
    triggerCharacters: [...source.triggers],
    getSuggestions: async (
      lines: string[],
      line: number,
      col: number,
      { signal, force }: { signal: AbortSignal; force?: boolean },
    ) => {
      const place = placeIn(lines, line, col);
      const found = await source.suggest({ lines, line, col, isForced: force === true, signal });
      if (found === undefined || found.items.length === 0) return null;
      const items = found.items.map(({ value, label, describe }) => ({
        value,
        label: label ?? value,
        ...(describe !== undefined && { description: describe }),
      }));
      answered(place);
      return { prefix: found.prefix, items };
    },
    applyCompletion: (
      lines: string[],
      line: number,
      col: number,
      item: { value: string },
      prefix: string,
    ) => {
      const current = lines[line] ?? "";
      const before = current.slice(0, Math.max(0, col - prefix.length));
      // A folder is gone into; everything else is a finished word.
      const value = item.value.endsWith("/") ? item.value : `${item.value} `;
      const rest = current.slice(col).replace(/^ /, "");
      return {
        lines: lines.with(line, `${before}${value}${rest}`),
        cursorLine: line,
        cursorCol: before.length + value.length,
      };
    },
    shouldTriggerFileCompletion: () => true,
  };
}
