/**
 * Values of outside in lines of the engine. A ref, a parameter, a name or a command's output may hold
 * anything; written here it stays one line, shows what it is made of, and opens or closes no section
 * of the block. What the author wrote as a text (prompts, guidance, descriptions) does not pass here.
 */
import { cutUnits } from "../../../text/clean.ts";

/**
 * UTF-16 units of one value that a line shows. The agent knows what it sent; a ref of a megabyte
 * would fill its context with every header.
 */
export const MAX_VALUE_UNITS = 2000;

/**
 * What no reader sees or what moves what they see: controls, line ends, bidi and other format
 * characters, what is ignored when drawn, halves of pairs. The variation selectors of emoji stay.
 */
const HIDDEN =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** The start of a section of ours, in any case, with blanks or variation selectors between its letters. */
const OWN_TAG = ownTagPattern(["smllm", "instructions", "events"]);

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function ownTagPattern(names: readonly string[]): RegExp {
  const gap = "[\\s\\ufe0e\\ufe0f]*";
  const words = names.map((name) => [...name].join(gap));
  return new RegExp(`<(?=${gap}(?:/${gap})?(?:${words.join("|")}))`, "giu");
}

/** The value as it may stand bare in a line: `\n`, `\u202e` and their like, `&lt;` before a tag of ours. */
export function escaped(value: string): string {
  return escapedLine(shortened(value));
}

/** The value in double quotes, where `"` and `\` are escaped as well. */
export function quoted(value: string): string {
  return `"${escapedLine(shortened(value).replace(/["\\]/g, "\\$&"))}"`;
}

/** A whole line of the engine, at its full length; one that is escaped already stays as it is. */
export function escapedLine(line: string): string {
  return line.replace(HIDDEN, visible).replace(OWN_TAG, "&lt;");
}

function shortened(value: string): string {
  if (value.length <= MAX_VALUE_UNITS) return value;
  const shown = cutUnits(value, MAX_VALUE_UNITS);
  return `${shown}… (${value.length - shown.length} more)`;
}

function visible(hidden: string): string {
  const short = SHORT_ESCAPES[hidden];
  if (short !== undefined) return short;
  const code = hidden.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
