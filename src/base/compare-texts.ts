/** The order of texts where people look for one and no language is meant. */

/** Below 0: the first comes before the second. By code units: the same on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
