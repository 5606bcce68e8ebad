import { filePaths } from "../../files/paths.ts";
import { readPayload } from "../../sources/stdin.ts";
import { type Command, EXIT_OK } from "../command.ts";

/** Started by the harness at its events. Prints nothing: what a hook prints, the agent would read. */
export const hook: Command = {
  name: "hook",
  summary: "Notes what a harness's hook says, for the status line",
  usage: ["hook claude-code < JSON"],
  options: [],
  examples: [
    { command: "telltale hook claude-code < hook.json", describe: "As the harness runs it" },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always" }],
  neverFails: true,
  async run({ operands, io }) {
    const { stateDir } = filePaths(io.env, io.platform);
    if (operands[0] !== "claude-code" || stateDir === undefined) return EXIT_OK;
    const { payload } = await readPayload({ fd: io.stdin });
    if (payload === undefined) return EXIT_OK;
    const { runHook } = await import("../../sources/harnesses/claude-code/hook.ts");
    await runHook({ payload, stateDir, nowMs: io.nowMs() });
    return EXIT_OK;
  },
};
