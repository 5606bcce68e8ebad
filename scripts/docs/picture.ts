/**
 * Pictures of rows in the colours of the dark theme: `docs/picture.svg`, of the example session, and
 * `docs/workflow-row.svg`. Every word has its own column, and block glyphs are drawn as shapes, so that
 * they look the same with any monospace font.
 */

import { paletteRgb, type Rgb } from "../../src/text/color.ts";
import type { Span } from "../../src/text/span.ts";
import { toneColor } from "../../src/text/theme.ts";
import { createMeasure } from "../../src/text/width.ts";
import { demoParts, type PicturePart, workflowParts } from "./picture-parts.ts";
import { cellShape } from "./picture-shapes.ts";

/** Size of a cell, in pixels at the size the picture is made for. */
const CELL_WIDTH_PX = 8;
const ROW_HEIGHT_PX = 20;
const FONT_PX = 13;
/** From the top of a row to the line on which its letters stand. */
const BASELINE_PX = 14.5;
const MARGIN_PX = 16;
const GAP_PX = 10;

const BACKGROUND = "#08090c";
const TITLE_COLOR = "#7d8590";
const TEXT_COLOR = "#e4e4e4";
const FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const measure = createMeasure({ ambiguousWide: false });

export function pictureFile(): string {
  return drawParts("Rows of the status line, drawn from an invented session", demoParts());
}

export function workflowPictureFile(): string {
  return drawParts("Rows that say where the work is in its state machine", workflowParts());
}

/** A part without a title has no row for one. */
export function drawParts(name: string, parts: readonly PicturePart[]): string {
  const body: string[] = [];
  let top = MARGIN_PX;
  let cols = 0;
  for (const { title, rows } of parts) {
    if (title !== "") {
      body.push(textElement(title, 0, top, TITLE_COLOR, ""));
      top += ROW_HEIGHT_PX;
    }
    for (const row of rows) {
      body.push(...rowElements(row.spans, top));
      cols = Math.max(cols, row.widthCols);
      top += ROW_HEIGHT_PX;
    }
    top += GAP_PX;
  }
  const width = MARGIN_PX * 2 + cols * CELL_WIDTH_PX;
  const height = top - GAP_PX + MARGIN_PX;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${name}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>`,
    `<g font-family="${FONTS}" font-size="${FONT_PX}">`,
    ...body,
    "</g>",
    "</svg>",
  ].join("\n")}\n`;
}

function rowElements(spans: readonly Span[], top: number): readonly string[] {
  const out: string[] = [];
  let col = 0;
  for (const part of spans) {
    const cols = measure(part.text);
    const back = colorOf(part.bg);
    if (back !== undefined) {
      // A hair wider than its cells: no seam shows between neighbours.
      const width = cols * CELL_WIDTH_PX + 0.5;
      out.push(
        `<rect x="${leftOf(col)}" y="${top}" width="${width}" height="${ROW_HEIGHT_PX}" fill="${back}"/>`,
      );
    }
    const ink = colorOf(part.fg) ?? toneInk(part);
    out.push(...spanElements(part, col, top, ink));
    col += cols;
  }
  return out;
}

/** Shapes for block glyphs, and one text for each run of other characters without a blank. */
function spanElements(part: Span, startCol: number, top: number, ink: string): readonly string[] {
  const out: string[] = [];
  let col = startCol;
  let word = "";
  const flush = () => {
    const cols = measure(word);
    if (word !== "")
      out.push(textElement(word, col - cols, top, ink, part.bold ? ' font-weight="bold"' : ""));
    word = "";
  };
  for (const character of part.text) {
    const box = { x: leftOf(col), y: top, width: CELL_WIDTH_PX, height: ROW_HEIGHT_PX };
    const shape = character === " " ? "" : cellShape(character, box, ink);
    if (shape !== undefined) {
      flush();
      if (shape !== "") out.push(shape);
    } else word += character;
    col += measure(character);
  }
  flush();
  return out;
}

function textElement(text: string, col: number, top: number, ink: string, more: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const length = measure(text) * CELL_WIDTH_PX;
  const place = `x="${leftOf(col)}" y="${top + BASELINE_PX}" textLength="${length}"`;
  return `<text ${place} lengthAdjust="spacingAndGlyphs" fill="${ink}"${more}>${escaped}</text>`;
}

function leftOf(col: number): number {
  return MARGIN_PX + col * CELL_WIDTH_PX;
}

function toneInk(part: Span): string {
  const color = part.tone === undefined ? undefined : toneColor(part.tone, "dark", "truecolor");
  return colorOf(color) ?? TEXT_COLOR;
}

function colorOf(color: Span["fg"]): string | undefined {
  if (color === undefined) return undefined;
  const rgb: Rgb = typeof color === "number" ? paletteRgb(color) : color;
  return `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
