/** What the documents of host, exec and runtime promise to those who follow them. */
import type { RequirementRow } from "./row.ts";

const GUIDES = "Documents of exec and the runtime, docs/exec.md, docs/runtime.md";

export const HOST_GUIDES: readonly RequirementRow[] = [
  ["host-guides-run", "Commands in the documents of exec and the runtime do what is shown", GUIDES],
  [
    "host-guides-complete",
    "The document of the runtime names every event and every request",
    "Documents of exec and the runtime, docs/runtime.md",
  ],
];
