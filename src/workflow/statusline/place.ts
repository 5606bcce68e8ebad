/** The status of a session as the place that a row shows. */
import type { Workflow } from "../../status/facts/workflow.ts";
import { isPrintableAscii } from "../../text/printable-ascii.ts";
import type { Status } from "../engine/reply.ts";

/** Controls of both sets and the line breaks of Unicode. */
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** Where the work stands. Names of outside hold no control character any more: a blank for each. */
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
    machine: withoutControls(machine),
    state: withoutControls(state),
    ...(status.visit !== null && { visit: status.visit }),
    instanceKind: withoutControls(instance.kind),
    label: withoutControls(instance.label),
    yielded: status.yielded,
  };
}

function withoutControls(text: string): string {
  // Nearly all names are so; making the engine compile an expression costs more than the rest of a row.
  return isPrintableAscii(text) ? text : text.replace(CONTROL, " ");
}
