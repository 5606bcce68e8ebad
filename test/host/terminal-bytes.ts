/**
 * What a program may write to a terminal, read byte for byte: characters, line ends and a short list of
 * sequences that the host itself uses. Anything else is named. Stands on no reader of the program's own.
 */

/** Sequences of the host, whole. Colours come from the theme, so their numbers are limited below. */
const ALLOWED: readonly RegExp[] = [
  // Cursor, lines, erasing.
  /^\x1b\[\d*[ABGH]$/,
  /^\x1b\[\d+;\d+H$/,
  /^\x1b\[0?[JK]$/,
  /^\x1b\[2[JK]$/,
  // Modes: cursor, wrap, paste, alternate screen, mouse, one picture.
  /^\x1b\[\?(?:25|7|2004|1049|1000|1006|2026)[hl]$/,
  // Keyboard protocols, and the questions about them.
  /^\x1b\[(?:>5u|<u|\?u|c|>4;[01]m)$/,
  // The title and the stack of titles.
  /^\x1b\[2[23];2t$/,
  /^\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x1b\\$/,
  // Program status, and the question who knows it.
  /^\x1b\]7501;[\x20-\x7e]*(?:\x1b\\|\x07)$/,
  // Links, to where a browser goes.
  /^\x1b\]8;[^;\x00-\x1f\x7f]*;(?:|(?:https?|file):[\x21-\x7e]*)(?:\x1b\\|\x07)$/,
];

const SGR = /^\x1b\[([\d;]*)m$/;
/** Bold, dim, italic, underline, inverse, struck and their ends; the colours. */
const SGR_ATTRIBUTES = /^(?:0?|[1-4]|7|9|2[2-4]|27|29|3[0-79]|4[0-79]|9[0-7]|10[0-7])$/;

const SEQUENCE =
  /\x1b(?:\[[\x20-\x3f]*[\x40-\x7e]|[\]P_^X][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|[\x20-\x2f]*[\x30-\x7e])|\x1b/gs;

/** Controls that are no part of a sequence, C1 among them, and what turns or hides text. */
const FORBIDDEN =
  /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

export interface TerminalBytes {
  /** Everything that may not be there, with its place and what stands around it. */
  readonly faults: readonly string[];
  /** What is left without sequences. */
  readonly text: string;
}

/** Reads what was written; also bytes that are no UTF-8 are a fault. */
export function readTerminalBytes(bytes: Uint8Array): TerminalBytes {
  const faults: string[] = [];
  let source: string;
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    faults.push("not UTF-8");
    source = new TextDecoder().decode(bytes);
  }
  const note = (what: string, at: number): void => {
    const around = source.slice(Math.max(0, at - 40), at + 40);
    faults.push(`${what}: ${JSON.stringify(around)}`);
  };
  const text = source.replace(SEQUENCE, (sequence, at: number) => {
    if (!isAllowed(sequence)) note(`sequence ${JSON.stringify(sequence)}`, at);
    return "";
  });
  for (const found of text.matchAll(FORBIDDEN)) {
    const code = found[0].codePointAt(0) ?? 0;
    const around = text.slice(Math.max(0, found.index - 40), found.index + 40);
    faults.push(`U+${code.toString(16).padStart(4, "0")} in ${JSON.stringify(around)}`);
  }
  return { faults, text };
}

function isAllowed(sequence: string): boolean {
  const sgr = SGR.exec(sequence);
  if (sgr === null) return ALLOWED.some((one) => one.test(sequence));
  const parts = (sgr[1] ?? "").split(";");
  for (let at = 0; at < parts.length; at += 1) {
    if (/^[34]8$/.test(parts[at] ?? "")) at += parts[at + 1] === "2" ? 4 : 2;
    else if (!SGR_ATTRIBUTES.test(parts[at] ?? "")) return false;
  }
  return true;
}
