/**
 * Keys by name. A name is modifiers in the order `shift+ctrl+alt+super` and the key in small letters, such
 * as `enter`, `escape`, `tab`, `space`, `backspace`, `delete`, `insert`, `up`, `pageup`, `home`, `f5`,
 * `ctrl+r`, `shift+tab`, `alt+enter`; a character is its own name, and `paste` is a paste.
 */
import { decodeKittyPrintable, isKeyRelease, parseKey } from "@earendil-works/pi-tui";

/** One key press, or one paste. */
export interface Key {
  /** The key's name as in help texts: `enter`, `up`, `ctrl+r`, `shift+tab`, `a` ...; `paste` for a paste. */
  readonly name: string;
  /** What it writes into a text: the character, or all that was pasted; absent for a command key. */
  readonly text?: string;
  /** The sequence as the terminal sent it, for the editor. */
  readonly raw: string;
}

/** The key of one sequence; undefined: a release, or nothing that anybody presses. */
export function keyOf(sequence: string): Key | undefined {
  if (sequence === "" || isKeyRelease(sequence)) return undefined;
  const name = parseKey(sequence)?.toLowerCase();
  const text = writtenText(sequence, name);
  if (name === undefined) {
    return text === undefined ? undefined : { name: text, text, raw: sequence };
  }
  if (name === "space") return { name, text: " ", raw: sequence };
  return { name: text ?? name, ...(text !== undefined && { text }), raw: sequence };
}

/** A paste as the one key that it is. */
export function pasteOf(text: string): Key {
  return { name: "paste", text, raw: `\x1b[200~${text}\x1b[201~` };
}

/** `CSI 27 ; modifiers ; code ~`, xterm's other form of a printable key with shift. */
const OTHER_KEY = /^\x1b\[27;([12]);(\d+)~$/;

function writtenText(sequence: string, name: string | undefined): string | undefined {
  const kitty = decodeKittyPrintable(sequence);
  if (kitty !== undefined) return kitty;
  const other = OTHER_KEY.exec(sequence);
  const code = Number(other?.[2] ?? 0);
  if (code >= 0x20 && code !== 0x7f && code <= 0x10ffff) return String.fromCodePoint(code);
  const isControl = /[\x00-\x1f\x7f-\x9f]/.test(sequence);
  if (isControl || (name !== undefined && name.length > 1 && sequence.length > 1)) return undefined;
  return sequence;
}
