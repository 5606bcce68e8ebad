/** A text of Markdown that does not grow, as painted lines. */
import type { Line } from "../wrap-spans.ts";
import { blockLines } from "./block-lines.ts";
import type { BlockOptions } from "./block-options.ts";
import { type Place, readWindow, START } from "./read-window.ts";

/** None is wider than `options.cols`. */
export function markdownLines(text: string, options: BlockOptions): readonly Line[] {
  const lines = text.split(/\r\n?|\n/);
  const out: Line[] = [];
  for (let place: Place = START; place.line < lines.length; ) {
    const { blocks, next } = readWindow(lines, place);
    for (const { block } of blocks) {
      if (block.gap && out.length > 0) out.push([]);
      for (const line of blockLines(block, options)) out.push(line);
    }
    place = next;
  }
  return out;
}
