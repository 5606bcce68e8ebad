/**
 * Values as YAML text. Small on purpose: only what a setting can hold, and every text that might be
 * read as something else is quoted, for readers of YAML 1.1 and 1.2 alike.
 */

/** What can be written: JSON's values. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** How a file is laid out, so that new text looks like the rest of it. */
export interface TextStyle {
  readonly eol: "\n" | "\r\n";
  /** Columns from a key to the keys below it. */
  readonly stepCols: number;
  /** Columns from a key to the dashes below it; 0 in many files. */
  readonly dashCols: number;
}

/** Deeper settings do not exist; a bound keeps a cyclic value from looping. */
const MAX_DEPTH = 12;

/** The value as plain data, members that are undefined left out; undefined if YAML cannot hold it. */
export function plainValue(value: unknown, depth = 0): PlainValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : undefined;
  if (typeof value !== "object" || depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const list = value.map((member) => plainValue(member, depth + 1));
    return list.every((member) => member !== undefined) ? list : undefined;
  }
  const entries: [string, PlainValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const plain = plainValue(member, depth + 1);
    if (plain === undefined) return undefined;
    entries.push([key, plain]);
  }
  return Object.fromEntries(entries);
}

/** Has members, so that it can stand as a block. */
export function isFilled(value: PlainValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** The value on one line. */
export function flowText(value: PlainValue): string {
  if (typeof value === "string") return stringText(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${value.map(flowText).join(", ")}]`;
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, member]) => `${stringText(key)}: ${flowText(member)}`).join(", ")} }`;
}

/** A key with its value, as lines that start at column `indentCols`; no line end behind the last. */
export function pairText(
  key: string,
  value: PlainValue,
  indentCols: number,
  style: TextStyle,
): string {
  const head = `${" ".repeat(indentCols)}${stringText(key)}:`;
  if (!isFilled(value)) return `${head} ${flowText(value)}`;
  return `${head}${style.eol}${blockText(value, indentCols + bodyCols(value, style), style)}`;
}

/** A list or mapping with members as lines that start at column `indentCols`. */
export function blockText(value: PlainValue, indentCols: number, style: TextStyle): string {
  if (typeof value !== "object" || value === null) return " ".repeat(indentCols) + flowText(value);
  if (!isList(value)) {
    return Object.entries(value)
      .map(([key, member]) => pairText(key, member, indentCols, style))
      .join(style.eol);
  }
  const dash = `${" ".repeat(indentCols)}- `;
  return value.map((member) => dash + memberText(member, indentCols + 2, style)).join(style.eol);
}

/** Columns from a key to the block below it. */
export function bodyCols(value: PlainValue, style: TextStyle): number {
  return isList(value) ? style.dashCols : style.stepCols;
}

/** A member of a list, without the columns of its first line. Lists inside stay on one line. */
function memberText(value: PlainValue, indentCols: number, style: TextStyle): string {
  if (typeof value !== "object" || value === null || isList(value) || !isFilled(value)) {
    return flowText(value);
  }
  const pad = " ".repeat(indentCols);
  return Object.entries(value)
    .map(([key, member]) => `${stringText(key)}: ${flowText(member)}`)
    .join(style.eol + pad);
}

/** `Array.isArray` does not narrow readonly arrays out of a union. */
function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}

const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/;
const RESERVED = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
/** What JSON leaves as it is and YAML does not allow, or what an editor or terminal would not show. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\p{Cf}\ufffe\uffff]/gu;

function stringText(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text) && !text.includes(" -")) return text;
  return JSON.stringify(text).replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
