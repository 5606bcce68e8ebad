/**
 * A text of Markdown as rows, made so that a text which grows costs its last blocks alone: what was
 * read before stays, row by row the same strings.
 */
import { type Block, type Place, readBlock } from "./block.ts";

export interface MarkdownRows {
  readonly text: string;
  readonly rows: readonly string[];
  /** Leading rows that stay, however the text goes on. */
  readonly settledRows: number;
  /** Where the text is read again when it goes on. */
  readonly resume: Resume;
}

/** The beginning of a block. */
interface Resume {
  readonly units: number;
  readonly rowCount: number;
  readonly fence: string | undefined;
  readonly afterBlank: boolean;
}

/** Blocks at the end that more text may change: the last one, and the one that it might belong to. */
const OPEN_BLOCKS = 2;

const START: Resume = { units: 0, rowCount: 0, fence: undefined, afterBlank: true };

/** What a block looks like. */
export type DrawBlock = (block: Block) => readonly string[];

/** The rows of a text. `before`: those of a text that this one may go on from, drawn the same way. */
export function markdownRows(text: string, draw: DrawBlock, before?: MarkdownRows): MarkdownRows {
  const goesOn = before !== undefined && isLonger(text, before);
  const from = goesOn ? before.resume : START;
  const rows = goesOn ? before.rows.slice(0, from.rowCount) : [];
  const lines = text.slice(from.units).split("\n").map(withoutReturn);
  const open: Resume[] = [];
  let { units, afterBlank } = from;
  let place: Place = placeAt(0, from.fence);
  while (place.line < lines.length) {
    open.push({ units, rowCount: rows.length, fence: place.fence, afterBlank });
    if (open.length > OPEN_BLOCKS) open.shift();
    const { block, next } = readBlock(lines, place);
    const isBlank = block.kind === "blank";
    if (!(isBlank && afterBlank)) rows.push(...draw(block));
    afterBlank = isBlank;
    units = unitsAfter(text, units, next.line - place.line);
    place = next;
  }
  if (afterBlank) rows.pop();
  const resume = open[0] ?? START;
  // A blank row at the end waits for what it stands before.
  if (resume.rowCount > rows.length) return { text, rows, settledRows: rows.length, resume: START };
  return { text, rows, settledRows: resume.rowCount, resume };
}

function isLonger(text: string, { text: before, resume }: MarkdownRows): boolean {
  return text.length >= before.length && text.startsWith(before.slice(0, resume.units));
}

function placeAt(line: number, fence: string | undefined): Place {
  return fence === undefined ? { line } : { line, fence };
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function unitsAfter(text: string, start: number, lines: number): number {
  let at = start;
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}
