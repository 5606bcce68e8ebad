/**
 * Finds records in the output of a program and in the text of a screen. Colours, erasing and control
 * strings are seen and not read; a line end, another control byte and every other movement of the
 * cursor end a line. A record stands alone on its line: blanks and borders may stand around it. A
 * record in other words, or behind a mark of a prompt or of Markdown, is somebody's quotation.
 */
import { givenObject, givenText } from "../../base/given.ts";
import { EIGHT_BIT, SEVEN_BIT } from "../../text/escape-sequence.ts";
import { createErasureWatch } from "./erasure.ts";
import { type AutomationRecord, LINE_MAX_UNITS, RECORD_MARK } from "./message.ts";
import { mayGoOn, parseRecord } from "./parse.ts";
import { type RecordRefusal, refusal } from "./refusal.ts";

/** Something that looks like a record, and what became of it. */
export type Candidate =
  | ({ readonly kind: "record"; readonly record: AutomationRecord } & Found)
  | ({ readonly kind: "refused"; readonly refusal: RecordRefusal } & Found);

/** What a stream tells: a candidate, or that the last one before it was erased from the screen. */
export type Finding = Candidate | ({ readonly kind: "erased" } & Found);

interface Found {
  /** Line ends before it. */
  readonly row: number;
  /** Characters before it on its line; sequences are none. */
  readonly col: number;
}

/** Where the text was. */
export interface FindOptions {
  /** Columns of the screen: a record at its right edge may have been cut there. */
  readonly widthCols?: number;
}

/** Finds records in a stream. Remembers one line, bounded. */
export interface RecordFinder {
  /** The candidates on the lines that this part of the text ends, and which of them it erases. */
  feed(text: string): readonly Finding[];
  /** The candidate on the line that has not ended yet; one that may go on is refused. */
  open(): Candidate | undefined;
  /** Ends the last line. */
  end(): readonly Finding[];
}

/**
 * Columns at the right edge of a screen or of a box in which a record may have been cut. A program
 * that frames its line or leaves a margin cuts before the last column; more than this much is never
 * left free.
 */
export const EDGE_COLS = 4;

/** Rows from the lowest with a text, in which a status line is looked for: what is above is a transcript. */
export const FOOT_ROWS = 10;

/** Stands in a line for sequences that move nothing; no other control character gets there. */
const UNSEEN = "\x1b";

/** Longer lines are told apart no further: a record and what may stand before it are shorter. */
const MAX_KEPT_UNITS = LINE_MAX_UNITS + 256;

const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;
/** What may end a control string; all else in it is passed over at once. */
const STRING_END = /[\x07\x18\x1a\x1b\x9c]/g;

/** Vertical borders of boxes, heavy, double, dashed and ASCII ones, and halves of blocks. */
const BORDERS = "│┃║┆┇┊┋╎╏▏▕▌▐|";
const BEFORE = new RegExp(`^[ ${UNSEEN}${BORDERS}]*$`);
/** What may stand behind a record. */
const AFTER = new Set(` ${UNSEEN}${BORDERS}`);
const BORDER = new RegExp(`[${BORDERS}]`);
/** The right edge of a box, as near to a record as that of a screen would be. */
const EDGE = new RegExp(`^(?:${UNSEEN}* ){0,${EDGE_COLS - 1}}${UNSEEN}*[${BORDERS}]`);

/** Short escapes that neither move the cursor nor end anything: keypad modes and a lone ST. */
const QUIET_SHORT = "=>\\";
/** CSI that leaves the cursor on its line: colours, erasing in the line, columns skipped. */
const QUIET_CSI = "mKC";

/** Most sequences are these and stand in one piece: read at once, as output is full of them. */
const WHOLE_CSI = /\x1b\[[ -?]*[@-~]/y;

/** Characters of a sequence before its last one: none that moves a cursor or erases has more. */
const MAX_PARAM_UNITS = 32;

/** Erasing in a line of which what was written so far is a part, or all. */
const ERASES_LINE = /^\??0*[12]$/;

type Mode = "text" | "escape" | "designation" | "csi" | "osc" | "string" | "string-escape";

/** All candidates of a text that is whole, and what it erases of them, in order. */
export function findRecords(text: string, options: FindOptions = {}): readonly Finding[] {
  const finder = createRecordFinder(options);
  return [...finder.feed(text), ...finder.end()];
}

/**
 * The one candidate that counts on a screen: the lowest, in the last rows. A broken or quoted one is
 * given as refused, and never passed over for one above it, which is older.
 */
export function lowestRecord(screen: string, options: FindOptions = {}): Candidate | undefined {
  const rows = givenText(screen).split("\n");
  const filled = rows.flatMap((row, at) => (row.trim() === "" ? [] : [at]));
  const first = filled.at(-FOOT_ROWS) ?? 0;
  const lowest = findRecords(rows.slice(first).join("\n"), options).at(-1);
  return lowest === undefined || lowest.kind === "erased"
    ? undefined
    : { ...lowest, row: lowest.row + first };
}

/** Makes a finder that has read nothing. */
export function createRecordFinder(options: FindOptions = {}): RecordFinder {
  const { widthCols } = givenObject(options);
  const line = createLine(typeof widthCols === "number" ? { widthCols } : {});
  let mode: Mode = "text";
  let params = "";
  const act = (next: Step, unit: string): void => {
    line.act(next, unit, params);
    const goesOn = mode === "csi" && next.mode === "csi" && next.effect === "nothing";
    params = goesOn ? `${params}${unit}`.slice(0, MAX_PARAM_UNITS) : "";
    mode = next.mode;
  };
  return {
    feed(piece) {
      const text = givenText(piece);
      for (let at = 0; at < text.length; at++) {
        if (mode === "text") {
          CONTROL.lastIndex = at;
          const next = CONTROL.exec(text)?.index ?? text.length;
          line.keep(text, at, next);
          if (next === text.length) break;
          at = next;
          WHOLE_CSI.lastIndex = at;
          if (WHOLE_CSI.test(text)) {
            const first = at + 2;
            at = WHOLE_CSI.lastIndex - 1;
            const final = text[at] ?? "";
            const isColour = final === "m";
            const upTo = isColour ? first : Math.min(at, first + MAX_PARAM_UNITS);
            line.act(afterCsi(final), final, text.slice(first, upTo));
            continue;
          }
        }
        if (mode === "osc" || mode === "string") {
          STRING_END.lastIndex = at;
          const next = STRING_END.exec(text)?.index;
          if (next === undefined) break;
          at = next;
        }
        const unit = text[at] ?? "";
        act(step(mode, unit), unit);
      }
      return line.taken();
    },
    open: line.open,
    end() {
      line.end();
      mode = "text";
      return line.taken();
    },
  };
}

/** The line that is being written, and what was found on those before it. */
function createLine(options: FindOptions) {
  const watch = createErasureWatch();
  let line = "";
  let row = 0;
  const found: Finding[] = [];
  const keep = (text: string, from: number, to: number): void => {
    line += text.slice(from, Math.min(to, from + MAX_KEPT_UNITS - line.length));
  };
  const end = (): void => {
    const candidate = examine(line, row, options);
    line = "";
    if (candidate === undefined) return;
    found.push(candidate);
    watch.stands();
  };
  const erase = (isErased: boolean): void => {
    if (isErased) found.push({ kind: "erased", row, col: visible(line) });
  };
  const afterCsi = (final: string, params: string): void => {
    if (final === "K" && line !== "" && ERASES_LINE.test(params)) {
      const col = visible(line);
      end();
      line = " ".repeat(col);
    }
    erase(watch.afterCsi(params, final));
  };
  return {
    keep,
    end,
    act({ effect, by }: Step, unit: string, params: string): void {
      if (effect === "keep") keep(unit, 0, 1);
      else if (effect === "unseen") keep(UNSEEN, 0, 1);
      else if (effect === "end") end();
      // Most sequences are colours.
      if (by === "csi" && unit !== "m") afterCsi(unit, params);
      else if (by === "escape") erase(watch.afterEscape(unit));
      else if (by === "control") watch.afterControl(unit);
      if (unit === "\n" && by === "control") row += 1;
    },
    taken: (): readonly Finding[] => found.splice(0),
    open(): Candidate | undefined {
      const candidate = examine(line, row, options);
      if (candidate?.kind !== "record" || !mayBeOpen(line)) return candidate;
      return { kind: "refused", refusal: refusal("may-be-cut"), row, col: candidate.col };
    },
  };
}

/** What a character does to the line. */
interface Step {
  readonly mode: Mode;
  readonly effect: "keep" | "unseen" | "end" | "nothing";
  /** What it is, or ends, where it may move the cursor or erase something. */
  readonly by?: "control" | "escape" | "csi";
}

function step(mode: Mode, unit: string): Step {
  switch (mode) {
    case "text":
      return inText(unit);
    case "escape":
      return afterEscape(unit);
    case "designation":
      if (unit >= " " && unit <= "/") return { mode, effect: "nothing" };
      return unit >= "0" && unit <= "~" ? { mode: "text", effect: "unseen" } : inText(unit);
    case "csi":
      if (unit >= " " && unit <= "?") return { mode, effect: "nothing" };
      return unit >= "@" && unit <= "~" ? afterCsi(unit) : inText(unit);
    case "osc":
    case "string":
      if (unit === "\x1b") return { mode: "string-escape", effect: "nothing" };
      if (unit === "\x9c" || (unit === "\x07" && mode === "osc")) {
        return { mode: "text", effect: "unseen" };
      }
      // CAN and SUB end a string without it being one.
      if (unit === "\x18" || unit === "\x1a") return { mode: "text", effect: "end" };
      return { mode, effect: "nothing" };
    case "string-escape":
      // Any ESC ends a string; what follows it is a sequence of its own.
      return unit === "\\" ? { mode: "text", effect: "unseen" } : afterEscape(unit);
    default:
      return mode satisfies never;
  }
}

const CSI_UNSEEN: Step = { mode: "text", effect: "unseen", by: "csi" };
const CSI_END: Step = { mode: "text", effect: "end", by: "csi" };

function afterCsi(final: string): Step {
  return QUIET_CSI.includes(final) ? CSI_UNSEEN : CSI_END;
}

function inText(unit: string): Step {
  if (unit === "\x1b") return { mode: "escape", effect: "nothing" };
  const opened = EIGHT_BIT[unit];
  if (opened !== undefined) return { mode: opened, effect: "nothing" };
  const isControl = unit < " " || (unit >= "\x7f" && unit <= "\x9f");
  return isControl
    ? { mode: "text", effect: "end", by: "control" }
    : { mode: "text", effect: "keep" };
}

function afterEscape(unit: string): Step {
  const opened = SEVEN_BIT[unit];
  if (opened !== undefined) return { mode: opened, effect: "nothing" };
  if (unit >= " " && unit <= "/") return { mode: "designation", effect: "nothing" };
  if (unit < " " || unit > "~") return inText(unit);
  return { mode: "text", effect: QUIET_SHORT.includes(unit) ? "unseen" : "end", by: "escape" };
}

function examine(line: string, row: number, { widthCols }: FindOptions): Candidate | undefined {
  const at = line.indexOf(RECORD_MARK);
  if (at < 0) return undefined;
  const before = line.slice(0, at);
  const col = visible(before);
  const refused = (why: RecordRefusal): Candidate => ({ kind: "refused", refusal: why, row, col });
  if (!BEFORE.test(before)) {
    // Prose may speak of the record without quoting one.
    return line.includes(`${RECORD_MARK} seq=`, at) ? refused(refusal("not-alone")) : undefined;
  }
  if (line.length >= MAX_KEPT_UNITS) return refused(refusal("line-too-long"));
  const text = withoutAfter(line.slice(at));
  const parsed = parseRecord(text);
  if (!parsed.ok) return refused(parsed.reason);
  const atEdge = widthCols !== undefined && col + text.length > widthCols - EDGE_COLS;
  const atBorder = EDGE.test(line.slice(at + text.length));
  if ((atEdge || atBorder) && mayGoOn(text)) return refused(refusal("may-be-cut"));
  return { kind: "record", record: parsed.value, row, col };
}

/** Whether the number at its end may go on, or a border may still come where it was cut. */
function mayBeOpen(line: string): boolean {
  const text = withoutAfter(line);
  if (!mayGoOn(text)) return false;
  if (text === line) return true;
  const isInBox = BORDER.test(line.slice(0, line.indexOf(RECORD_MARK)));
  return isInBox && visible(line.slice(text.length)) < EDGE_COLS;
}

/** From the end: a regular expression would try each blank inside of the text as the first one behind it. */
function withoutAfter(text: string): string {
  let end = text.length;
  while (end > 0 && AFTER.has(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

function visible(text: string): number {
  return text.replaceAll(UNSEEN, "").length;
}
