import { cleanLine } from "../../../text/clean.ts";
import { jsonText } from "../../../text/json-text.ts";
import { type InstanceRecord, labelOf } from "../../../workflow/engine/records.ts";
import { openNew } from "../../../workflow/open.ts";
import { listInstances } from "../../../workflow/store/listings.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { callPlace, saysFaults, workflowFault } from "../call-place.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { noOperands } from "../operands.ts";
import { tellUnreadable } from "../unreadable.ts";

/** All work in the machines that are configured here. */
export const instanceList: Command = {
  name: "instance list",
  summary: "Lists the instances of the configured machines: state, status and who holds each",
  usage: ["instance list [--json]"],
  options: [{ name: "json", describe: "Print JSON: instances, as they are stored" }],
  examples: [{ command: "smllm instance list", describe: "What is there to do?" }],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { io, options } = invocation;
    const none = noOperands(invocation, "instance list [--json]");
    if (!none.ok) return fault(io, none.reason);
    return await saysFaults(io, undefined, async () => {
      const opened = await openNew(callPlace(invocation));
      if (!opened.ok) return workflowFault(io, opened.reason);
      const { set, stateDirs } = opened.value.loaded;
      const ids = set.machines.map(({ id }) => id);
      const { records, unreadable } = listInstances(ids, stateDirs);
      tellUnreadable(io, "instance", unreadable);
      if (options.json === true) io.out(`${jsonText({ instances: records })}\n`);
      else io.out(records.length === 0 ? "no instances\n" : records.map(instanceLine).join(""));
      return EXIT_OK;
    });
  },
};

function instanceLine(instance: InstanceRecord): string {
  const { machine, id, state, status, holder } = instance;
  const held = holder === null ? [] : [`held by ${holder}`];
  const parts = [machine, `${labelOf(instance)} (${id})`, state, status, ...held];
  return `${parts.map(cleanLine).join("  ")}\n`;
}
