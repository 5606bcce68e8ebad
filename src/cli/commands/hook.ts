import { filePaths } from "../../files/paths.ts";
import { HOOK_KEEPERS } from "../../sources/harnesses/hook-registry.ts";
import { readPayload } from "../../sources/stdin.ts";
import { type Command, EXIT_OK } from "../command.ts";

/** Started by the harness at its events. Prints nothing: what a hook prints, the agent would read. */
export const hook: Command = {
  name: "hook",
  summary: "Notes what a harness's hook says, for the status line",
  usage: ["hook HARNESS < JSON"],
  options: [],
  examples: [
    { command: "telltale hook claude-code < hook.json", describe: "As the harness runs it" },
  ],
  exitCodes: [{ code: EXIT_OK, when: "always" }],
  neverFails: true,
  async run({ operands, io }) {
    const { stateDir } = filePaths(io.env, io.platform);
    const load = HOOK_KEEPERS.get(operands[0] ?? "");
    if (load === undefined || stateDir === undefined) return EXIT_OK;
    const { payload } = await readPayload({ fd: io.stdin });
    if (payload === undefined) return EXIT_OK;
    const keep = await load();
    await keep({ payload, stateDir, nowMs: io.nowMs() });
    return EXIT_OK;
  },
};
