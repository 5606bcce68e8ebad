import { parseRefreshRequest } from "../../sources/probes/git-request.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";

/** Started by the status line in the background; nobody waits for it or reads what it says. */
export const refreshGit: Command = {
  name: "refresh-git",
  summary: "Refreshes what is known of a Git repository",
  usage: ["refresh-git REQUEST"],
  options: [],
  examples: [],
  exitCodes: [
    { code: EXIT_OK, when: "refreshed, or another process does it" },
    { code: EXIT_FAILED, when: "git could not be asked" },
    { code: EXIT_USAGE, when: "the request could not be understood" },
  ],
  async run({ operands, io }) {
    const request = parseRefreshRequest(operands[0]);
    if (!request.ok) return EXIT_USAGE;
    const { runRefresh } = await import("../../sources/probes/git-refresh.ts");
    const done = await runRefresh(request.value, io.env);
    return done.ok ? EXIT_OK : EXIT_FAILED;
  },
};
