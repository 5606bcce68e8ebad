/** The word that somebody meant, for messages about a slip of the pen. */

/** Longer words are no slip of the pen, and comparing them would cost time. */
const MAX_WORD_LENGTH = 60;
/** More letters than this apart is another word. */
const MAX_DISTANCE = 3;

/** The known word with the fewest changed letters; undefined if none is near enough. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const plain = fold(word);
  let best: string | undefined;
  let bestDistance = Math.min(MAX_DISTANCE, Math.floor(plain.length / 3)) + 1;
  for (const candidate of known) {
    const distance = lettersApart(plain, fold(candidate));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The nearest word as a question to put behind the wrong one; empty if none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

/** `status_line`, `status-line` and `statusline` are the same slip. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[ _-]/g, "");
}

/** Letters to add, leave out, change or swap with the next to come from one word to the other. */
function lettersApart(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        Math.min(at(row - 1, column), at(row, column - 1)) + 1,
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(one.length, other.length);
}
