/** Texts that a person reads, fitted to the terminal that they are printed on. */
import { controllingTerminalCols } from "../sources/probes/width.ts";
import { createMeasure } from "../text/width.ts";
import { wrapText } from "../text/wrap.ts";
import type { Io } from "./io.ts";

/** Width of a page in a pipe or a file, where nobody says one: what an editor shows beside another. */
const PLAIN_COLS = 100;

/** On narrower terminals texts are made for this width: in less, a table is a column of single words. */
export const MIN_PAGE_COLS = 40;

/** Blanks before what belongs to a title, and what is too wide for its column. */
const INDENT = "  ";

/** Blanks between a name and what is said of it. */
const GAP = "  ";

const measure = createMeasure({ ambiguousWide: false });

/** Columns of a page on stdout. */
export function pageCols(io: Pick<Io, "outIsTerminal">): number {
  if (!io.outIsTerminal()) return PLAIN_COLS;
  return Math.max(MIN_PAGE_COLS, controllingTerminalCols() ?? PLAIN_COLS);
}

/** A message on stderr: one line for programs, broken for a person at a terminal. */
export function notice(text: string, io: Pick<Io, "outIsTerminal">): string {
  if (!io.outIsTerminal()) return `${text}\n`;
  return `${paragraph({ text }, pageCols(io)).join("\n")}\n`;
}

/** Something said, in one paragraph. */
export interface Saying {
  readonly text: string;
  /** Before the first line, such as `-> `; the other lines begin beneath what follows it. */
  readonly mark?: string;
  /** Parts that stay in one piece; what `piecesOf` finds where nothing is said. */
  readonly whole?: readonly string[];
  /** The text in colours, where it is a row that must not be broken. */
  readonly painted?: string;
}

/** A name, and what is said of it. */
export interface Definition {
  readonly name: string;
  readonly sayings: readonly Saying[];
}

/** Lines with `first` before the first of them, and `rest` before the others. */
export function paragraph(
  { text, whole = piecesOf(text), painted }: Saying,
  cols: number,
  { first = "", rest = first }: { readonly first?: string; readonly rest?: string } = {},
): readonly string[] {
  const room = cols - Math.max(measure(first), measure(rest));
  const lines = painted === undefined ? wrapText(text, { cols: room, measure, whole }) : [text];
  return lines.map((line, at) => {
    const before = at === 0 ? first : rest;
    const shown = painted ?? line;
    // What is in one piece, and wider than its column, has the whole width for itself.
    const isNarrow = measure(line) <= room || measure(before) <= INDENT.length;
    return isNarrow ? before + shown : INDENT + before.trimStart() + shown;
  });
}

/**
 * A table with hanging indents, a list of lines for each definition. The column of names is as wide as
 * makes it shortest; a name that is wider stands on a line of its own.
 */
export function definitions(
  list: readonly Definition[],
  cols: number,
  indent = INDENT,
): readonly (readonly string[])[] {
  const widths = list.map(({ name }) => measure(indent + name + GAP));
  const all = Math.max(...widths);
  const narrower = widths.filter((width) => width <= cols / 2);
  // The widest first: among tables of the same length it has the fewest names alone.
  const least = Math.min(all, indent.length + 2 * GAP.length);
  const some = narrower.length > 0 ? narrower : [least];
  const columns = new Set(isPlain(list, cols, all) ? [all, ...some] : some);
  const tables = [...columns]
    .toSorted((a, b) => b - a)
    .map((column) => list.map((each) => definition(each, cols, indent, column)));
  const [first = [], ...others] = tables;
  return others.reduce((best, table) => (lengthOf(table) < lengthOf(best) ? table : best), first);
}

/** Whether nothing needs to be broken, with all names in their column. */
function isPlain(list: readonly Definition[], cols: number, column: number): boolean {
  return list.every(({ sayings }) =>
    sayings.every(({ mark = "", text }) => column + measure(mark + text) <= cols),
  );
}

function lengthOf(table: readonly (readonly string[])[]): number {
  return table.reduce((sum, lines) => sum + lines.length, 0);
}

function definition(
  { name, sayings }: Definition,
  cols: number,
  indent: string,
  column: number,
): readonly string[] {
  const blanks = " ".repeat(column);
  const lines = sayings.flatMap((saying) => {
    const { mark = "" } = saying;
    const hang = { first: blanks + mark, rest: blanks + " ".repeat(measure(mark)) };
    return paragraph(saying, cols, hang);
  });
  const head = indent + name;
  const [first, ...rest] = lines;
  if (first === undefined) return [head];
  if (measure(head + GAP) > column || !first.startsWith(blanks)) return [head, ...lines];
  return [head.padEnd(column) + first.slice(column), ...rest];
}

/**
 * What must stay in one piece in sentences of ours: what stands in backticks, and calls to copy at the
 * start or after a colon, which go on to a comma or a bracket outside of quotes. `telltale wait: ...` is
 * who speaks.
 */
function piecesOf(text: string): readonly string[] {
  const call =
    /(?<=^|: )(?:(?:telltale|smllm)(?! [\w ]+: )|npm|chmod|echo)(?: (?!\()(?:'[^']*'|[^\s',])+)+/g;
  return [...(text.match(/`[^`]+`/g) ?? []), ...(text.match(call) ?? [])];
}
