import { expect, test } from "bun:test";
import { type Agents, type AgentsFact, foldAgents } from "./agents.ts";

const fold = (...facts: AgentsFact[]) =>
  facts.reduce<Agents | undefined>((state, fact) => foldAgents(state, fact), undefined);
const changed = (agentId: string, status: "running" | "done", name?: string): AgentsFact => ({
  kind: "agent-changed",
  agentId,
  status,
  ...(name !== undefined && { name }),
});

test("members keep the order in which they were first seen, each one once", () => {
  const agents = fold(changed("a", "running"), changed("b", "running"), changed("a", "done", "x"));
  expect(agents?.members).toEqual([
    { agentId: "a", status: "done", name: "x" },
    { agentId: "b", status: "running" },
  ]);
});

test("the end of a member that nobody saw start counts it once, as ended", () => {
  expect(fold(changed("late", "done"))?.members).toEqual([{ agentId: "late", status: "done" }]);
});

test("a list replaces all members and leaves the background tasks", () => {
  const members = [{ agentId: "c", status: "queued" }] as const;
  const agents = fold(
    changed("a", "running"),
    { kind: "background-counted", tasks: 2 },
    { kind: "agents-listed", members },
  );
  expect(agents).toEqual({ members, backgroundTasks: 2 });
});

test("nothing counted: the number of background tasks is not known", () => {
  expect(fold(changed("a", "running"))).not.toHaveProperty("backgroundTasks");
});

test("a change that says no name or title: those known before; what it did is not kept", () => {
  const started: AgentsFact = {
    kind: "agent-changed",
    agentId: "a",
    status: "running",
    name: "explore",
    title: "Audit deps",
    activity: "Running grep",
  };
  expect(fold(started, changed("a", "done"))?.members).toEqual([
    { agentId: "a", status: "done", name: "explore", title: "Audit deps" },
  ]);
});
