/** What the program `smllm` promises beside `workflow.ts`: how it is called, and what it shows where. */
import type { RequirementRow } from "./row.ts";

const PROGRAM = "Smllm, the program";

export const WORKFLOW_COMMANDS: readonly RequirementRow[] = [
  ["smllm-names", "The executable is smllm wherever a link of that name leads to it", PROGRAM],
  ["smllm-installed", "The npm packages bring smllm beside telltale", PROGRAM],
  ["smllm-options-anywhere", "--config, --version and --help may stand before a command", PROGRAM],
  ["smllm-output-fault", "Output that cannot be written is told, with exit 2", PROGRAM],
  ["smllm-hook-fault", "No fault of a hook is exit 2, which holds up an agent", PROGRAM],
  ["smllm-terminal-harmless", "A terminal obeys no word of an author; a pipe gets all", PROGRAM],
  ["smllm-graph-colours", "Graph has colours on a terminal alone, and none with NO_COLOR", PROGRAM],
  ["smllm-list-broken", "A list tells of files that are no records, and shows the rest", PROGRAM],
  ["smllm-compile-folders", "Folders of commands are compiled from the named file", PROGRAM],
];
