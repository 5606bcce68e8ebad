/** What installing into harnesses promises beside `workflow.ts`. */
import type { RequirementRow } from "./row.ts";

const INSTALL = "Smllm, harness installs";

export const WORKFLOW_INSTALLS: readonly RequirementRow[] = [
  ["smllm-install-every-harness", "Each harness gets its parts in both scopes it has", INSTALL],
  [
    "smllm-install-refuses",
    "A file that is broken is told with its place, none is written",
    INSTALL,
  ],
  ["smllm-install-keeps-bytes", "Marks, line ends, links and modes of files stay", INSTALL],
  ["smllm-config-writers", "Programs that change one config at once lose no change", INSTALL],
  ["smllm-install-plugin", "The plugin carries hooks, server and skill as installed", INSTALL],
];
