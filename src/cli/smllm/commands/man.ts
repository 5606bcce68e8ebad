import { type Command, EXIT_OK } from "../../command.ts";
import { VERSION } from "../../version.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { noOperands } from "../operands.ts";

/** Prints the manual page. */
export const man: Command = {
  name: "man",
  summary: "Prints the manual page, for man",
  usage: ["man"],
  options: [],
  examples: [
    {
      command: "mkdir -p ~/.local/share/man/man1 && smllm man > ~/.local/share/man/man1/smllm.1",
      describe: "So that man smllm shows it",
    },
  ],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { io, listed } = invocation;
    const none = noOperands(invocation, "man");
    if (!none.ok) return fault(io, none.reason);
    const { manPage } = await import("../man-page.ts");
    io.out(manPage(VERSION, (await listed?.()) ?? []));
    return EXIT_OK;
  },
};
