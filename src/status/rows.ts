/** A snapshot and a layout to finished rows. */
import { mergeSpans, type Span, span, type Tone } from "../text/span.ts";
import {
  fitLine,
  type Group,
  type Ink,
  ink,
  type Node,
  type Piece,
  piece,
  type Row,
  type Step,
} from "./fit.ts";
import type { Cell, Item, RenderOptions } from "./items/item.ts";
import type { DropStep, Entry, LineSpec } from "./layouts/layout.ts";
import { paintSegments, powerlineLine } from "./powerline.ts";
import { findItem } from "./selection.ts";
import type { Snapshot } from "./snapshot.ts";

/** The person's options per item id. */
export type ItemOptionsById = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a rendering depends on beside the snapshot and the layout. */
export interface RowsOptions extends Omit<RenderOptions, "itemOptions"> {
  readonly itemOptions: ItemOptionsById;
  /** Rows that will be shown; lines that can be spared go first. */
  readonly maxRows?: number;
}

/**
 * The rows of the given lines, those without anything to show left out. A width that is unknown
 * (absent) drops and fills nothing; below one column there are no rows.
 */
export function renderRows(
  snapshot: Snapshot,
  lines: readonly LineSpec[],
  options: RowsOptions,
): readonly Row[] {
  const drawn: { readonly row: Row; readonly spare: boolean }[] = [];
  for (const spec of lines) {
    if (!standsAt(spec, options.widthCols)) continue;
    const row = renderLine(snapshot, spec, options);
    if (row !== null) drawn.push({ row, spare: spec.spare === true });
  }
  const maxRows = options.maxRows ?? drawn.length;
  while (drawn.length > maxRows) {
    const spared = drawn.findIndex(({ spare }) => spare);
    drawn.splice(spared < 0 ? drawn.length - 1 : spared, 1);
  }
  return drawn.map(({ row }) => row);
}

function standsAt(spec: LineSpec, widthCols: number | undefined): boolean {
  // Without a width a row has room for its widest form.
  if (widthCols === undefined) return spec.belowCols === undefined;
  return widthCols >= (spec.fromCols ?? 0) && widthCols < (spec.belowCols ?? widthCols + 1);
}

/** A member of a line on its way to the fitter. */
interface Member {
  readonly item: Item;
  readonly piece: Piece;
}

interface Build {
  readonly snapshot: Snapshot;
  readonly spec: LineSpec;
  readonly options: RowsOptions;
  /** What an item without options of its own is drawn with: made once, as most are. */
  readonly plain: RenderOptions;
  readonly members: Member[];
}

function renderLine(snapshot: Snapshot, spec: LineSpec, options: RowsOptions): Row | null {
  const { itemOptions: _, ...plain } = options;
  const build: Build = { snapshot, spec, options, plain, members: [] };
  const separator = joiner(spec.separator, options);
  const left = side(spec.left, separator, build);
  const right = side(spec.right, separator, build);
  const steps = () => stepsOf(spec, build.members);
  const ellipsis = span(options.glyphs.ellipsis, "muted");
  const line = { left, right, separator, steps, ellipsis };
  const { widthCols, measure } = options;
  if (spec.powerline !== true) return fitLine(line, widthCols, measure);
  const row = fitLine(powerlineLine(line, options.ascii, measure), widthCols, measure);
  return row === null ? null : paintSegments(row, options.theme);
}

const NOTHING: Ink = { spans: [], text: "", cols: 0 };

function side(entries: readonly Entry[], separator: Ink, build: Build): Group {
  const nodes = nodesOf(entries, build);
  return { kind: "group", nodes, glue: separator, open: NOTHING, close: NOTHING };
}

function nodesOf(entries: readonly Entry[], build: Build): readonly Node[] {
  const nodes: Node[] = [];
  for (const entry of entries) {
    const node = nodeOf(entry, build);
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

function nodeOf(entry: Entry, build: Build): Node | undefined {
  if (typeof entry === "string") return pieceOf({ item: entry }, build);
  if ("item" in entry) return pieceOf(entry, build);
  const nodes = nodesOf(entry.group, build);
  if (nodes.length === 0) return undefined;
  const group: Group = {
    kind: "group",
    nodes,
    glue: joiner(entry.glue, build.options),
    open: joiner(entry.open ?? "", build.options),
    close: joiner(entry.close ?? "", build.options),
  };
  return entry.join === undefined ? group : { ...group, join: joiner(entry.join, build.options) };
}

function pieceOf(
  placed: { item: string; options?: Readonly<Record<string, unknown>>; join?: string },
  build: Build,
): Piece | undefined {
  const item = findItem(placed.item);
  if (item === undefined) return undefined;
  const { options, plain, spec } = build;
  const own = options.itemOptions[item.id];
  const itemOptions = placed.options ? { ...own, ...placed.options } : own;
  const made = renderItem(item, build.snapshot, itemOptions ? { ...plain, itemOptions } : plain);
  if (made === null) return undefined;
  const recolor = spec.recolor?.except.includes(item.id) === true ? undefined : spec.recolor;
  const toned =
    recolor === undefined ? made : respanned(made, (part) => retoned(part, recolor.tone));
  const drawn = spec.splits === true ? respanned(toned, (part) => unsplit(part, spec)) : toned;
  const join = placed.join === undefined ? undefined : joiner(placed.join, options);
  const node = piece(item.id, drawn, options.measure, join);
  build.members.push({ item, piece: node });
  return node;
}

/** One bad item is left out; it never stops the rest of the line. */
function renderItem(item: Item, snapshot: Snapshot, options: RenderOptions): Cell | null {
  try {
    return item.render(snapshot, options);
  } catch {
    return null;
  }
}

function respanned(made: Cell, change: (part: Span) => Span): Cell {
  return { ...made, forms: made.forms.map((form) => mergeSpans(form.map(change))) };
}

function unsplit(part: Span, spec: LineSpec): Span {
  if (!part.text.includes(spec.separator)) return part;
  return { ...part, text: part.text.replaceAll(spec.separator, " ") };
}

function retoned(part: Span, tone: Tone): Span {
  const { bold: _, ...others } = part;
  return { ...others, tone };
}

/** A joiner's text with the names of glyphs in braces replaced. */
function joiner(text: string, options: RowsOptions): Ink {
  if (text === "") return NOTHING;
  return ink([span(withGlyphs(text, options.glyphs), "dim")], options.measure);
}

function withGlyphs(text: string, glyphs: RowsOptions["glyphs"]): string {
  let out = "";
  let at = 0;
  for (;;) {
    const open = text.indexOf("{", at);
    const close = open < 0 ? -1 : text.indexOf("}", open);
    if (close < 0) return out + text.slice(at);
    const name = text.slice(open + 1, close);
    const known = Object.hasOwn(glyphs, name);
    // What is no name stands as it is written, and a name may begin inside it.
    out += text.slice(at, open) + (known ? glyphs[name as keyof typeof glyphs] : "{");
    at = known ? close + 1 : open + 1;
  }
}

function stepsOf(spec: LineSpec, members: readonly Member[]): readonly Step[] {
  const steps: Step[] = [];
  if (spec.shrinks) {
    for (const member of members.toSorted((a, b) => a.item.shrink - b.item.shrink)) {
      for (let form = 1; form < member.piece.forms.length; form++) {
        steps.push({ kind: "shrink", piece: member.piece });
      }
    }
  }
  const named = new Set<Item | undefined>();
  for (const step of spec.drop) {
    const items = dropItems(step);
    for (const item of items) named.add(item);
    steps.push({ kind: "drop", pieces: piecesOf(members, items) });
  }
  if (spec.dropsRest) {
    const others = members.filter(({ item }) => item.drop !== null && !named.has(item));
    for (const member of others.toSorted((a, b) => (a.item.drop ?? 0) - (b.item.drop ?? 0))) {
      steps.push({ kind: "drop", pieces: [member.piece] });
    }
  }
  return steps;
}

function dropItems(step: DropStep): readonly (Item | undefined)[] {
  return (typeof step === "string" ? [step] : step).map(findItem);
}

function piecesOf(members: readonly Member[], items: readonly (Item | undefined)[]): Piece[] {
  return members.filter(({ item }) => items.includes(item)).map((member) => member.piece);
}
