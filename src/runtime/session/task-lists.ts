/**
 * Asks the agent which background tasks it has. After each settled turn a numbered request is told
 * before it is made, so that everybody knows which answer says what the turn has left running.
 */
import type { AgentLink } from "../../sources/acp/agent-link.ts";
import type { Task } from "../../wire/runtime/entities.ts";
import { boundedTasks } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { SessionTimes } from "./times.ts";
import { within } from "./within.ts";

export interface TaskLists {
  /** A turn has settled, or a person asks. */
  readonly ask: () => void;
  /** Something has begun to run: ask now and then while it does. */
  readonly watch: () => void;
  /** Tasks as the agent told of them by itself. */
  readonly told: (tasks: readonly Task[]) => void;
  /** The process is gone, and all it ran with it. */
  readonly lost: () => void;
  readonly close: () => void;
}

/** The agent that is asked now; undefined: there is none. */
export type TaskSource = () =>
  | { readonly link: AgentLink; readonly agentSessionId: string }
  | undefined;

export function createTaskLists(log: EventLog, times: SessionTimes, source: TaskSource): TaskLists {
  let timer: Timer | undefined;
  /** Numbered requests that wait for an answer; each new one makes the older ones needless. */
  let newest = 0;
  let retryMs = times.tasksRetryMs;
  let isPolling = false;

  const later = (delayMs: number, run: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
  };
  const list = async () => {
    const from = source();
    if (from === undefined) return undefined;
    const listed = await within(from.link.listTasks(from.agentSessionId), times.askMaxMs);
    // Of a process that is gone meanwhile nothing counts.
    return source()?.link === from.link ? listed : undefined;
  };
  const watch = (): void => {
    if (newest > 0 || isPolling || !isRunning(log) || source() === undefined) return;
    later(times.tasksEveryMs, () => void poll());
  };
  /** There is no process, or its group has ended: this is what a list would say. */
  const tellNone = (): void => {
    if (log.state().listsTasks !== true && log.state().tasks.length === 0) return;
    const number = log.state().tasksAsked + 1;
    log.record({ kind: "tasks-requested", request: number });
    log.record({ kind: "tasks-listed", request: number, tasks: [] });
  };
  const request = async (): Promise<void> => {
    if (source() === undefined) return tellNone();
    const number = log.state().tasksAsked + 1;
    newest = number;
    log.record({ kind: "tasks-requested", request: number });
    const listed = await list();
    if (newest !== number) return;
    if (listed === undefined) {
      newest = 0;
      return;
    }
    if (listed.ok || listed.fault === "unsupported") {
      newest = 0;
      retryMs = times.tasksRetryMs;
      const tasks = listed.ok ? boundedTasks(listed.value) : [];
      log.record({ kind: "tasks-listed", request: number, tasks });
      watch();
      return;
    }
    later(retryMs, () => void request());
    retryMs = Math.min(retryMs * 2, times.tasksRetryMaxMs);
  };
  /** Told only if something is new: in between it has no number that anybody waits for. */
  const poll = async (): Promise<void> => {
    const { turns } = log.state();
    isPolling = true;
    const listed = await list();
    isPolling = false;
    // An answer that was asked for before a turn's end says nothing of after it.
    if (newest > 0 || log.state().turns !== turns) return watch();
    if (listed?.ok === true) {
      const tasks = boundedTasks(listed.value);
      if (!Bun.deepEquals(tasks, log.state().tasks)) log.record({ kind: "tasks-told", tasks });
    }
    watch();
  };

  return {
    ask: () => void request(),
    watch,
    told(tasks) {
      const bounded = boundedTasks(tasks);
      if (!Bun.deepEquals(bounded, log.state().tasks)) {
        log.record({ kind: "tasks-told", tasks: bounded });
      }
      watch();
    },
    lost() {
      clearTimeout(timer);
      newest = 0;
      retryMs = times.tasksRetryMs;
      tellNone();
    },
    close() {
      clearTimeout(timer);
      newest = Number.POSITIVE_INFINITY;
    },
  };
}

function isRunning(log: EventLog): boolean {
  const { turn, tasks } = log.state();
  if (turn !== undefined) return true;
  return tasks.some(
    ({ status }) => status === "queued" || status === "running" || status === "stopping",
  );
}
