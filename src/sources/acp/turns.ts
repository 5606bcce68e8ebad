/** Prompts and what happens to a running turn, tasks and login. */
import { ok } from "../../base/result.ts";
import { asRecord } from "../../base/shape.ts";
import type { AgentLink } from "./agent-link.ts";
import type { Ask } from "./asking.ts";
import type { Delivery } from "./delivery.ts";
import { readTask } from "./extension-entities.ts";
import { linkFailed } from "./faults.ts";
import { readEach } from "./outside.ts";
import type { Questions } from "./questions.ts";
import { type Greeting, readPromptEnd } from "./read-answers.ts";
import type { Updates } from "./updates.ts";

/** An agent that works still answers small questions. */
const EXTENSION_TIMEOUT_MS = 15_000;

/** The person logs in on a page of the service. */
const LOGIN_TIMEOUT_MS = 15 * 60_000;

export interface TurnParts {
  readonly greeting: Greeting;
  readonly ask: Ask;
  readonly notify: (method: string, params: object) => void;
  readonly updates: Updates;
  readonly delivery: Delivery;
  readonly questions: Questions;
}

type TurnCalls = Pick<
  AgentLink,
  "prompt" | "steer" | "cancel" | "listTasks" | "stopTask" | "logIn"
>;

export function turnCalls(parts: TurnParts): TurnCalls {
  const { ask, updates, greeting } = parts;
  return {
    async prompt(sessionId, text) {
      updates.promptSent(sessionId);
      const prompt = [{ type: "text", text }];
      const answer = await ask("session/prompt", { sessionId, prompt });
      // What still waits belongs to a turn that is over.
      parts.questions.withdraw(sessionId);
      if (!answer.ok) return answer;
      const end = readPromptEnd(answer.value);
      // How the turn ended is not guessed at.
      if (end === undefined) {
        return linkFailed("refused", "the agent answered session/prompt without a stopReason");
      }
      if (end.stopReason === "cancelled") parts.delivery.deliver(updates.cancelCalls(sessionId));
      return ok(end);
    },
    steer: (sessionId, text) => steer(parts, sessionId, text),
    cancel(sessionId) {
      parts.notify("session/cancel", { sessionId });
      parts.questions.withdraw(sessionId);
    },
    async listTasks(sessionId) {
      if (greeting.offer?.tasks !== true)
        return linkFailed("unsupported", "the agent lists no tasks");
      const answer = await ask("_telltale/tasks/list", { sessionId }, EXTENSION_TIMEOUT_MS);
      return answer.ok ? ok(readEach(asRecord(answer.value)?.tasks, readTask)) : answer;
    },
    async stopTask(sessionId, taskId) {
      if (greeting.offer?.tasks !== true)
        return linkFailed("unsupported", "the agent stops no tasks");
      const answer = await ask("_telltale/tasks/stop", { sessionId, taskId }, EXTENSION_TIMEOUT_MS);
      return answer.ok ? ok(undefined) : answer;
    },
    async logIn(methodId) {
      const method = greeting.auth.find((one) => one.methodId === methodId);
      if (method === undefined) return linkFailed("unsupported", `there is no login ${methodId}`);
      if (method.command !== undefined)
        return linkFailed("unsupported", `run this in a terminal: ${method.command}`);
      const answer = await ask("authenticate", { methodId }, LOGIN_TIMEOUT_MS);
      return answer.ok ? ok(undefined) : answer;
    },
  };
}

async function steer({ greeting, ask }: TurnParts, sessionId: string, text: string) {
  if (greeting.offer?.steer === true) {
    const answer = await ask("_telltale/steer", { sessionId, text }, EXTENSION_TIMEOUT_MS);
    return answer.ok ? ok(undefined) : answer;
  }
  if (greeting.steerMethod === undefined)
    return linkFailed("unsupported", "the agent takes no more text while it works");
  const params = {
    sessionId,
    prompt: [{ type: "text", text }],
    // Where no turn runs the text stays ours, and becomes a prompt of its own.
    _meta: { steering: { idleBehavior: "promptRequired" } },
  };
  const answer = await ask(greeting.steerMethod, params, EXTENSION_TIMEOUT_MS);
  if (!answer.ok) return answer;
  const isTaken = asRecord(answer.value)?.outcome !== "promptRequired";
  return isTaken ? ok(undefined) : linkFailed("refused", "no turn is running");
}
