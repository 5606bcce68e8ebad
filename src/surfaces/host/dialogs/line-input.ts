/**
 * A text of one line that a person types. It is kept as it was typed, without controls; what is shown
 * is made safe grapheme by grapheme, so that the cursor is never inside of one.
 */
import { cleanLine } from "../../../text/clean.ts";
import type { Measure } from "../../../text/measure.ts";
import type { Key } from "../screen/key.ts";

export interface LineInput {
  readonly graphemes: readonly string[];
  /** Graphemes before the cursor. */
  readonly at: number;
}

/** Graphemes of a field; a longer paste is an accident and is cut. */
const MAX_GRAPHEMES = 10_000;
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

let segmenter: Intl.Segmenter | undefined;

export function lineInput(text: string): LineInput {
  const graphemes = split(text);
  return { graphemes, at: graphemes.length };
}

export function inputText({ graphemes }: LineInput): string {
  return graphemes.join("");
}

/** The input after a key; undefined: the key is none of an input's. */
export function pressInput(input: LineInput, key: Key): LineInput | undefined {
  const { graphemes, at } = input;
  const { length } = graphemes;
  switch (key.name) {
    case "left":
    case "ctrl+b":
      return { graphemes, at: Math.max(0, at - 1) };
    case "right":
    case "ctrl+f":
      return { graphemes, at: Math.min(length, at + 1) };
    case "home":
    case "ctrl+a":
      return { graphemes, at: 0 };
    case "end":
    case "ctrl+e":
      return { graphemes, at: length };
    case "backspace":
      return {
        graphemes: graphemes.toSpliced(Math.max(0, at - 1), at > 0 ? 1 : 0),
        at: Math.max(0, at - 1),
      };
    case "delete":
      return { graphemes: graphemes.toSpliced(at, 1), at };
    case "ctrl+u":
      return { graphemes: graphemes.slice(at), at: 0 };
    case "ctrl+k":
      return { graphemes: graphemes.slice(0, at), at };
    default:
      return key.text === undefined ? undefined : insert(input, key.text);
  }
}

/** Segmented anew as a whole: a mark joins what stands before it. */
function insert({ graphemes, at }: LineInput, text: string): LineInput {
  const before = split(graphemes.slice(0, at).join("") + text.replace(CONTROLS, " "));
  return {
    graphemes: [...before, ...graphemes.slice(at)].slice(0, MAX_GRAPHEMES),
    at: Math.min(before.length, MAX_GRAPHEMES),
  };
}

function split(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const clean = text.replace(CONTROLS, " ");
  return Array.from(segmenter.segment(clean), ({ segment }) => segment).slice(0, MAX_GRAPHEMES);
}

/** The part around the cursor that fits, and the column of the cursor in it. */
export function inputPart(
  { graphemes, at }: LineInput,
  cols: number,
  measure: Measure,
): { readonly text: string; readonly cursorCol: number } {
  const shown = graphemes.map(cleanLine);
  // The cursor itself needs a column at the end.
  const room = Math.max(0, cols - 1);
  let first = at;
  let before = 0;
  while (first > 0) {
    const width = measure(shown[first - 1] ?? "");
    if (before + width > room) break;
    before += width;
    first--;
  }
  let last = at;
  let after = before;
  while (last < shown.length) {
    const width = measure(shown[last] ?? "");
    if (after + width > cols) break;
    after += width;
    last++;
  }
  return { text: shown.slice(first, last).join(""), cursorCol: before };
}
