/**
 * A text of Markdown as rows, made so that a text which grows costs its last blocks alone: what was
 * read before stays, row by row the same strings.
 */
import {
  type Block,
  isOpenFence,
  type Place,
  type Placed,
  readWindow,
  START,
} from "./read-window.ts";

export interface MarkdownRows {
  /** With line ends of one kind. */
  readonly text: string;
  readonly rows: readonly string[];
  /** Leading rows that stay, however the text goes on. */
  readonly settledRows: number;
  /** Where the text is read again when it goes on. */
  readonly resume: Resume;
}

/** The beginning of a block. */
interface Resume extends Omit<Place, "line"> {
  readonly units: number;
  readonly rowCount: number;
}

/** Blocks at the end that more text may change: the last one, and the one that it might belong to. */
const OPEN_BLOCKS = 2;

/** What a block looks like, with the gap before it. */
export type DrawBlock = (block: Block) => readonly string[];

/** The rows of a text. `before`: those of a text that this one may go on from, drawn the same way. */
export function markdownRows(whole: string, draw: DrawBlock, before?: MarkdownRows): MarkdownRows {
  const text = whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  const goesOn = before !== undefined && isLonger(text, before);
  const from: Resume = goesOn ? before.resume : { ...START, units: 0, rowCount: 0 };
  const rows = goesOn ? before.rows.slice(0, from.rowCount) : [];
  const lines = text.slice(from.units).split("\n");
  const open: Resume[] = [];
  let last: Placed | undefined;
  let [line, units] = [0, from.units];
  for (let place: Place = { ...from, line: 0 }; place.line < lines.length; ) {
    const { blocks, next } = readWindow(lines, place);
    // A window that is full holds what it holds, whatever comes behind it.
    if (blocks.length > 0) open.length = 0;
    for (const placed of blocks) {
      const { block, at } = placed;
      // A blank line ends a paragraph for good.
      if (block.gap && last?.block.token.type === "paragraph") open.length = 0;
      last = placed;
      for (; line < at.line; line++) units += (lines[line]?.length ?? 0) + 1;
      open.push({ units, rowCount: rows.length, gap: at.gap, carry: at.carry });
      if (open.length > OPEN_BLOCKS) open.shift();
      for (const row of draw({ ...block, gap: block.gap && rows.length > 0 })) rows.push(row);
    }
    place = next;
  }
  const resume = open[0] ?? from;
  const settledRows = Math.max(resume.rowCount, codeRows(last, rows.length, draw));
  return { text, rows, settledRows, resume };
}

function isLonger(text: string, { text: before, resume }: MarkdownRows): boolean {
  return text.length >= before.length && text.startsWith(before.slice(0, resume.units));
}

/** Rows up to the last line of code of a fence that is still open at the end of the text: they stay. */
function codeRows(last: Placed | undefined, rowCount: number, draw: DrawBlock): number {
  if (last?.block.token.type !== "code") return 0;
  const { token } = last.block;
  if (!isOpenFence(token)) return 0;
  const text = token.text.slice(token.text.lastIndexOf("\n") + 1);
  const part = { token: { ...token, text }, gap: false, isContinued: true, isCut: false };
  return rowCount - draw(part).length;
}
