/** A finding before the file that it is about is known. */
import type { Finding, FindingLevel } from "../finding.ts";
import type { Place } from "./draft.ts";

export type Problem = Omit<Finding, "file">;

/** A problem at a place. The message is one sentence without a full stop, with names shown by `shownName`. */
export function problem(
  level: FindingLevel,
  rule: string,
  at: Place,
  message: string,
  hint?: string,
): Problem {
  const { line, path } = at;
  return hint === undefined
    ? { level, line, path, message, rule }
    : { level, line, path, message, hint, rule };
}
