import { cleanLine } from "../../../text/clean.ts";
import { createAnswerer } from "../../../workflow/tool/answer-call.ts";
import { serveTool } from "../../../workflow/tool/serve-tool.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { VERSION } from "../../version.ts";
import { callPlace } from "../call-place.ts";
import { fault } from "../fault.ts";
import { noOperands } from "../operands.ts";

/** Started by a harness, for as long as its session lasts. */
export const mcp: Command = {
  name: "mcp",
  summary: "Serves the tool smllm over MCP on standard input and output",
  usage: ["mcp"],
  options: [],
  examples: [{ command: "smllm mcp", describe: "As a harness starts it" }],
  exitCodes: [{ code: EXIT_OK, when: "the client closed its end" }],
  async run({ io, options, operands }) {
    const none = noOperands({ operands }, "mcp");
    if (!none.ok) return fault(io, none.reason);
    // A server lives long enough for compiled code to pay for itself.
    Bun.unsafe.setJITPolicy(1);
    await serveTool({
      version: VERSION,
      answer: createAnswerer(callPlace({ io, options })),
      input: Bun.file(io.stdin).stream(),
      write(text) {
        io.out(text);
        return io.outIsGone?.() !== true;
      },
      warn: (text) => io.err(`smllm ${cleanLine(text)}\n`),
    });
    return EXIT_OK;
  },
};
