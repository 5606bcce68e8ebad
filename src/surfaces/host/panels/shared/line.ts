/** Rows of a panel as painted text, before they are fitted to its width. */
import { glyphs } from "../../../../text/ascii.ts";
import { cutSpans } from "../../../../text/cut.ts";
import { plainText, type Span, span } from "../../../../text/span.ts";
import type { Painter } from "../../painter.ts";
import type { Query } from "./query.ts";

export type Line = readonly Span[];

/** The line cut to the columns. */
export function cutLine(line: Line, cols: number, painter: Painter): Line {
  const ellipsis = span(glyphs(painter.isAscii).ellipsis, "muted");
  const fits = painter.measure(ellipsis.text) <= cols;
  return cutSpans(line, cols, painter.measure, fits ? ellipsis : span(""));
}

/** The line cut, and blanks behind it up to the columns. */
export function padLine(line: Line, cols: number, painter: Painter): Line {
  const cut = cutLine(line, cols, painter);
  const free = cols - painter.measure(plainText(cut));
  return free > 0 ? [...cut, span(" ".repeat(free))] : cut;
}

/** Two texts at the ends of a line; the right one goes first where there is no room. */
export function spreadLine(left: Line, right: Line, cols: number, painter: Painter): Line {
  const free = cols - painter.measure(plainText(left)) - painter.measure(plainText(right));
  if (free < 1) return cutLine(left, cols, painter);
  return [...left, span(" ".repeat(free)), ...right];
}

/** A mark in front of the selected row, as wide as the blanks in front of the others. */
export function selectionMark(isSelected: boolean, painter: Painter): string {
  const mark = glyphs(painter.isAscii).chevron;
  const shown = painter.measure(mark) === 1 ? mark : ">";
  return isSelected ? `${shown} ` : "  ";
}

/** The search field with its cursor, scrolled so that the cursor can be seen. */
export function searchLine(
  label: string,
  placeholder: string,
  query: Query,
  cols: number,
  painter: Painter,
): Line {
  const cursor = span("|", "accent");
  const head: Line = [span(`${label} `, "muted")];
  if (query.text === "")
    return cutLine([...head, cursor, span(` ${placeholder}`, "dim")], cols, painter);
  let before = query.text.slice(0, query.cursor);
  const after = query.text.slice(query.cursor);
  const room = cols - painter.measure(plainText(head)) - 1;
  // Whole characters go at the left until the cursor stands inside of the row.
  while (before !== "" && painter.measure(before) > Math.max(0, room)) {
    before = [...before].slice(1).join("");
  }
  return cutLine([...head, span(before), cursor, span(after)], cols, painter);
}
