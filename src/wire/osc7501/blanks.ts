/** Blanks and tabs around keys and values, which readers pass over and nobody writes. */

/**
 * The text without blanks and tabs at its ends. Looked at from both ends: a regular expression would
 * try each blank inside of the text as the first one of its end, and outside text may be full of them.
 */
export function withoutBlanksAround(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
