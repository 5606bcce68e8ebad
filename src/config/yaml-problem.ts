/** What is wrong with a YAML text and where, in words that quote nothing of it. */
import type { Document, YAMLError } from "yaml";
import { textPlace } from "../base/text-place.ts";
import type { Yaml } from "./splice-plan.ts";

/** The first letter that is wrong, or the beginning of what is not closed. */
export interface YamlFault {
  readonly what: string;
  /** `what` begins there and has no end. */
  readonly isOpen: boolean;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * A clause that goes on from "it", with the line and, where one letter is meant, the column. What is
 * not closed is named where it begins: the library finds out much further down.
 */
export function yamlProblem(
  yaml: Yaml,
  document: Document,
  text: string,
  error: YAMLError,
): string {
  const { what, isOpen, line, column } = yamlFault(yaml, document, text, error);
  if (isOpen) return `${what} that begins at line ${line} is not closed`;
  return `${what} at line ${line}, column ${column}`;
}

/** The same as data. */
export function yamlFault(
  yaml: Yaml,
  document: Document,
  text: string,
  error: YAMLError,
): YamlFault {
  const open = CLOSABLE.has(error.code) ? lastOpen(yaml, document, text) : undefined;
  if (open !== undefined) return { what: open.what, isOpen: true, ...textPlace(text, open.offset) };
  const what = WORDS[error.code] ?? `something is wrong (${error.code})`;
  return { what, isOpen: false, ...textPlace(text, error.pos[0]) };
}

const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "a key appears twice (the last one would count)",
  TAB_AS_INDENT: "a tab indents a line (YAML takes blanks only)",
  BAD_INDENT: "the indentation is wrong",
  MULTIPLE_DOCS: "a second document begins",
  BLOCK_IN_FLOW: "a comma is missing, or quotes around a text with a colon",
  BLOCK_AS_IMPLICIT_KEY: "quotes are missing around a text with a colon or a sign of YAML",
  BAD_SCALAR_START: "a text begins with a sign of YAML (it needs quotes)",
  BAD_DQ_ESCAPE: "a backslash in double quotes means something else (single quotes keep it)",
  MULTILINE_IMPLICIT_KEY: "a key has no colon with a blank after it",
  MISSING_CHAR: "a sign is missing, such as a colon or a comma",
  UNEXPECTED_TOKEN: "something stands where it does not belong",
};

/** The codes that the library gives where it misses the end of something. */
const CLOSABLE: ReadonlySet<string> = new Set(["BAD_INDENT", "MISSING_CHAR"]);

interface Open {
  readonly what: string;
  readonly offset: number;
}

/** The last list, mapping or quoted text without its end; what stands around it is open through it. */
function lastOpen(yaml: Yaml, document: Document, text: string): Open | undefined {
  let found: Open | undefined;
  const look = (range: readonly number[] | null | undefined, what: string): void => {
    const [start, end] = range ?? [];
    if (start === undefined || end === undefined) return;
    const closing = CLOSING[text[start] ?? ""];
    if (closing === undefined) return;
    const isClosed = end - start > 1 && text[end - 1] === closing;
    if (!isClosed) found = { what, offset: start };
  };
  yaml.visit(document, {
    Collection: (_key, node) => look(node.flow === true ? node.range : null, "a list or mapping"),
    Scalar: (_key, { range, type }) =>
      look(type?.startsWith("QUOTE") === true ? range : null, "a quoted text"),
  });
  return found;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", '"': '"', "'": "'" };
