import { describe, expect, test } from "bun:test";
import { adaptClaudeCodeSubagents } from "./adapt.ts";

const facts = (...tasks: unknown[]) => adaptClaudeCodeSubagents({ columns: 80, tasks }).facts;

describe("the tasks of Claude Code's sub-agent line", () => {
  test("the words for a status: each in ours, an unknown one drops the task", () => {
    const statuses = ["pending", "running", "waiting", "completed", "failed", "killed", "dreaming"];
    const ours = facts(...statuses.map((status, id) => ({ id: `a${id}`, status })));
    expect(ours.map((fact) => (fact.kind === "agent-changed" ? fact.status : fact.kind))).toEqual([
      "queued",
      "running",
      "waiting",
      "done",
      "fail",
      "cancel",
    ]);
  });

  test("the name: given, else the kind of agent, else the description", () => {
    const named = (task: object) => {
      const [fact] = facts({ id: "a", status: "running", ...task });
      return fact?.kind === "agent-changed" ? fact.name : undefined;
    };
    expect(named({ name: "n", agentType: "t", description: "d" })).toBe("n");
    expect(named({ agentType: "t", description: "d" })).toBe("t");
    expect(named({ agentType: "", description: "d" })).toBe("d");
    expect(named({})).toBeUndefined();
  });

  test("tasks that are no agents, or nobody: left out", () => {
    expect(facts({ id: "s", type: "local_bash", status: "running" }, null, 3, {}, [])).toEqual([]);
    expect(facts({ id: "r", type: "remote_agent", status: "running" })).toHaveLength(1);
  });

  test("more tasks than any screen shows: bounded", () => {
    const task = { id: "a", status: "running" };
    expect(facts(...Array(5000).fill(task))).toHaveLength(256);
  });
});
