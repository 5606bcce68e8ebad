/**
 * A finished row taken apart into cells, so that only what changed is written. It is the last place
 * before the terminal: whatever is neither a character that shows, SGR nor a safe link is dropped here.
 */
import { readEscapeSequence } from "../../../text/escape-sequence.ts";
import { withoutHiddenMarks } from "../../../text/hidden-marks.ts";
import { linkTarget } from "../../../text/link.ts";
import type { Measure } from "../../../text/measure.ts";
import { applySgr, NO_STYLE, type Style } from "../../../text/sgr-style.ts";

/** A grapheme at its column. */
export interface Cell {
  readonly text: string;
  readonly cols: number;
  readonly style: Style;
  readonly link: string;
}

/** A row; `cells` has an entry a column, undefined behind a wide grapheme. */
export interface RowCells {
  readonly source: string;
  readonly cells: readonly (Cell | undefined)[];
  /**
   * Leading columns that every terminal shows where we think. Behind the first grapheme about whose width
   * they do not agree, columns are a guess.
   */
  readonly sureCols: number;
}

export const BLANK_ROW: RowCells = { source: "", cells: [], sureCols: Number.POSITIVE_INFINITY };

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/**
 * ASCII, Latin, Greek, Cyrillic, punctuation, currencies, arrows, box drawing, blocks, Braille, Chinese, kana,
 * Hangul, and the dingbats that are neither emoji nor ambiguous.
 */
const AGREED =
  /^(?:[\x20-\x7e\u00a0-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u21ff\u2200-\u23ff\u2500-\u25ff\u2800-\u28ff\u3000-\u303e\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]|(?!\p{Emoji})[\u2701-\u273c\u273e-\u2775\u2794-\u27bf])$/u;

/** The cells of a row, cut at the width. Never throws. */
export function readCells(source: string, widthCols: number, measure: Measure): RowCells {
  const cells: (Cell | undefined)[] = [];
  let style: Style = NO_STYLE;
  let link = "";
  let sureCols = Number.POSITIVE_INFINITY;
  let at = 0;
  while (at < source.length && cells.length < widthCols) {
    const code = source.charCodeAt(at);
    if (code >= 0x20 && code < 0x7f && !isJoined(source, at + 1)) {
      cells.push({ text: source[at] ?? "", cols: 1, style, link });
      at += 1;
      continue;
    }
    if (isControl(code)) {
      const sequence = readEscapeSequence(source, at);
      if (sequence?.kind === "csi") style = applySgr(style, sequence.body);
      else if (sequence?.kind === "osc") link = linkOf(sequence.body) ?? link;
      at = sequence?.end ?? at + 1;
      continue;
    }
    const end = endOfText(source, at);
    for (const { segment } of segmenter.segment(source.slice(at, end))) {
      at += segment.length;
      if (withoutHiddenMarks(segment) === "") continue;
      const cols = measure(segment);
      if (cols === 0) continue;
      if (cells.length + cols > widthCols) {
        at = source.length;
        break;
      }
      if (!AGREED.test(segment)) sureCols = Math.min(sureCols, cells.length);
      cells.push({ text: segment, cols, style, link });
      for (let more = 1; more < cols; more++) cells.push(undefined);
    }
  }
  return { source, cells: withoutBlankEnd(cells), sureCols };
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code === 0x2028 || code === 0x2029;
}

/** Whether what follows may belong to the same grapheme. */
function isJoined(source: string, at: number): boolean {
  return source.charCodeAt(at) > 0x2ff;
}

function endOfText(source: string, from: number): number {
  let at = from;
  while (at < source.length && !isControl(source.charCodeAt(at))) at += 1;
  return at;
}

function linkOf(body: string): string | undefined {
  const address = /^8;[^;]*;(.*)$/s.exec(body)?.[1];
  if (address === undefined) return undefined;
  return address === "" ? "" : (linkTarget(address, ["file:"]) ?? "");
}

/** Blanks that nobody sees are left to one "erase to the end". */
function withoutBlankEnd(cells: (Cell | undefined)[]): readonly (Cell | undefined)[] {
  let end = cells.length;
  while (end > 0 && isBlank(cells[end - 1])) end -= 1;
  return end === cells.length ? cells : cells.slice(0, end);
}

function isBlank(cell: Cell | undefined): boolean {
  return (
    cell?.text === " " &&
    cell.link === "" &&
    !/(?:^|;)(?:4|7|9|53|4[0-8]|10\d)(?:;|$)/.test(cell.style)
  );
}

/** Whether two cells look alike. */
export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return a.text === b.text && a.style === b.style && a.link === b.link;
}
