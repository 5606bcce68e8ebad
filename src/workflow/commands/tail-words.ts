/** The end of a command's output, as an agent is shown it. */

/** Characters of a failed command's output that the agent is shown. */
const TAIL_UNITS = 400;
/** As many bytes as that many characters can have, and what becomes one blank. */
export const TAIL_BYTES = 8192;

/** `: ` and the last characters on one line, uncleaned; empty where there was none. */
export function lastWords(bytes: Uint8Array): string {
  const end = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES));
  const text = new TextDecoder().decode(end).replace(/\s+/g, " ").trim();
  if (text === "") return "";
  const characters = [...text].slice(-TAIL_UNITS).join("");
  return `: ${characters.trim()}`;
}
