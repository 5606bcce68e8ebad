/** A foreign command as a message may show it: what a person knows it by, without what may be secret. */
import { cleanLine, cutUnits } from "../../../text/clean.ts";

/** Characters that are shown; a line of a terminal has room for them beside some words. */
const MAX_SHOWN_UNITS = 60;

/** Characters that are looked at: far more than are shown. */
const MAX_READ_UNITS = 600;

/** One shell word, quoted or not; a quote that never closes reaches to the end. */
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|\\.|[^\s"';|&<>()\\])+`;

const SECRET_NAME = "key|token|secret|pass|pwd|auth|cred|bearer|cookie|session";

/** Each with what stays of it. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  // What is set for the program alone is most often a key.
  [new RegExp(String.raw`(^|[\s;|&(])([A-Za-z_]\w*)=${VALUE}`, "g"), "$1$2=…"],
  [
    new RegExp(
      String.raw`([\w.-]{0,20}(?:${SECRET_NAME})[\w.-]{0,20}["']?)(\s*[=:]\s*|\s+)${VALUE}`,
      "gi",
    ),
    "$1$2…",
  ],
  // The short options of curl and of databases for a user, a header and a password.
  [new RegExp(String.raw`(\s-[uHp])(\s*)${VALUE}`, "g"), "$1$2…"],
  [/\/\/[^\s/@'"]*@/g, "//…@"],
  // What looks drawn by lot: twenty letters and digits in one piece.
  [/(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}/g, "…"],
];

/** The command on one line, cut, with secrets masked; `no command` for an empty one. */
export function commandLabel(command: string): string {
  let text = cleanLine(cutUnits(command, MAX_READ_UNITS)).replace(/ +/g, " ").trim();
  for (const [pattern, kept] of MASKS) text = text.replace(pattern, kept);
  if (text === "") return "no command";
  return text.length <= MAX_SHOWN_UNITS ? text : `${cutUnits(text, MAX_SHOWN_UNITS - 1)}…`;
}
