/** What the guides and examples of workflows promise to those who follow them. */
import type { RequirementRow } from "./row.ts";

const GUIDES = "Guides to workflows, docs/workflow*.md";
const EXAMPLES = "Example machines, examples/workflows/";

export const WORKFLOW_GUIDES: readonly RequirementRow[] = [
  ["workflow-guides-run", "Commands and code in the guides do what is shown", GUIDES],
  ["workflow-reference-complete", "The reference names every rule, variable and field", GUIDES],
  ["workflow-examples-clean", "The example machines validate without any finding", EXAMPLES],
  ["workflow-examples-drawn", "Their diagrams are those that graph prints", EXAMPLES],
  ["workflow-examples-walked", "The program walks through them from start to end", EXAMPLES],
];
