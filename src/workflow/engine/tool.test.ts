import { expect, test } from "bun:test";
import { AGENT_INSTRUCTIONS, SERVER_INSTRUCTIONS, SMLLM_TOOL } from "./tool.ts";

// covers: smllm-mcp-tool
test("the tool: its name, and three members that are all optional", () => {
  const { name, inputSchema } = SMLLM_TOOL;
  expect(name).toBe("smllm");
  expect(inputSchema.type).toBe("object");
  expect(Object.keys(inputSchema.properties)).toEqual(["session", "event", "params"]);
  expect(inputSchema).not.toHaveProperty("required");
  expect(inputSchema.properties).toMatchObject({
    session: { type: "string" },
    event: { type: "string" },
    params: { type: "object", additionalProperties: { type: "string" } },
  });
});

test("the rules, in each place that tells them: blocks, one event, the key, yield, no subagents", () => {
  for (const text of [SMLLM_TOOL.description, SERVER_INSTRUCTIONS, AGENT_INSTRUCTIONS]) {
    for (const word of ["<smllm>", "<instructions>", "<events>", "exactly one", "header"])
      expect(text).toContain(word);
    for (const word of ["yield", "subagent", "state machines"]) expect(text).toContain(word);
  }
  expect(SMLLM_TOOL.description).toContain("strings");
});
