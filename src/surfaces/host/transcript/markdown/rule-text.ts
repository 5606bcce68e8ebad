/** A drawn line. */
import type { Measure } from "../../../../text/measure.ts";
import type { Marks } from "../marks.ts";

/** Exactly that many columns, also where the sign takes two. */
export function ruleText(
  cols: number,
  { marks, measure }: { readonly marks: Marks; readonly measure: Measure },
): string {
  const text = marks.rule.repeat(Math.floor(cols / measure(marks.rule)));
  return text + "-".repeat(cols - measure(text));
}
