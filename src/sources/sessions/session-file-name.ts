/** The file name of a session id, which comes from outside and may hold anything. */
import { MAX_ID_UNITS } from "./stored-session.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Enough that two ids never share a name by chance; the id inside the file settles the rest. */
const HASH_CHARACTERS = 40;

/**
 * A name without any part of a path: a UUID as it is, everything else as a hash. Undefined for an id
 * that is empty or longer than `MAX_ID_UNITS`.
 */
export function sessionFileName(sessionId: string): string | undefined {
  if (sessionId === "" || sessionId.length > MAX_ID_UNITS) return undefined;
  if (UUID.test(sessionId)) return `${sessionId}.json`;
  return `h-${hashName(sessionId)}.json`;
}

/** Forty hexadecimal digits that stand for any text in a file name. */
export function hashName(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);
}
