/**
 * What an agent sends, made bounded: its texts are cut, and what stands in one line (ids, titles,
 * names) is cleaned of control bytes. Blocks of text keep their line breaks; whoever shows them cleans them.
 */
import { asText } from "../../base/shape.ts";
import { cleanLine, cutUnits } from "../../text/clean.ts";

/** An id is a name of a thing; a longer one is an accident, and it is compared and kept often. */
export const MAX_ID_UNITS = 256;

/** One line of a person's screen, three times over. */
export const MAX_LABEL_UNITS = 512;

/** One update's text. A larger file is shown in part; the agent has it whole. */
const MAX_BLOCK_UNITS = 256 * 1024;

/** What a tool was called with, as it stands under its title. */
export const MAX_INPUT_UNITS = 4096;

/** Members of any list: nobody reads more commands, choices or tasks than these. */
export const MAX_LIST = 1000;

/** Sign of a text that was cut. */
const CUT = "…";

/** A text of one line: cleaned, cut; undefined if nothing is left or it is no text. */
export function readLabel(value: unknown): string | undefined {
  const text = asText(value);
  if (text === undefined) return undefined;
  const line = cleanLine(text).trim();
  return line === "" ? undefined : shorten(line, MAX_LABEL_UNITS);
}

/** An id as the agent gives it, without control bytes. Too long: undefined, as a cut id names another thing. */
export function readId(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : asText(value);
  if (text === undefined || text.length > MAX_ID_UNITS) return undefined;
  const line = cleanLine(text);
  return line === "" ? undefined : line;
}

/** A text of many lines, cut. */
export function readBlock(value: unknown, units = MAX_BLOCK_UNITS): string | undefined {
  const text = asText(value);
  return text === undefined ? undefined : shorten(text, units);
}

/** The members of a list, or none; at most `MAX_LIST`. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_LIST) : [];
}

/** What `read` gives of each member that it can read. */
export function readEach<T>(value: unknown, read: (member: unknown) => T | undefined): T[] {
  return readList(value).flatMap((member) => {
    const one = read(member);
    return one === undefined ? [] : [one];
  });
}

/** One of the words, or undefined. */
export function readWord<const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === value);
}

function shorten(text: string, units: number): string {
  return text.length <= units ? text : cutUnits(text, units - CUT.length) + CUT;
}
