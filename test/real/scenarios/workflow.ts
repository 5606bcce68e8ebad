/**
 * The workflow in the client: its hooks say where the work is, its tool fires events, and the agent is
 * held at a stop until it fires one or says with `yield` that it waits for the person.
 */
import fs from "node:fs";
import path from "node:path";
import { PROMPTS, WORK } from "../fake-prompts.ts";
import { check, type Scenario } from "../scenario.ts";
import type { WorkflowStage } from "../workflow-stage.ts";

const START_MS = 20_000;
const TURN_MS = 30_000;
const LOOK_MS = 150;

/** Asks again until it is so; a call of the program takes some of the time itself. */
async function until(isSo: () => unknown, timeoutMs = TURN_MS): Promise<boolean> {
  const endMs = performance.now() + timeoutMs;
  while (!isSo()) {
    if (performance.now() > endMs) return false;
    await Bun.sleep(LOOK_MS);
  }
  return true;
}

const install: Scenario<WorkflowStage> = {
  id: "install",
  title:
    "harness install claude: instructions, server, hooks, permission and skill; again: nothing",
  async run(stage) {
    const run = stage.smllm(["harness", "install", "claude"]);
    check(run.code === 0, "install ends with 0", () => run);
    const files = [".mcp.json", ".claude/settings.json", "CLAUDE.md"];
    const before = files.map((file) =>
      fs.readFileSync(path.join(stage.workspace.project, file), "utf8"),
    );
    check(before[1]?.includes("smllm harness hook claude stop"), "the stop hook is there");
    const again = stage.smllm(["harness", "install", "claude"]);
    check(again.code === 0, "a second install ends with 0", () => again);
    const after = files.map((file) =>
      fs.readFileSync(path.join(stage.workspace.project, file), "utf8"),
    );
    check(after.join() === before.join(), "it changes nothing", () => after);
  },
};

const start: Scenario<WorkflowStage> = {
  id: "start",
  title: "the client starts: its conversation is bound to a session in idle",
  needs: ["install"],
  async run(stage) {
    const claude = stage.claude();
    check(await claude.waitStatus("idle", START_MS), "the client is idle", claude.registry);
    check(await until(() => stage.row() === "smllm idle", START_MS), "bound", stage.row);
    check(!/hook (error|failed)/i.test(claude.pty.text()), "the client reports no hook error");
  },
  shows: (stage) => [stage.row()],
};

const held: Scenario<WorkflowStage> = {
  id: "held",
  title:
    "work is taken up and the turn ends: held at the first stop, it goes on, yields, and may stop",
  needs: ["start"],
  async run(stage) {
    const claude = stage.claude();
    await claude.say(PROMPTS.enter);
    check(await until(() => stage.held() > 0), "a stop is blocked", () => stage.fake.requests);
    const waits = (): boolean => stage.status().yielded === true;
    check(await until(waits), "it goes on and yields", stage.status);
    check(await claude.waitStatus("idle", TURN_MS), "then it may stop", claude.registry);
    check(stage.held() === 1, "it was held once", stage.held);
    const history = stage.history();
    check(history.join() === "enter,yield", "the history says so", () => history);
    check(stage.status().state === "WORK", "it is still in its state", stage.status);
  },
  shows: (stage) => [stage.row()],
};

const prompt: Scenario<WorkflowStage> = {
  id: "prompt",
  title: "the person's next prompt takes the leave to stop back: held again, it yields again",
  needs: ["held"],
  async run(stage) {
    const claude = stage.claude();
    await claude.say(PROMPTS.text);
    check(await until(() => stage.held() > 1), "held again", () => stage.fake.requests);
    check(
      await until(() => stage.history().join() === "enter,yield,yield"),
      "it yields",
      stage.row,
    );
    check(await claude.waitStatus("idle", TURN_MS), "then it may stop", claude.registry);
    check(/ · yielded$/.test(stage.row()), "the row says that it waits", stage.row);
  },
  shows: (stage) => [stage.row()],
};

const clear: Scenario<WorkflowStage> = {
  id: "clear",
  title: "/clear: the new conversation is a new session in idle, and the work can be taken over",
  needs: ["prompt"],
  async run(stage) {
    const claude = stage.claude();
    const before = stage.status().session;
    await claude.say("/clear");
    const isNew = (): boolean => {
      const { session, idle } = stage.status();
      return typeof session === "string" && session !== before && idle === true;
    };
    check(await until(isNew, START_MS), "another session, in idle", stage.status);
    await claude.say(PROMPTS.enter);
    check(await until(() => stage.status().yielded === true), "it goes on there", stage.status);
    check(await claude.waitStatus("idle", TURN_MS), "then it may stop", claude.registry);
    const list = stage.smllm(["instance", "list"]);
    const holder = String(stage.status().session);
    check(list.out.includes(`${WORK.issueId} (`), "the same piece of work", () => list);
    check(list.out.includes(`held by ${holder}`), "held by the new session", () => list);
    check(list.out.trim().split("\n").length === 1, "there is one piece of work", () => list);
  },
  shows: (stage) => [stage.row()],
};

export const WORKFLOW_SCENARIOS: readonly Scenario<WorkflowStage>[] = [
  install,
  start,
  held,
  prompt,
  clear,
];
