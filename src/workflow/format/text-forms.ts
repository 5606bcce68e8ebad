/** Conditions on texts of a machine file. */
import type { TextForm } from "./shape.ts";

const NAME = "^[A-Za-z0-9_-]+$";
/** The id names a folder, `<id>.smllm.yaml` and its temporary files; file systems end at 255 bytes. */
const MAX_ID_LENGTH = 100;
const ID = `^[A-Za-z0-9_-]{1,${MAX_ID_LENGTH}}$`;
const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";
const ONE_LINE = `^[^${CONTROL}]+$`;
const NO_SPACE = `^[^\\s${CONTROL}]+$`;

function matching(pattern: string, rule: string, expected: string): TextForm {
  const wanted = new RegExp(pattern);
  return { rule, expected, pattern, fits: (text) => wanted.test(text) };
}

/** A text of at least one character without control characters and line breaks. */
export function oneLine(rule: string, noun: string): TextForm {
  return matching(ONE_LINE, rule, `${noun} on one line, without control characters`);
}

/** Letters, digits, `_` and `-`. */
export function plainName(rule: string, noun: string): TextForm {
  return matching(NAME, rule, `${noun} of letters, digits, _ and -`);
}

export const MACHINE_ID = matching(
  ID,
  "CFG-1",
  `an id of letters, digits, _ and -, at most ${MAX_ID_LENGTH} of them`,
);

export const STATE_NAME = matching(
  NO_SPACE,
  "CFG-1",
  "a name of a state without blanks and control characters",
);

/** A command for the shell. */
export const SHELL_TEXT: TextForm = {
  rule: "DEC-4",
  expected: "a command to run",
  pattern: "\\S",
  fits: (text) => text.trim() !== "" && !text.includes("\0"),
};

/** A program or an argument of it. */
export const COMMAND_WORD: TextForm = {
  rule: "DEC-4",
  expected: "a word of a command, without NUL",
  fits: (text) => !text.includes("\0"),
};

export const PATTERN: TextForm = {
  rule: "CFG-7",
  expected: "a regular expression of JavaScript",
  format: "regex",
  fits: isPattern,
};

/** Whether it is a regular expression without flags. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
