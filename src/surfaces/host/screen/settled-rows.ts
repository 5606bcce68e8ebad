/** Finds the place of rows again in a transcript that changed above them. */

/** Rows that must be alike: one blank row, or one bracket, says nothing. */
const PROOF_ROWS = 3;
/** How far a place moves in one frame; what moved further is drawn anew. */
const SEARCH_ROWS = 400;

/**
 * Where the row is now that stood at `top` and was written with all rows before it; undefined: not
 * found. The rows just before it are compared, for these are the ones that cannot be changed any more.
 */
export function findRows(
  before: readonly string[],
  after: readonly string[],
  top: number,
): number | undefined {
  if (top === 0) return 0;
  const proof = Math.min(PROOF_ROWS, top);
  const fits = (at: number): boolean => {
    if (at < proof || at > after.length) return false;
    for (let back = 1; back <= proof; back++) {
      if (before[top - back] !== after[at - back]) return false;
    }
    return true;
  };
  for (let by = 0; by <= SEARCH_ROWS; by++) {
    if (fits(top + by)) return top + by;
    if (fits(top - by)) return top - by;
  }
  return isSameFrom(before, after, top) ? top : undefined;
}

/** Only rows that are out of reach have changed: what stands on the screen stays. */
function isSameFrom(before: readonly string[], after: readonly string[], top: number): boolean {
  if (before.length < top + PROOF_ROWS) return false;
  for (let at = top; at < top + PROOF_ROWS; at++) if (before[at] !== after[at]) return false;
  return true;
}
