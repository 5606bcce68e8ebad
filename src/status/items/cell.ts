/** Makes the cells of items. */
import { mergeSpans, plainText, type Span } from "../../text/span.ts";
import type { Cell } from "./item.ts";

/**
 * A cell of the given forms, widest first: neighbours of equal paint merged, empty forms and
 * forms that read the same as the one before left out. Null when nothing is left.
 */
export function cell(forms: readonly (readonly Span[])[], reserveCols?: number): Cell | null {
  const kept: (readonly Span[])[] = [];
  let last = "";
  for (const form of forms) {
    const merged = form.length === 1 ? form : mergeSpans(form);
    const text = plainText(merged);
    if (text === "" || text === last) continue;
    kept.push(merged);
    last = text;
  }
  if (kept.length === 0) return null;
  return reserveCols === undefined ? { forms: kept } : { forms: kept, reserveCols };
}
