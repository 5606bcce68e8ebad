/** The status of a session as the place that a row shows. */
import type { Workflow } from "../../status/facts/workflow.ts";
import { cleanLine } from "../../text/clean.ts";
import { isPrintableAscii } from "../../text/printable-ascii.ts";
import type { Status } from "../engine/reply.ts";

/** Where the work stands. Names of outside hold no control sequence any more. */
export function placeOf(status: Status): Workflow {
  const { instance, machine, state } = status;
  if (status.idle || instance === null || machine === null || state === null) {
    return {
      at: "idle",
      interrupted: status.interrupted === null ? 0 : 1,
      paused: status.paused,
    };
  }
  return {
    at: "machine",
    machine: cleaned(machine),
    state: cleaned(state),
    ...(status.visit !== null && { visit: status.visit }),
    instanceKind: cleaned(instance.kind),
    label: cleaned(instance.label),
    yielded: status.yielded,
  };
}

function cleaned(text: string): string {
  // Nearly all names are so; making the engine compile an expression costs more than the rest of a row.
  return isPrintableAscii(text) ? text : cleanLine(text);
}
