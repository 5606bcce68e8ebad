import { jsonText } from "../../../text/json-text.ts";
import { machineSchema } from "../../../workflow/format/schema.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { noOperands } from "../operands.ts";

/** Prints the JSON Schema of machine files. */
export const infoSchema: Command = {
  name: "info schema",
  summary: "Prints the JSON Schema of machine files, for editors",
  usage: ["info schema"],
  options: [],
  examples: [
    { command: "smllm info schema > smllm.schema.json", describe: "For the YAML of an editor" },
  ],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const none = noOperands(invocation, "info schema");
    if (!none.ok) return fault(invocation.io, none.reason);
    invocation.io.out(`${jsonText(machineSchema(), 2)}\n`);
    return EXIT_OK;
  },
};
