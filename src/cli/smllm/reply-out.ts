/** A reply of the engine on stdout: as text for an agent or a person, or as JSON. */
import { jsonText } from "../../text/json-text.ts";
import type { Reply } from "../../workflow/engine/reply.ts";
import { EXIT_FAILED, EXIT_OK } from "../command.ts";
import type { Io } from "../io.ts";

/** What a terminal obeys, and what turns the order of what it shows; line ends and tabs stay. */
const UNSAFE = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Prints it; 1 for what was rejected. */
export function printReply({ ok, session, location, text }: Reply, json: boolean, io: Io): number {
  // An agent gets the words of the author as they are; a terminal would obey some of them.
  const shown = io.outIsTerminal() ? text.replace(UNSAFE, "") : text;
  io.out(json ? `${jsonText({ ok, session, location, text })}\n` : `${shown}\n`);
  return ok ? EXIT_OK : EXIT_FAILED;
}
