/**
 * The frame of every panel: a box with a title where there is room for one, else title, body and
 * footer alone. The footer says which keys there are and is the last thing to go.
 */
import { plainText, type Span, span } from "../../../../text/span.ts";
import { keyHint } from "../../key-label.ts";
import type { Painter } from "../../painter.ts";
import type { Size } from "../../screen/screen.ts";
import { cutLine, type Line, padLine, spreadLine } from "./line.ts";

export interface FrameParts {
  readonly title: string;
  /** A short text at the other end of the title's row. */
  readonly meta?: string;
  /** What keys do, group by group; what leaves the panel comes last. */
  readonly footer: (contentCols: number) => readonly string[];
  /** At most `heightRows` lines; wider ones are cut. */
  readonly body: (room: Size) => readonly Line[];
}

/** Below these a box would take more room than what it holds. */
const MIN_BOX_COLS = 12;
const MIN_BOX_ROWS = 6;
/** Border and blank at each side. */
const BOX_SIDES_COLS = 4;
/** Border above and below, and the rule above the footer. */
const BOX_ROWS = 3;
/** A search field and the selected row are worth more than a second row of hints, or a title. */
const MIN_BODY_ROWS = 2;
const SEPARATOR = " · ";

interface Box {
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomLeft: string;
  readonly bottomRight: string;
  readonly teeLeft: string;
  readonly teeRight: string;
  readonly across: string;
  readonly down: string;
}

const ROUND: Box = {
  topLeft: "╭",
  topRight: "╮",
  bottomLeft: "╰",
  bottomRight: "╯",
  teeLeft: "├",
  teeRight: "┤",
  across: "─",
  down: "│",
};

const ASCII: Box = {
  topLeft: "+",
  topRight: "+",
  bottomLeft: "+",
  bottomRight: "+",
  teeLeft: "+",
  teeRight: "+",
  across: "-",
  down: "|",
};

/** The rows of a panel: at most as many and as wide as the size says, at every size. */
export function drawFrame(parts: FrameParts, size: Size, painter: Painter): readonly string[] {
  const { widthCols, heightRows } = size;
  if (widthCols < 1 || heightRows < 1) return [];
  const isBoxed = widthCols >= MIN_BOX_COLS && heightRows >= MIN_BOX_ROWS;
  const lines = isBoxed ? boxed(parts, size, painter) : bare(parts, size, painter);
  return lines.map((line) => painter.paint(line));
}

function bare(parts: FrameParts, size: Size, painter: Painter): readonly Line[] {
  const { widthCols, heightRows } = size;
  const titleRows = heightRows > MIN_BODY_ROWS + 1 ? 1 : 0;
  const footer = footerLines(parts, widthCols, heightRows - titleRows, heightRows, painter);
  const bodyRows = heightRows - titleRows - footer.length;
  const room = { widthCols, heightRows: bodyRows };
  const body = bodyRows > 0 ? parts.body(room).slice(0, bodyRows) : [];
  const title = titleRows === 0 ? [] : [titleLine(parts, widthCols, painter)];
  return [...title, ...body, ...footer].map((line) => cutLine(line, widthCols, painter));
}

function titleLine({ title, meta }: FrameParts, cols: number, painter: Painter): Line {
  const right = meta === undefined ? [] : [span(meta, "muted")];
  return spreadLine([{ text: title, tone: "accent", bold: true }], right, cols, painter);
}

function boxed(parts: FrameParts, size: Size, painter: Painter): readonly Line[] {
  const { widthCols, heightRows } = size;
  const box =
    painter.isAscii || painter.measure(Object.values(ROUND).join("")) !== 8 ? ASCII : ROUND;
  const contentCols = widthCols - BOX_SIDES_COLS;
  const footer = footerLines(parts, contentCols, heightRows - BOX_ROWS, heightRows, painter);
  const bodyRows = heightRows - BOX_ROWS - footer.length;
  const body = parts.body({ widthCols: contentCols, heightRows: bodyRows }).slice(0, bodyRows);
  const side = (line: Line): Line => [
    span(`${box.down} `, "dim"),
    ...padLine(line, contentCols, painter),
    span(` ${box.down}`, "dim"),
  ];
  const rule = (left: string, right: string): Line => [
    span(left + box.across.repeat(widthCols - 2) + right, "dim"),
  ];
  return [
    topLine(parts, widthCols, box, painter),
    ...body.map(side),
    rule(box.teeLeft, box.teeRight),
    ...footer.map(side),
    rule(box.bottomLeft, box.bottomRight),
  ];
}

/** `╭─ Title ──── meta ─╮`: the meta text goes first, then the title is cut. */
function topLine({ title, meta }: FrameParts, cols: number, box: Box, painter: Painter): Line {
  const room = cols - 6;
  const name = cutLine([{ text: title, tone: "accent", bold: true }], room, painter);
  const nameCols = painter.measure(plainText(name));
  const metaCols = meta === undefined ? 0 : painter.measure(meta) + 2;
  const fill = room - nameCols - metaCols;
  const hasMeta = meta !== undefined && fill >= 1;
  const dim = (text: string): Span => span(text, "dim");
  const end: Line = hasMeta ? [dim(" "), span(meta, "muted"), dim(` ${box.across}`)] : [];
  const across = box.across.repeat(hasMeta ? fill : room - nameCols + 1);
  return [
    dim(`${box.topLeft}${box.across} `),
    ...name,
    dim(` ${across}`),
    ...end,
    dim(box.topRight),
  ];
}

/** Groups in rows; only the last ones stay where there is no room, as they say how to leave. */
function footerLines(
  parts: FrameParts,
  cols: number,
  roomRows: number,
  heightRows: number,
  painter: Painter,
): readonly Line[] {
  const rows: string[] = [];
  // From the end, so that the last row, which stays the longest, holds as much as it can.
  for (const words of parts.footer(cols).toReversed()) {
    const group = keyHint(words, painter);
    const [first] = rows;
    const longer = first === undefined ? group : group + SEPARATOR + first;
    if (first === undefined || painter.measure(longer) > cols) rows.unshift(group);
    else rows[0] = longer;
  }
  const third = Math.floor(heightRows / 3);
  const most = Math.max(1, Math.min(third, roomRows - MIN_BODY_ROWS));
  return rows.slice(-most).map((row) => [span(row, "muted")]);
}
