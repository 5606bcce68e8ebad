/** How a command of `smllm` says that it could not do its work. */
import { cleanLine } from "../../text/clean.ts";
import { EXIT_USAGE } from "../command.ts";
import type { Io } from "../io.ts";

/** `error: <message>` on stderr, on one line, cleaned; gives the exit code of a call that is wrong or broke. */
export function fault(io: Pick<Io, "err">, message: string): typeof EXIT_USAGE {
  io.err(`error: ${cleanLine(message)}\n`);
  return EXIT_USAGE;
}
