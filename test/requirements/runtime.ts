/** What the runtime promises: sessions, turns, and that nothing of them is lost. */
import type { RequirementRow } from "./row.ts";

const MACHINE = "Status line configuration, machine-readable format";
const FAULTS = "The host, faults";
const RUNTIME = "The host, runtime";

export const RUNTIME_PROMISES: readonly RequirementRow[] = [
  [
    "runtime-one-settlement",
    "Each turn that starts settles once, whatever its agent does",
    MACHINE,
  ],
  [
    "runtime-no-lost-prompt",
    "An accepted prompt runs once or is dropped where everybody sees it, also after a kill",
    FAULTS,
  ],
  ["runtime-journal", "The journal on the disk leads to the state that clients were told", RUNTIME],
  ["runtime-resume", "A session of a runtime that was killed can be listed and goes on", RUNTIME],
  [
    "runtime-crash",
    "A runtime that is killed at any moment leaves a session that opens again",
    FAULTS,
  ],
  [
    "runtime-disk-full",
    "On a full disk a prompt is refused with the reason, and what runs goes on",
    FAULTS,
  ],
  [
    "runtime-agent-death",
    "An agent that dies fails its turn with the reason, and the next prompt starts another",
    RUNTIME,
  ],
  [
    "runtime-cancel-bound",
    "A turn that is stopped settles within a bound, also where its agent does not hear",
    RUNTIME,
  ],
  [
    "runtime-interactions",
    "A question is answered once, closes with its turn, and refuses a late answer",
    MACHINE,
  ],
  [
    "runtime-task-lists",
    "After each settled turn a numbered list of tasks is asked for until one is given",
    MACHINE,
  ],
  [
    "runtime-serve",
    "The runtime runs alone, says where it listens, and ends with all its agents",
    RUNTIME,
  ],
];
