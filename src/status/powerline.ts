/** Powerline drawing: entries get alternating backgrounds and arrows for separators. */
import type { Measure } from "../text/measure.ts";
import type { Span } from "../text/span.ts";
import { type Group, type Ink, ink, type Line, type Row } from "./fit.ts";

/** Greys of the 256-colour palette that stay two colours where there are only sixteen. */
const BACKGROUNDS = { dark: [234, 238], light: [231, 252] } as const;

/** Joiners between segments, told apart by identity once the line is fitted. `fg` keeps them unmerged. */
interface Arrows {
  /** After a segment of the left side, before another. */
  readonly next: Span;
  /** After the last segment of the left side. */
  readonly end: Span;
  /** Before the first segment of the right side. */
  readonly start: Span;
  /** Between segments of the right side. */
  readonly between: Span;
}

/** Arrows of the Private Use Area that every powerline font has, one column each. */
const GLYPH_ARROWS: Arrows = {
  next: { text: "\ue0b0", fg: 0 },
  end: { text: "\ue0b0", fg: 0 },
  start: { text: "\ue0b2", fg: 0 },
  between: { text: "\ue0b2", fg: 0 },
};
const ASCII_ARROWS: Arrows = {
  next: { text: ">", fg: 0 },
  end: { text: ">", fg: 0 },
  start: { text: "<", fg: 0 },
  between: { text: "<", fg: 0 },
};

const BLANK: Span = { text: " " };

/** The line with blanks and arrows around its entries, so that the fitter counts them. */
export function powerlineLine(line: Line, ascii: boolean, measure: Measure): Line {
  const arrows = ascii ? ASCII_ARROWS : GLYPH_ARROWS;
  const framed = (side: Group, glue: Ink, open: Ink, close: Ink): Group => ({
    ...side,
    glue,
    open,
    close,
  });
  const of = (...spans: Span[]) => ink(spans, measure);
  return {
    ...line,
    left: framed(line.left, of(BLANK, arrows.next, BLANK), of(BLANK), of(BLANK, arrows.end)),
    right: framed(line.right, of(BLANK, arrows.between, BLANK), of(arrows.start, BLANK), of(BLANK)),
    separator: of(BLANK),
  };
}

/** Paints the fitted row: a background a segment, arrows in the colours of their neighbours. */
export function paintSegments(row: Row, theme: "dark" | "light"): Row {
  const grounds = BACKGROUNDS[theme];
  let segment = 0;
  let inside = row.spans[0] !== undefined && !isStart(row.spans[0]);
  const ground = (index: number): number => grounds[(index % 2) as 0 | 1];
  const spans = row.spans.map((part): Span => {
    const bare = { text: part.text };
    if (is(part, "next")) {
      segment += 1;
      return { ...bare, fg: ground(segment - 1), bg: ground(segment) };
    }
    if (is(part, "end")) {
      inside = false;
      segment += 1;
      return { ...bare, fg: ground(segment - 1) };
    }
    if (isStart(part)) {
      inside = true;
      return { ...bare, fg: ground(segment) };
    }
    if (is(part, "between")) {
      segment += 1;
      return { ...bare, fg: ground(segment), bg: ground(segment - 1) };
    }
    // The dimmest tone would be lost on a grey.
    const tone = part.tone === "dim" ? ({ tone: "muted" } as const) : {};
    return inside ? { ...part, ...tone, bg: ground(segment) } : part;
  });
  return { ...row, spans };
}

function is(part: Span, place: keyof Arrows): boolean {
  return part === GLYPH_ARROWS[place] || part === ASCII_ARROWS[place];
}

function isStart(part: Span): boolean {
  return is(part, "start");
}
