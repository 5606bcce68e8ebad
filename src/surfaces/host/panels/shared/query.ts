/** One line of text that is being typed into a search field: what stands there, and the cursor. */
import { cleanLine } from "../../../../text/clean.ts";
import type { Key } from "../../screen/key.ts";

export interface Query {
  readonly text: string;
  /** UTF-16 units before the cursor, on the border of a grapheme. */
  readonly cursor: number;
}

export const EMPTY_QUERY: Query = { text: "", cursor: 0 };

/** No id and no title that anybody types in full is longer. */
export const MAX_QUERY_CHARACTERS = 100;

let segmenter: Intl.Segmenter | undefined;

/**
 * The query after a key; undefined if the key is none of a text field. A paste becomes one clean line;
 * what is beyond the cap is left out.
 */
export function editQuery(query: Query, key: Key): Query | undefined {
  const { text, cursor } = query;
  switch (key.name) {
    case "left":
      return { text, cursor: borderBefore(query) };
    case "right":
      return { text, cursor: borderAfter(query) };
    case "home":
    case "ctrl+a":
      return { text, cursor: 0 };
    case "end":
    case "ctrl+e":
      return { text, cursor: text.length };
    case "backspace": {
      const from = borderBefore(query);
      return { text: text.slice(0, from) + text.slice(cursor), cursor: from };
    }
    case "delete":
      return { text: text.slice(0, cursor) + text.slice(borderAfter(query)), cursor };
    case "ctrl+u":
      return { text: text.slice(cursor), cursor: 0 };
    case "ctrl+k":
      return { text: text.slice(0, cursor), cursor };
    case "ctrl+w": {
      const kept = text.slice(0, cursor).replace(/\S*\s*$/u, "");
      return { text: kept + text.slice(cursor), cursor: kept.length };
    }
    default:
      return key.text === undefined ? undefined : inserted(query, cleanLine(key.text));
  }
}

function inserted({ text, cursor }: Query, added: string): Query {
  const room = MAX_QUERY_CHARACTERS - graphemes(text).length;
  let taken = graphemes(added).slice(0, Math.max(0, room)).join("");
  // Beside a neighbour, characters may join to fewer graphemes, never to more.
  while (graphemes(text + taken).length > MAX_QUERY_CHARACTERS) taken = taken.slice(0, -1);
  const whole = text.slice(0, cursor) + taken + text.slice(cursor);
  const end = cursor + taken.length;
  const ends = borders(whole);
  return { text: whole, cursor: ends.find((border) => border >= end) ?? whole.length };
}

function borderBefore({ text, cursor }: Query): number {
  return borders(text).findLast((border) => border < cursor) ?? 0;
}

function borderAfter({ text, cursor }: Query): number {
  return borders(text).find((border) => border > cursor) ?? text.length;
}

function borders(text: string): readonly number[] {
  const out = [0];
  for (const part of graphemes(text)) out.push((out.at(-1) ?? 0) + part.length);
  return out;
}

function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
