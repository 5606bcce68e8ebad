/** The agent that comes with this program: offline, a simulator. */
import type { AgentSpec } from "../agent-spec.ts";

export const telltale: AgentSpec = {
  name: "telltale",
  title: "Telltale's built-in agent",
  command: ["{telltale}", "agent"],
  hint: "it is part of this program",
  quirks: {},
};
