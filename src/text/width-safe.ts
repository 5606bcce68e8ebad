/**
 * Characters that keep their width everywhere. Terminals disagree on joined emoji, variation
 * selectors, skin tones, keycaps, lone flag letters and young emoji; one policy replaces or drops
 * them before they reach a row. The policy as a table: `README.md`.
 */
import { isPrintableAscii } from "./printable-ascii.ts";

/** What stands for a character that cannot be shown: one column in every terminal, unlike U+FFFD. */
const REPLACEMENT = "?";
/**
 * Combining marks that one base character may carry. Scripts in use need four or fewer; towers of
 * marks are drawn over the rows above and below.
 */
const MARKS_CAP = 6;

const ZERO_WIDTH_JOINER = 0x200d;
/** Format characters, variation selectors and other invisibles, the keycap, skin tones. */
const DROPPED = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Emoji_Modifier}]|\u20e3/u;
const LINE_BREAK = /[\p{Zl}\p{Zp}]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
/** Unassigned, lone surrogates, and the sign of bytes that were no UTF-8. */
const UNREADABLE = /[\p{Cn}\p{Cs}\ufffd]/u;
/** Emoji of Unicode 15 and later: the places that were empty in 14, whatever stands there now. */
const YOUNG_EMOJI =
  /[\u{1f6d8}-\u{1f6dc}\u{1fa75}-\u{1fa77}\u{1fa7d}-\u{1fa7f}\u{1fa87}-\u{1fa8f}\u{1faad}-\u{1faaf}\u{1fabb}-\u{1fabf}\u{1fac6}-\u{1facf}\u{1fada}-\u{1fadf}\u{1fae8}-\u{1faef}\u{1faf7}-\u{1faff}]/u;

const MARK = /\p{M}/u;
const LEADING_MARKS = /^\p{M}+/u;
const SURPLUS_MARKS = new RegExp(`(\\p{M}{${MARKS_CAP}})\\p{M}+`, "gu");

type Fate = "keep" | "drop" | "space" | "join" | "flag" | "emoji" | "replace";

/**
 * The text with risky characters made safe, in NFC. Idempotent. Control characters are dropped one
 * by one; escape sequences are for `clean.ts`.
 */
export function widthSafe(text: string): string {
  if (isPrintableAscii(text)) return text;
  const safe = replaceRisky(text).normalize("NFC");
  if (!MARK.test(safe)) return safe;
  // A mark without a base would sit on whatever the row shows before this text.
  return safe.replace(LEADING_MARKS, "").replace(SURPLUS_MARKS, "$1");
}

function replaceRisky(text: string): string {
  let out = "";
  let flag = "";
  let afterEmoji = false;
  let joined = false;
  for (const character of text) {
    const fate = fateOf(character);
    if (fate === "drop") continue;
    if (fate === "join") {
      joined = afterEmoji;
      continue;
    }
    if (fate === "emoji" && joined) {
      joined = false;
      continue;
    }
    if (fate === "flag" && flag !== "") {
      out += flag + character;
      flag = "";
    } else {
      if (flag !== "") out += REPLACEMENT;
      flag = fate === "flag" ? character : "";
      out += shown(character, fate);
    }
    afterEmoji = fate === "emoji";
    joined = false;
  }
  return flag === "" ? out : out + REPLACEMENT;
}

/** What is written at once; the first letter of a flag waits for the second. */
function shown(character: string, fate: Fate): string {
  if (fate === "keep") return character;
  if (fate === "emoji") return isUnknown(character) ? REPLACEMENT : character;
  if (fate === "space") return " ";
  return fate === "replace" ? REPLACEMENT : "";
}

function fateOf(character: string): Fate {
  const codePoint = character.codePointAt(0) ?? 0;
  if (isSurelySafe(codePoint)) return "keep";
  if (codePoint === ZERO_WIDTH_JOINER) return "join";
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return "flag";
  if (DROPPED.test(character)) return "drop";
  if (LINE_BREAK.test(character)) return "space";
  if (PICTOGRAPH.test(character)) return "emoji";
  return isUnknown(character) ? "replace" : "keep";
}

/** Also places that are reserved for pictographs to come, which have the property already. */
function isUnknown(character: string): boolean {
  return UNREADABLE.test(character) || YOUNG_EMOJI.test(character);
}

/** Blocks without exceptions, so that common text needs no property look-up. */
function isSurelySafe(codePoint: number): boolean {
  return (
    (codePoint >= 0x20 && codePoint < 0x7f) ||
    (codePoint >= 0xb0 && codePoint < 0x300) ||
    (codePoint >= 0x2500 && codePoint < 0x25a0) ||
    (codePoint >= 0x4e00 && codePoint < 0xa000) ||
    (codePoint >= 0xac00 && codePoint < 0xd7a4)
  );
}
