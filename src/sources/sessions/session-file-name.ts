/** The file name of a session id, which comes from outside and may hold anything. */
import { MAX_ID_UNITS } from "./stored-session.ts";

/** A UUID in lower case: hexadecimal digits, and hyphens at these places. */
const UUID_CHARACTERS = 36;
const UUID_HYPHENS: readonly number[] = [8, 13, 18, 23];

/** Enough that two ids never share a name by chance; the id inside the file settles the rest. */
export const HASH_CHARACTERS = 40;

/**
 * A name without any part of a path: a UUID as it is, everything else as a hash. Undefined for an id
 * that is empty or longer than `MAX_ID_UNITS`.
 */
export function sessionFileName(sessionId: string): string | undefined {
  if (sessionId === "" || sessionId.length > MAX_ID_UNITS) return undefined;
  if (isUuid(sessionId)) return `${sessionId}.json`;
  return `h-${hashName(sessionId)}.json`;
}

/** Forty hexadecimal digits that stand for any text in a file name. */
export function hashName(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);
}

/** A loop, since the first expression of a process costs more than this. */
function isUuid(text: string): boolean {
  if (text.length !== UUID_CHARACTERS) return false;
  for (let at = 0; at < UUID_CHARACTERS; at++) {
    const character = text.charAt(at);
    const fits = UUID_HYPHENS.includes(at)
      ? character === "-"
      : (character >= "0" && character <= "9") || (character >= "a" && character <= "f");
    if (!fits) return false;
  }
  return true;
}
