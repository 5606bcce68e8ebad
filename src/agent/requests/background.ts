/** Tasks in the background that are only pretended; when the last one ends, the agent wakes and reports. */
import type { Task } from "../../wire/runtime/entities.ts";
import { wake } from "../run-turn.ts";
import type { AgentSession } from "../session.ts";
import { type AgentRequest, numberIn } from "./agent-request.ts";

const MAX_STARTED = 50;
const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 24 * 60 * 60;
const TYPES = ["bash", "workflow", "custom"] as const;

export const startBackground: AgentRequest = {
  name: "background",
  hint: "[N] [SECONDS]",
  summary: "Starts N pretended tasks in the background; the agent wakes when they have ended",
  words: /^(?:please )?(?:start|run) +(\d+ |an? |some )?background tasks?[.!]?$/i,
  async run(turn, rest) {
    const [first = "1", second = String(DEFAULT_SECONDS)] = rest.match(/\d+/g) ?? [];
    const count = Math.max(1, numberIn(first, 1, MAX_STARTED));
    const seconds = numberIn(second, DEFAULT_SECONDS, MAX_SECONDS);
    const { session } = turn;
    const started: Promise<void>[] = [];
    for (let at = 0; at < count; at += 1) {
      const taskId = session.nextId("task");
      const stop = new AbortController();
      const task: Task = {
        taskId,
        status: "running",
        type: TYPES[at % TYPES.length] ?? "bash",
        title: `Pretended work for ${seconds} s`,
        startedAtMs: session.outlet.nowMs(),
      };
      await session.putTask(task, stop);
      started.push(work(session, task, seconds, stop));
    }
    void report(session, started);
    const tasks = count === 1 ? "One task runs" : `${count} tasks run`;
    await turn.say(`${tasks} in the background for ${seconds} seconds. I will report when done.`);
    return undefined;
  },
};

async function work(
  session: AgentSession,
  task: Task,
  seconds: number,
  stop: AbortController,
): Promise<void> {
  await session.outlet.pace.wait(seconds * 1000, stop.signal);
  if (session.closed.aborted) return;
  await session.putTask({ ...task, status: stop.signal.aborted ? "cancelled" : "done" });
}

async function report(session: AgentSession, started: readonly Promise<void>[]): Promise<void> {
  try {
    await Promise.all(started);
    if (session.closed.aborted) return;
    const tasks = started.length === 1 ? "The task" : `All ${started.length} tasks`;
    await wake(session, session.nextId("wake"), async (turn) => {
      await turn.say(`${tasks} in the background ended; I woke up to tell you.`);
    });
  } catch {
    // The client is gone, and with it whoever would hear of it.
  }
}

export const listBackground: AgentRequest = {
  name: "tasks",
  summary: "Says which of its background tasks run",
  words: /^(?:please )?(?:list|show)(?: the)? (?:background )?tasks[.!]?$/i,
  async run(turn) {
    const lines = turn.session.tasks().map(({ taskId, status }) => `- ${taskId}: ${status}`);
    await turn.say(lines.length === 0 ? "There are no tasks." : lines.join("\n"));
    return undefined;
  },
};
