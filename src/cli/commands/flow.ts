import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { runSmllm } from "../smllm.ts";

/** The same executable under its other name: what follows is a call of `smllm`. */
export const flow: Command = {
  name: "flow",
  summary: "Runs smllm, the state machines that guide an agent through a process",
  notes: ["The same program by its own name is `smllm`; all that follows is read by it."],
  usage: ["flow COMMAND [OPTIONS]"],
  options: [],
  examples: [
    { command: "telltale flow --help", describe: "All commands of smllm" },
    { command: "telltale flow validate", describe: "The same as smllm validate" },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "it is fine" },
    { code: EXIT_FAILED, when: "errors were found" },
    { code: EXIT_USAGE, when: "the call could not be understood, or an internal error" },
  ],
  takesAll: true,
  run: ({ operands, io }) => runSmllm(operands, io),
};
