/** Files of the store that hold no record: told beside the list of those that do. */
import { cleanLine } from "../../text/clean.ts";
import type { Io } from "../io.ts";

/** One line on stderr for all of them, with the path of the first. */
export function tellUnreadable(io: Io, what: string, paths: readonly string[]): void {
  const [first] = paths;
  if (first === undefined) return;
  const more = paths.length === 1 ? "" : ` and ${paths.length - 1} more`;
  io.err(`${cleanLine(`smllm: no readable ${what}: ${first}${more}`)}\n`);
}
