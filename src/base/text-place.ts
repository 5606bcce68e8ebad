/** Where an offset lies in a text, as editors count: from 1, whatever the line ends are. */
export function textPlace(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
