/** What the store, the configs and the commands promise beside `workflow.ts`: hostile, broken and crowded disks. */
import type { RequirementRow } from "./row.ts";

const CONFIGS = "Smllm, config files and precedence";
const RUNS = "Smllm, command guards and actions";
const STORAGE = "Smllm, storage on disk";

export const WORKFLOW_STORE: readonly RequirementRow[] = [
  [
    "smllm-kept-fresh",
    "A load that is kept answers as a new one, however soon a file changes",
    CONFIGS,
  ],
  ["smllm-kept-build", "A load that another build of the program kept is made anew", CONFIGS],
  ["smllm-kept-optional", "A cache that is broken, missing or closed changes no answer", CONFIGS],
  ["smllm-prompt-files", "A prompt file that a machine names must be there", CONFIGS],
  ["smllm-run-clean-env", "A command sees no variable of another session's command", RUNS],
  ["smllm-run-empty-input", "A command reads an empty input", RUNS],
  ["smllm-store-names", "No key, id or ref leads out of its folder, whatever it holds", STORAGE],
  ["smllm-store-moves", "An instance on its way to a shelf is never seen as gone", STORAGE],
  [
    "smllm-store-read-only",
    "A read-only disk is read as ever, and told as a fault to write",
    STORAGE,
  ],
  [
    "smllm-store-both",
    "An instance and the line of its history are written both or neither",
    STORAGE,
  ],
  [
    "smllm-crash-safe",
    "Processes killed at any moment lose no success that was told, and break no file",
    STORAGE,
  ],
  ["smllm-crowd", "Sessions that take work from each other lose no event, and one has it", STORAGE],
  ["smllm-machine-edited", "An event is judged by its machine as it is in its turn", CONFIGS],
  [
    "smllm-full-unchanged",
    "An event that a full disk refuses leaves instance, history and session as they were",
    STORAGE,
  ],
  ["smllm-no-home", "With no place for state each call says so, and makes nothing", STORAGE],
  [
    "smllm-lost-folders",
    "A state folder that goes, moves or is closed costs no record that is left",
    STORAGE,
  ],
  ["smllm-store-reads", "Reads write nothing and take no lock", STORAGE],
  ["smllm-session-merge", "Changes of one session by two processes are both kept", STORAGE],
  [
    "smllm-session-turns",
    "Events of one session run one after the other in all processes",
    STORAGE,
  ],
  ["smllm-paused-cache", "Many paused works are listed once, and again when one changes", STORAGE],
];
