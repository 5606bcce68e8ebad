/** Text in lines of a width, broken at blanks alone. */
import type { Measure } from "./measure.ts";

export interface WrapOptions {
  /** Columns of a line. */
  readonly cols: number;
  readonly measure: Measure;
  /** Parts of the text whose blanks are not for breaking, such as a command to copy. */
  readonly whole?: readonly string[];
}

/**
 * The lines. None is wider than `cols` but one that is a single word, or a whole part with what
 * touches it. Runs of blanks outside of whole parts become one. No line for a text of blanks.
 */
export function wrapText(
  text: string,
  { cols, measure, whole = [] }: WrapOptions,
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of wordsOf(text, whole)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measure(longer) > cols) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

function wordsOf(text: string, whole: readonly string[]): readonly string[] {
  // The longest first: one may begin with another.
  const parts = whole
    .filter((part) => part !== "")
    .toSorted((a, b) => b.length - a.length)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return text.match(new RegExp(`(?:${[...parts, "\\S"].join("|")})+`, "g")) ?? [];
}
