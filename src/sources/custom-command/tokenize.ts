/**
 * Splits `tui.customStatusLine.command` into program and arguments. This is no shell: nothing is
 * expanded (`~`, `$NAME`, `*`) and operators (`|`, `>`) are ordinary characters.
 */
import { failed, ok, type Result } from "../../base/result.ts";

/** Program, then arguments. The program is never empty. */
export type Argv = readonly [program: string, ...args: string[]];

const SPACE = /\s/u;

/** What a backslash takes the meaning from; before anything else it is an ordinary character. */
const ESCAPED_OUTSIDE = /[\s'"\\]/u;
const ESCAPED_IN_DOUBLE = /["\\]/;

type Quote = "'" | '"' | undefined;

/**
 * - Unicode white space separates; pieces that touch are one token; empty quotes are an empty token.
 * - `'…'`: everything as it stands.
 * - `"…"`: a backslash escapes `"` and itself only.
 * - Outside: a backslash escapes white space, either quote and itself.
 *
 * A quote that is never closed, or no program, is a reason.
 */
export function tokenize(command: string): Result<Argv> {
  const tokens: string[] = [];
  let token: string | undefined;
  let quote: Quote;

  for (let index = 0; index < command.length; index++) {
    const unit = command[index] as string;
    const next = command[index + 1];
    if (unit === quote) {
      quote = undefined;
    } else if (unit === "\\" && next !== undefined && escapes(quote, next)) {
      token = (token ?? "") + next;
      index++;
    } else if (quote !== undefined) {
      token += unit;
    } else if (unit === "'" || unit === '"') {
      quote = unit;
      token ??= "";
    } else if (SPACE.test(unit)) {
      if (token !== undefined) tokens.push(token);
      token = undefined;
    } else {
      token = (token ?? "") + unit;
    }
  }

  if (quote !== undefined) return failed(`the command has a ${quote} that is never closed`);
  if (token !== undefined) tokens.push(token);
  const [program, ...args] = tokens;
  if (program === undefined || program === "") return failed("the command names no program");
  return ok([program, ...args]);
}

function escapes(quote: Quote, next: string): boolean {
  if (quote === "'") return false;
  return (quote === undefined ? ESCAPED_OUTSIDE : ESCAPED_IN_DOUBLE).test(next);
}
