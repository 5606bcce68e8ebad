/** The view of every panel that tells what is known: names and values, and nothing where nothing is. */
import { plainText, span } from "../../../../text/span.ts";
import { wrapText } from "../../../../text/wrap.ts";
import type { HostContext } from "../../context.ts";
import type { Painter } from "../../painter.ts";
import type { PanelView } from "../panel.ts";
import { drawFrame } from "./frame.ts";
import type { Line } from "./line.ts";

/** One thing that is known; a row without a name stands alone. */
export interface FactRow {
  readonly name?: string;
  /** Cleaned. */
  readonly value: Line;
}

export interface FactParts {
  readonly title: string;
  /** What is known now; what is not has no row. */
  readonly rows: () => readonly FactRow[];
  /** In words, when nothing is known. */
  readonly empty: string;
}

const PAGE_ROWS = 10;
/** Narrower than this beside the names, values stand below them. */
const MIN_VALUE_COLS = 16;

/** An open panel; it scrolls where it is longer than its room. */
export function factPanel(context: HostContext, parts: FactParts): PanelView {
  let top = 0;
  let most = 0;
  const texts = context.texts.panels.list;
  const move = (by: number): void => {
    top = Math.min(most, Math.max(0, top + by));
  };
  return {
    view: (size) =>
      drawFrame(
        {
          title: parts.title,
          footer: () => [texts.scroll, texts.close],
          body({ widthCols, heightRows }) {
            const rows = parts.rows();
            const lines =
              rows.length === 0
                ? textLines(parts.empty, widthCols, context.painter)
                : factLines(rows, widthCols, context.painter);
            most = Math.max(0, lines.length - heightRows);
            top = Math.min(top, most);
            return lines.slice(top, top + heightRows);
          },
        },
        size,
        context.painter,
      ),
    press({ name }) {
      switch (name) {
        case "escape":
        case "ctrl+c":
        case "enter":
        case "q":
          return "close";
        case "up":
          move(-1);
          return "handled";
        case "down":
          move(1);
          return "handled";
        case "pageup":
          move(-PAGE_ROWS);
          return "handled";
        case "pagedown":
        case "space":
          move(PAGE_ROWS);
          return "handled";
        case "home":
          move(-top);
          return "handled";
        case "end":
          move(most);
          return "handled";
        default:
          return "handled";
      }
    },
  };
}

function factLines(rows: readonly FactRow[], cols: number, painter: Painter): readonly Line[] {
  const nameCols = Math.max(0, ...rows.map(({ name = "" }) => painter.measure(name)));
  const isBeside = cols - nameCols - 2 >= MIN_VALUE_COLS;
  return rows.flatMap(({ name, value }): readonly Line[] => {
    if (name === undefined) return [value];
    if (!isBeside) return [[span(name, "muted")], ...valueLines(value, cols, painter)];
    const gap = " ".repeat(nameCols - painter.measure(name) + 2);
    return valueLines(value, cols - nameCols - 2, painter).map((line, index) =>
      index === 0
        ? [span(name + gap, "muted"), ...line]
        : [span(" ".repeat(nameCols + 2)), ...line],
    );
  });
}

/** A plain value is wrapped; one of several paints is a drawing and is cut by the frame. */
function valueLines(value: Line, cols: number, painter: Painter): readonly Line[] {
  const [first] = value;
  if (first === undefined || value.length > 1) return [value];
  return wrapText(plainText(value), { cols, measure: painter.measure }).map((text) => [
    { ...first, text },
  ]);
}

function textLines(text: string, cols: number, painter: Painter): readonly Line[] {
  return wrapText(text, { cols, measure: painter.measure }).map((line) => [span(line, "muted")]);
}
