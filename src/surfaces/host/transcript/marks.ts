/** Signs of the transcript and the dialogs. Each takes one column in every terminal that was measured. */

export interface Marks {
  readonly prompt: string;
  readonly thought: string;
  readonly bullet: string;
  readonly bar: string;
  readonly rule: string;
  readonly corner: string;
  readonly ellipsis: string;
  readonly pending: string;
  readonly running: string;
  readonly done: string;
  readonly failed: string;
  readonly cancelled: string;
  readonly chosen: string;
}

const UNICODE: Marks = Object.freeze({
  prompt: "›",
  thought: "◇",
  bullet: "•",
  bar: "│",
  rule: "─",
  corner: "└",
  ellipsis: "…",
  pending: "○",
  running: "◇",
  done: "✓",
  failed: "✗",
  cancelled: "−",
  chosen: "›",
});

const ASCII: Marks = Object.freeze({
  prompt: ">",
  thought: "*",
  bullet: "-",
  bar: "|",
  rule: "-",
  corner: "`",
  ellipsis: "...",
  pending: "o",
  running: "*",
  done: "+",
  failed: "x",
  cancelled: "-",
  chosen: ">",
});

export function marksOf(isAscii: boolean): Marks {
  return isAscii ? ASCII : UNICODE;
}
