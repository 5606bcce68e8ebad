/**
 * Rows of another program's status line, to be shown after ours. Unlike a script's output it keeps
 * its attributes and links, each written anew in one plain form; every other control is removed.
 */
import { cutUnits } from "./clean.ts";
import { cutPieces } from "./cut.ts";
import type { EscapeSequence } from "./escape-sequence.ts";
import { encodeLink, linkTarget } from "./link.ts";
import type { Measure } from "./measure.ts";
import { paintedLines, type Run } from "./painted-lines.ts";
import { applySgr, NO_STYLE, type Style } from "./sgr-style.ts";

/** The harnesses show a handful of rows, and each takes one from the conversation. */
export const MAX_CHAINED_ROWS = 8;
/** UTF-16 units that are looked at: eight wide rows where every character has its own colour. */
const MAX_CHAINED_UNITS = 65_536;

/** Width to fit rows to; without it they keep their length. */
export interface ChainedFit {
  readonly widthCols: number;
  readonly measure: Measure;
}

interface ChainedPaint {
  readonly style: Style;
  /** Empty without a link. */
  readonly link: string;
}

const RULES = {
  initial: { style: NO_STYLE, link: "" },
  next: nextPaint,
  belEndsAll: false,
};
const MORE_SCHEMES = ["mailto"];

/** Ready-to-print rows: not blank, trimmed, at most `MAX_CHAINED_ROWS`, each closed at its end. */
export function chainedRows(stdout: string, fit?: ChainedFit): readonly string[] {
  return readRows(stdout, fit).map(encodeRow);
}

/** The same rows without colours, attributes and links. */
export function chainedPlainRows(stdout: string, fit?: ChainedFit): readonly string[] {
  return readRows(stdout, fit).map((runs) => runs.map((run) => run.text).join(""));
}

type Row = readonly Run<ChainedPaint>[];

function readRows(stdout: string, fit: ChainedFit | undefined): readonly Row[] {
  const rows = paintedLines(cutUnits(stdout, MAX_CHAINED_UNITS), RULES, MAX_CHAINED_ROWS);
  if (fit === undefined) return rows;
  const ellipsis = { text: "…", paint: RULES.initial };
  return rows
    .map((runs) => cutPieces(runs, fit.widthCols, fit.measure, ellipsis))
    .filter((runs) => runs.length > 0);
}

function nextPaint(paint: ChainedPaint, sequence: EscapeSequence): ChainedPaint {
  if (!sequence.complete) return paint;
  if (sequence.kind === "csi") {
    const style = applySgr(paint.style, sequence.body);
    return style === paint.style ? paint : { ...paint, style };
  }
  if (sequence.kind !== "osc" || !sequence.body.startsWith("8;")) return paint;
  const url = sequence.body.slice(sequence.body.indexOf(";", 2) + 1);
  const link = linkTarget(url, MORE_SCHEMES) ?? "";
  return link === paint.link ? paint : { ...paint, link };
}

function encodeRow(runs: Row): string {
  let out = "";
  let style: Style = NO_STYLE;
  let link = "";
  for (const { text, paint } of runs) {
    if (paint.link !== link) out += encodeLink(paint.link);
    if (paint.style !== style) {
      const codes = style === NO_STYLE || paint.style === NO_STYLE ? [] : ["0"];
      out += `\x1b[${[...codes, paint.style === NO_STYLE ? "0" : paint.style].join(";")}m`;
    }
    ({ style, link } = paint);
    out += text;
  }
  if (link !== "") out += encodeLink("");
  return style === NO_STYLE ? out : `${out}\x1b[0m`;
}
