/**
 * The one fitter. A line is a tree of pieces on two sides; steps shrink or drop pieces, in the
 * order given, until the line fits. Space that is freed is not given back and the order never
 * changes; the last resort is a cut.
 */
import { cutSpans } from "../text/cut.ts";
import type { Measure } from "../text/measure.ts";
import { mergeSpans, plainText, type Span, span } from "../text/span.ts";
import type { Cell } from "./items/item.ts";

/** Spans with their characters and width, found once. */
export interface Ink {
  readonly spans: readonly Span[];
  readonly text: string;
  readonly cols: number;
}

/** An item's cell on its way through the fitter; `form`, `ink` and `alive` are the fitter's. */
export interface Piece {
  readonly kind: "piece";
  readonly id: string;
  readonly forms: readonly (readonly Span[])[];
  readonly reserveCols: number;
  readonly join?: Ink;
  form: number;
  /** The form that stands now; narrower ones are measured only when their turn comes. */
  ink: Ink;
  alive: boolean;
}

/** Pieces and groups that stand together; brackets are drawn while any of them is. */
export interface Group {
  readonly kind: "group";
  readonly nodes: readonly Node[];
  readonly glue: Ink;
  readonly open: Ink;
  readonly close: Ink;
  readonly join?: Ink;
}

/** A part of the tree that a line is. */
export type Node = Piece | Group;

/** What is tried next while the line is too wide. */
export type Step =
  | { readonly kind: "shrink"; readonly piece: Piece }
  | { readonly kind: "drop"; readonly pieces: readonly Piece[] };

/** One line before it is fitted. */
export interface Line {
  readonly left: Group;
  readonly right: Group;
  /** Between the sides when the row is tight. */
  readonly separator: Ink;
  /** In the order in which they are taken; asked for only when the line is too wide. */
  readonly steps: () => readonly Step[];
  readonly ellipsis: Span;
}

/** One finished line. Never wider than the width it was made for. */
export interface Row {
  readonly spans: readonly Span[];
  readonly widthCols: number;
  /** The items that are shown, in order, each with its text. */
  readonly items: readonly RowItem[];
}

/** An item with the text that is left of it. */
export interface RowItem {
  readonly id: string;
  readonly text: string;
}

/** Free columns between the sides from which they are pushed apart. */
const MIN_FILL_COLS = 4;

/** Measures spans. */
export function ink(spans: readonly Span[], measure: Measure): Ink {
  const text = plainText(spans);
  return { spans, text, cols: text === "" ? 0 : measure(text) };
}

/** Makes a piece of a cell. */
export function piece(id: string, cell: Cell, measure: Measure, join?: Ink): Piece {
  const { forms, reserveCols = 0 } = cell;
  const made: Piece = {
    kind: "piece",
    id,
    forms,
    reserveCols,
    form: 0,
    ink: ink(forms[0] ?? [], measure),
    alive: true,
  };
  return join === undefined ? made : { ...made, join };
}

/**
 * Fits a line into a width. An unknown width drops and fills nothing. Null when nothing is left
 * to show, or the width is below one column.
 */
export function fitLine(line: Line, widthCols: number | undefined, measure: Measure): Row | null {
  const width = widthCols === undefined ? undefined : Math.floor(widthCols);
  if (width !== undefined && !(width >= 1)) return null;
  if (width !== undefined) applySteps(line, width, measure);
  const drawing: Drawing = { spans: [], items: [] };
  const leftCols = drawGroup(line.left, drawing);
  const right: Drawing = { spans: [], items: drawing.items };
  const rightCols = drawGroup(line.right, right);
  if (drawing.items.length === 0) return null;
  let cols = leftCols + rightCols;
  if (rightCols > 0) {
    const free = width === undefined ? 0 : width - cols;
    if (leftCols === 0 ? free > 0 : free >= MIN_FILL_COLS) {
      drawing.spans.push(span(" ".repeat(free)));
      cols += free;
    } else if (leftCols > 0) {
      drawing.spans.push(...line.separator.spans);
      cols += line.separator.cols;
    }
    drawing.spans.push(...right.spans);
  }
  const spans = mergeSpans(drawing.spans);
  if (width === undefined || cols <= width) return { spans, widthCols: cols, items: drawing.items };
  const cut = cutSpans(spans, width, measure, line.ellipsis);
  if (cut.length === 0) return null;
  return { spans: cut, widthCols: measure(plainText(cut)), items: drawing.items };
}

function applySteps(line: Line, width: number, measure: Measure): void {
  let need = neededCols(line);
  if (need <= width) return;
  for (const step of line.steps()) {
    if (need <= width) return;
    if (step.kind === "shrink") {
      const narrower = step.piece.forms[step.piece.form + 1];
      if (!step.piece.alive || narrower === undefined) continue;
      step.piece.form += 1;
      step.piece.ink = ink(narrower, measure);
    } else {
      for (const dropped of step.pieces) dropped.alive = false;
    }
    need = neededCols(line);
  }
}

/** Columns that the line asks for: reserves count, so that a changing number moves nothing. */
function neededCols(line: Line): number {
  const left = groupCols(line.left);
  const right = groupCols(line.right);
  return left > 0 && right > 0 ? left + right + line.separator.cols : left + right;
}

function groupCols(group: Group): number {
  let cols = 0;
  for (const node of group.nodes) {
    const own = node.kind === "piece" ? pieceCols(node) : groupCols(node);
    if (own === 0) continue;
    if (cols > 0) cols += (node.join ?? group.glue).cols;
    cols += own;
  }
  return cols > 0 ? cols + group.open.cols + group.close.cols : 0;
}

function pieceCols(node: Piece): number {
  return node.alive ? Math.max(node.ink.cols, node.reserveCols) : 0;
}

interface Drawing {
  readonly spans: Span[];
  readonly items: RowItem[];
}

/** Draws what is alive; gives the real columns. */
function drawGroup(group: Group, drawing: Drawing): number {
  let cols = 0;
  for (const node of group.nodes) {
    const inner: Drawing = { spans: [], items: drawing.items };
    const own = node.kind === "piece" ? drawPiece(node, inner) : drawGroup(node, inner);
    if (own === 0) continue;
    if (cols > 0) {
      const join = node.join ?? group.glue;
      drawing.spans.push(...join.spans);
      cols += join.cols;
    } else drawing.spans.push(...group.open.spans);
    drawing.spans.push(...inner.spans);
    cols += own;
  }
  if (cols === 0) return 0;
  drawing.spans.push(...group.close.spans);
  return cols + group.open.cols + group.close.cols;
}

function drawPiece(node: Piece, drawing: Drawing): number {
  if (!node.alive) return 0;
  const { spans, text, cols } = node.ink;
  for (const part of spans) drawing.spans.push(part);
  drawing.items.push({ id: node.id, text });
  return cols;
}
