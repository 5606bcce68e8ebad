import { createEngine } from "../../../workflow/engine/engine.ts";
import { openSession } from "../../../workflow/open.ts";
import type { Command } from "../../command.ts";
import { callPlace, saysFaults, workflowFault } from "../call-place.ts";
import { fault } from "../fault.ts";
import { oneOperand } from "../operands.ts";
import { printReply } from "../reply-out.ts";

const USAGE = "session show KEY [--json]";

/** Where a session is, as its agent would see it. */
export const sessionShow: Command = {
  name: "session show",
  summary: "Shows what the agent of a session sees: instructions and events; changes nothing",
  usage: [USAGE],
  options: [{ name: "json", describe: "Print JSON: ok, session, location and text" }],
  examples: [{ command: "smllm session show sm-nqvfvw", describe: "Where is it?" }],
  exitCodes: [
    { code: 0, when: "it is shown" },
    { code: 1, when: "its work has moved to another session, or its machine has errors now" },
    { code: 2, when: "the call could not be understood, or there is no such session" },
  ],
  async run(invocation) {
    const { io, options } = invocation;
    const key = oneOperand(invocation, "the KEY", USAGE);
    if (!key.ok) return fault(io, key.reason);
    return await saysFaults(io, key.value, async () => {
      const opened = await openSession(key.value, callPlace(invocation));
      if (!opened.ok) return workflowFault(io, opened.reason, key.value);
      const { loaded, store, host, session } = opened.value;
      const engine = createEngine({ set: loaded.set, store, host, origin: session });
      return printReply(engine.view(key.value), options.json === true, io);
    });
  },
};
