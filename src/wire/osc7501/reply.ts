/** The lists in a terminal's reply: which states and kinds it accepts (rev 0.4). */
import { givenText } from "../../base/given.ts";
import { withoutBlanksAround } from "./blanks.ts";
import { ALL_CAPABILITIES, type Capabilities, KINDS, REPLY_LISTS, STATES } from "./message.ts";

const VALUE = /^[A-Za-z0-9_.,+/=-]*$/;

/**
 * What the body of a reply says, or undefined if the body is no reply (`?`, or `?:` and pairs). A list
 * that is left out means the default, which is everything; an empty one means nothing. Malformed
 * pairs, unknown keys and unknown names are passed over; of a repeated key the last one counts.
 */
export function parseReply(body: string): Capabilities | undefined {
  const given = givenText(body);
  if (given === "?") return ALL_CAPABILITIES;
  if (!given.startsWith("?:")) return undefined;
  const lists = new Map<string, readonly string[]>();
  for (const pair of given.slice(2).split(":")) {
    const at = pair.indexOf("=");
    const value = withoutBlanksAround(pair.slice(at + 1));
    if (at < 0 || !VALUE.test(value)) continue;
    lists.set(withoutBlanksAround(pair.slice(0, at)), value.split(","));
  }
  const states = lists.get(REPLY_LISTS.states);
  const kinds = lists.get(REPLY_LISTS.kinds);
  return {
    states: STATES.filter((state) => states?.includes(state) ?? true),
    kinds: KINDS.filter((kind) => kinds?.includes(kind) ?? true),
  };
}
