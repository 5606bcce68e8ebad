import type { RequirementRow } from "./row.ts";

const SOURCE = "The host, accepted when 5";

/** What holds when something breaks: the stream, the agent, the runtime, the disk, the config. */
export const HOST_FAULTS: readonly RequirementRow[] = [
  [
    "fault-stream-cuts",
    "After a thousand cuts of the stream the screen shows the runtime's state, no prompt is lost",
    SOURCE,
  ],
  [
    "fault-agent-killed",
    "An agent killed at any stage: its turn fails, the next prompt works, no process is left",
    SOURCE,
  ],
  [
    "fault-host-killed",
    "A host that is killed leaves no agent, and its session goes on with all that was accepted",
    SOURCE,
  ],
  [
    "fault-terminal-restored",
    "After a signal in the middle of a turn the terminal's modes and its screen are as before",
    SOURCE,
  ],
  [
    "fault-serve-killed",
    "Hosts say that the runtime is away, and go on with its state once it is there again",
    SOURCE,
  ],
  [
    "fault-no-home",
    "Without a home, or where nothing can be written, the host starts and answers",
    SOURCE,
  ],
  [
    "fault-disk-full",
    "On a full disk nothing breaks: what cannot be kept is refused or said, with what to do",
    SOURCE,
  ],
  [
    "fault-config-unreadable",
    "A config that cannot be read never stops the host, also when it becomes so while it runs",
    SOURCE,
  ],
  [
    "fault-hangs",
    "With an agent that never answers the host stays usable, and ends within a bound",
    SOURCE,
  ],
  ["fault-quiet-stream", "A stream on which nothing happens is not cut", SOURCE],
];
