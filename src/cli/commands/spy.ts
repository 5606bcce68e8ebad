import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { COMMAND_EXIT_CODES } from "../run/run-command.ts";
import { openEventLog } from "../spy/event-log.ts";
import { spyOn } from "../spy/spy-on.ts";

/** Runs a command in front of a terminal that reads OSC 7501, and notes what it says. */
export const spy: Command = {
  name: "spy",
  summary: "Runs a command as in a terminal that reads OSC 7501, and notes what it says of itself",
  usage: ["spy [--log FILE] -- CMD [ARGUMENTS]"],
  takesCommand: true,
  options: [
    {
      name: "log",
      value: "FILE",
      describe: "Append each event as a line of JSON; without it a summary at the end",
    },
  ],
  examples: [
    { command: "telltale spy --log events.jsonl -- claude", describe: "What an agent reports" },
    { command: "telltale wait --log events.jsonl", describe: "Beside it: until the agent is done" },
  ],
  exitCodes: [
    {
      code: EXIT_OK,
      when: "CMD ended with it; any other code, or signal, of CMD is passed on too",
    },
    { code: EXIT_FAILED, when: "FILE cannot be written; CMD was not started" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
    ...COMMAND_EXIT_CODES,
  ],
  run({ io, operands, options }) {
    if (operands[0] === undefined) {
      io.err("telltale spy: it needs a command: telltale spy [--log FILE] -- CMD ...\n");
      return EXIT_USAGE;
    }
    if (typeof options.log !== "string") return spyOn(operands, io, undefined);
    const log = openEventLog(options.log, io.cwd);
    if (!log.ok) {
      io.err(`telltale spy: ${log.reason}\n`);
      return EXIT_FAILED;
    }
    return spyOn(operands, io, log.value);
  },
};
