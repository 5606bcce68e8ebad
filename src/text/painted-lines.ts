/** Output of a foreign program as lines of painted runs: the part that every filter of it shares. */
import { type EscapeSequence, readEscapeSequence } from "./escape-sequence.ts";
import { widthSafe } from "./width-safe.ts";

/** Text under one paint; what a paint is, the filter decides. */
export interface Run<P> {
  readonly text: string;
  readonly paint: P;
}

/** What sequences mean to a reader of coloured text. */
export interface PaintRules<P> {
  readonly initial: P;
  /** The paint after a sequence; the very same object if the sequence changes nothing. */
  readonly next: (paint: P, sequence: EscapeSequence) => P;
  /** BEL ends every kind of control string, not only an OSC. */
  readonly belEndsAll: boolean;
}

const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;
const BLANK_START = /^\s+/;

/**
 * The lines that are not blank, at most `cap` of them. Lines end at LF; CR and TAB become a space;
 * the paint goes on from line to line; blanks at both ends are removed. The runs hold only
 * characters whose width is safe, and no control.
 */
export function paintedLines<P>(
  text: string,
  rules: PaintRules<P>,
  cap: number,
): readonly (readonly Run<P>[])[] {
  const lines: (readonly Run<P>[])[] = [];
  let line: Run<P>[] = [];
  let paint = rules.initial;
  let at = 0;
  CONTROL.lastIndex = 0;
  while (lines.length < cap) {
    const found = CONTROL.exec(text);
    append(line, text.slice(at, found?.index ?? text.length), paint);
    const control = found?.[0] ?? "\n";
    if (control === "\n") {
      const trimmed = trimRuns(line.map((run) => ({ ...run, text: widthSafe(run.text) })));
      if (trimmed.length > 0) lines.push(trimmed);
      line = [];
    }
    if (found === null) break;
    if (control === "\r" || control === "\t") append(line, " ", paint);
    const sequence = readEscapeSequence(text, found.index, rules.belEndsAll);
    if (sequence !== undefined) paint = rules.next(paint, sequence);
    at = sequence?.end ?? found.index + 1;
    CONTROL.lastIndex = at;
  }
  return lines;
}

function append<P>(line: Run<P>[], text: string, paint: P): void {
  if (text === "") return;
  const last = line.at(-1);
  if (last?.paint === paint) line[line.length - 1] = { text: last.text + text, paint };
  else line.push({ text, paint });
}

function trimRuns<P>(runs: readonly Run<P>[]): readonly Run<P>[] {
  const out = runs.filter((run) => run.text !== "");
  while (out[0] !== undefined) {
    const text = out[0].text.replace(BLANK_START, "");
    if (text !== "") {
      out[0] = { ...out[0], text };
      break;
    }
    out.shift();
  }
  for (let last = out.at(-1); last !== undefined; last = out.at(-1)) {
    const text = last.text.trimEnd();
    if (text !== "") {
      out[out.length - 1] = { ...last, text };
      break;
    }
    out.pop();
  }
  return out;
}
