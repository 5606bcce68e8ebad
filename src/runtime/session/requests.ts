/** What a client asks of an open session, part by part. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { LinkResult } from "../../sources/acp/agent-link.ts";
import type { Refusal, RefusalCode, SessionRequest } from "../../wire/runtime/request.ts";
import type { AgentProcess } from "./agent-process.ts";
import { boundedOptions, cutLine } from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { Interactions } from "./interactions.ts";
import type { Queue } from "./queue.ts";
import type { TaskLists } from "./task-lists.ts";
import type { SessionTimes } from "./times.ts";
import type { Turns } from "./turns.ts";
import { within } from "./within.ts";

export interface RequestParts {
  readonly log: EventLog;
  readonly times: SessionTimes;
  readonly agent: AgentProcess;
  readonly queue: Queue;
  readonly turns: Turns;
  readonly interactions: Interactions;
  readonly tasks: TaskLists;
  readonly named: () => void;
  readonly close: () => Promise<void>;
}

type Answered = Result<void, Refusal>;
const DONE: Answered = ok(undefined);

export async function takeRequest(parts: RequestParts, request: SessionRequest): Promise<Answered> {
  const { queue, turns, interactions, log } = parts;
  switch (request.kind) {
    case "prompt":
      return queue.submit(request);
    case "drop-prompt":
      return queue.drop(request.promptId);
    case "cancel":
      turns.cancel(request.turnId);
      return DONE;
    case "answer":
      return interactions.answer(request.requestId, request.answer);
    case "rename": {
      parts.named();
      const title = cutLine(request.title.trim());
      if (title === (log.state().title ?? "")) return DONE;
      log.record({ kind: "session-titled", ...(title !== "" && { title }) });
      log.flushSoon();
      return DONE;
    }
    case "close":
      await parts.close();
      return DONE;
    case "set-mode":
    case "set-option":
    case "list-tasks":
    case "stop-task":
    case "log-in":
      return await askAgent(parts, request);
    default:
      return request satisfies never;
  }
}

async function askAgent(
  parts: RequestParts,
  request: Extract<
    SessionRequest,
    { readonly kind: "set-mode" | "set-option" | "list-tasks" | "stop-task" | "log-in" }
  >,
): Promise<Answered> {
  switch (request.kind) {
    case "set-mode":
      return await setMode(parts, request.modeId);
    case "set-option":
      return await setOption(parts, request.optionId, request.value);
    case "list-tasks":
      if (parts.agent.current() === undefined) return DONE;
      parts.tasks.ask();
      return DONE;
    case "stop-task": {
      const ready = parts.agent.current();
      if (ready === undefined)
        return refuse("conflict", "the agent does not run, and no task of it");
      const { link, agentSessionId } = ready;
      const asked = link.stopTask(agentSessionId, request.taskId);
      const stopped = await within(asked, parts.times.askMaxMs, link.ended);
      parts.tasks.ask();
      return answered(stopped);
    }
    case "log-in":
      return await logIn(parts, request.methodId);
    default:
      return request satisfies never;
  }
}

async function setMode({ log, agent, times }: RequestParts, modeId: string): Promise<Answered> {
  const ready = await agent.ready();
  if (!ready.ok) return answered(ready);
  const { modes } = log.state();
  if (modes === undefined) return refuse("conflict", "the agent has no modes");
  if (!modes.available.some(({ value }) => value === modeId)) {
    return refuse("bad-request", `there is no mode ${JSON.stringify(modeId)}`);
  }
  if (modes.current === modeId) return DONE;
  log.record({ kind: "modes-known", modes: { ...modes, pending: modeId } });
  const { link, agentSessionId } = ready.value;
  const set = await within(link.setMode(agentSessionId, modeId), times.askMaxMs, link.ended);
  // The agent may have told of a change meanwhile, or be another one.
  const { pending, ...now } = log.state().modes ?? modes;
  if (pending === modeId) {
    log.record({ kind: "modes-known", modes: set.ok ? { ...now, current: modeId } : now });
  }
  return answered(set);
}

async function setOption(
  { log, agent, times }: RequestParts,
  optionId: string,
  value: string,
): Promise<Answered> {
  const ready = await agent.ready();
  if (!ready.ok) return answered(ready);
  const option = log.state().options.find((each) => each.optionId === optionId);
  if (option === undefined)
    return refuse("bad-request", `there is no option ${JSON.stringify(optionId)}`);
  if (option.value === value) return DONE;
  const { link, agentSessionId } = ready.value;
  const asked = link.setOption(agentSessionId, optionId, value);
  const set = await within(asked, times.askMaxMs, link.ended);
  if (set.ok && set.value.length > 0) {
    log.record({ kind: "options-known", options: boundedOptions(set.value) });
  }
  return answered(set);
}

async function logIn({ log, agent, times }: RequestParts, methodId: string): Promise<Answered> {
  const link = await agent.link();
  if (!link.ok) return answered(link);
  const done = await within(link.value.logIn(methodId), times.logInMaxMs, link.value.ended);
  if (!done.ok) return answered(done);
  if (log.state().login?.needed === true) log.record({ kind: "login-done" });
  // What could not be opened before is opened now.
  void agent.ready();
  return DONE;
}

function answered(result: LinkResult<unknown>): Answered {
  if (result.ok) return DONE;
  const code: RefusalCode = result.fault === "unsupported" ? "conflict" : "failed";
  return refuse(code, result.reason);
}

function refuse(code: RefusalCode, message: string): Answered {
  return failed({ code, message });
}
