/** Cutting text and painted text to a number of columns, on the borders of graphemes. */
import type { Measure } from "./measure.ts";
import { isPrintableAscii } from "./printable-ascii.ts";
import { mergeSpans, type Span } from "./span.ts";

/**
 * Blocks in which every code point is a grapheme of its own, next to any other of them: Latin, Greek,
 * Cyrillic, punctuation, arrows, boxes, CJK, Hangul syllables, private use, emoji without modifiers.
 */
const LONE_GRAPHEMES =
  /^[ -~\xb0-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205f\u20a0-\u20cf\u2190-\u2bff\u3000-\u3029\u3030-\u3098\u309b-\u312f\u3400-\u9fff\uac00-\ud7a3\ue000-\uf8ff\uff01-\uff9d\u{1f300}-\u{1f3fa}\u{1f400}-\u{1faff}\u{20000}-\u{323af}]*$/u;

/** Made on first use, for the rest: making one takes longer than a whole row. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The text if it fits in `cols`, else as many whole graphemes as leave room for the ellipsis, and
 * the ellipsis. Never wider than `cols`; empty where not even the ellipsis fits.
 */
export function cutText(text: string, cols: number, measure: Measure, ellipsis = "…"): string {
  if (measure(text) <= cols) return text;
  const room = cols - measure(ellipsis);
  return room >= 0 ? text.slice(0, unitsWithin(text, room, measure)) + ellipsis : "";
}

/** The same for painted text: each span keeps its paint, the ellipsis brings its own. */
export function cutSpans(
  spans: readonly Span[],
  cols: number,
  measure: Measure,
  ellipsis: Span,
): readonly Span[] {
  const cut = cutPieces(spans, cols, measure, ellipsis);
  return cut === spans ? spans : mergeSpans(cut);
}

/** Cuts any list of texts with something attached; the very same list if it fits. */
export function cutPieces<T extends { readonly text: string }>(
  pieces: readonly T[],
  cols: number,
  measure: Measure,
  ellipsis: T,
): readonly T[] {
  const text = pieces.map((piece) => piece.text).join("");
  if (measure(text) <= cols) return pieces;
  const room = cols - measure(ellipsis.text);
  if (!(room >= 0)) return [];
  const out: T[] = [];
  let left = unitsWithin(text, room, measure);
  for (const piece of pieces) {
    if (left <= 0) break;
    out.push(piece.text.length <= left ? piece : { ...piece, text: piece.text.slice(0, left) });
    left -= piece.text.length;
  }
  out.push(ellipsis);
  return out;
}

/** UTF-16 units of the longest run of whole graphemes at the start that is at most `cols` wide. */
export function unitsWithin(text: string, cols: number, measure: Measure): number {
  if (cols <= 0) return 0;
  if (isPrintableAscii(text)) return Math.min(text.length, Math.floor(cols));
  if (!LONE_GRAPHEMES.test(text)) return graphemeUnitsWithin(text, cols, measure);
  let [used, at] = [0, 0];
  for (const character of text) {
    used += measure(character);
    if (used > cols) return at;
    at += character.length;
  }
  return at;
}

function graphemeUnitsWithin(text: string, cols: number, measure: Measure): number {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  let used = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    used += measure(segment);
    if (used > cols) return index;
  }
  return text.length;
}
