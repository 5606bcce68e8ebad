/** What the row, the hooks and the tool promise beside `workflow.ts`: how they bear hostile or broken input. */
import type { RequirementRow } from "./row.ts";

const MCP = "Smllm, MCP server";

export const WORKFLOW_SURFACES: readonly RequirementRow[] = [
  ["smllm-mcp-unknown-tool", "A call of another tool is an error of the protocol", MCP],
  ["smllm-mcp-garbage", "Lines that are no messages do not end the server", MCP],
  ["smllm-mcp-ends", "The server answers what it was asked and ends with its input", MCP],
];
