/** What waits for the person: opened by the agent, answered once, closed in any case. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { InteractionRequest } from "../../sources/acp/agent-link.ts";
import type { Answer } from "../../wire/runtime/entities.ts";
import type { Refusal } from "../../wire/runtime/request.ts";
import { boundedRequest, cutLine } from "./bounded.ts";
import { answerFault } from "./check-answer.ts";
import type { EventLog } from "./event-log.ts";

export interface Interactions {
  /** Resolves with the answer; with `dismissed` when it is withdrawn, gone or cannot be asked. */
  readonly open: (
    request: InteractionRequest,
    turnId: string | undefined,
    signal: AbortSignal,
  ) => Promise<Answer>;
  readonly answer: (requestId: string, answer: Answer) => Result<void, Refusal>;
  /** Nobody waits for them any more; absent: of all turns and of none. */
  readonly dismiss: (turnId?: string) => void;
}

/** A person answers one after the other; an agent that asks more at once is broken. */
const MAX_OPEN = 64;
/** Of closed ones, to tell a late answer from a wrong one. */
const MAX_CLOSED = 1000;
const DISMISSED: Answer = { kind: "dismissed" };

interface Waiting {
  readonly turnId: string | undefined;
  readonly resolve: (answer: Answer) => void;
  isAnswered: boolean;
}

export function createInteractions(log: EventLog, newId: () => string): Interactions {
  const open = new Map<string, Waiting>();
  const closed = new Map<string, "answered" | "withdrawn">();
  let wasFull = false;

  const close = (requestId: string, how: "answered" | "withdrawn"): void => {
    const waiting = open.get(requestId);
    if (waiting === undefined) return;
    open.delete(requestId);
    closed.set(requestId, waiting.isAnswered ? "answered" : how);
    const oldest = closed.keys().next().value;
    if (closed.size > MAX_CLOSED && oldest !== undefined) closed.delete(oldest);
    log.record({ kind: "interaction-closed", requestId });
    log.flushSoon();
    waiting.resolve(DISMISSED);
  };
  const show = (request: InteractionRequest, requestId: string, turnId: string | undefined) => {
    const { asks, title, body, call, options, form, url, memberId } = boundedRequest(request);
    log.record({
      kind: "interaction-opened",
      interaction: {
        ...{ requestId, asks, title, options, atMs: log.nowMs() },
        ...(body !== undefined && { body }),
        ...(call !== undefined && { call }),
        ...(form !== undefined && { form }),
        ...(url !== undefined && { url }),
        ...(memberId !== undefined && { memberId }),
        ...(turnId !== undefined && { turnId }),
      },
    });
    log.flushSoon();
  };

  return {
    async open(request, turnId, signal) {
      const fault = requestFault(request);
      if (fault !== undefined) {
        log.record({ kind: "fault-raised", message: fault });
        return DISMISSED;
      }
      const isFull = open.size >= MAX_OPEN;
      if (isFull && !wasFull) tellFull(log, newId(), request);
      wasFull = isFull;
      if (isFull || signal.aborted) return DISMISSED;
      const requestId = newId();
      const { promise, resolve } = Promise.withResolvers<Answer>();
      open.set(requestId, { turnId, resolve, isAnswered: false });
      signal.addEventListener("abort", () => close(requestId, "withdrawn"), { once: true });
      show(request, requestId, turnId);
      return await promise;
    },
    answer(requestId, answer) {
      const waiting = open.get(requestId);
      if (waiting === undefined) return lateAnswer(closed.get(requestId));
      if (waiting.isAnswered) return ok(undefined);
      const asked = log.state().interactions.find((each) => each.requestId === requestId);
      const fault = asked === undefined ? undefined : answerFault(asked, answer);
      if (fault !== undefined) return failed({ code: "bad-request", message: fault });
      waiting.isAnswered = true;
      log.record({ kind: "interaction-submitted", requestId });
      waiting.resolve(answer);
      // The link sends the answer before the loop comes round again.
      setTimeout(() => close(requestId, "answered"), 0);
      return ok(undefined);
    },
    dismiss(turnId) {
      for (const [requestId, waiting] of [...open]) {
        if (turnId === undefined || waiting.turnId === turnId) close(requestId, "withdrawn");
      }
    },
  };
}

function tellFull(log: EventLog, entryId: string, { title }: InteractionRequest): void {
  const asked = cutLine(title);
  const text = `${MAX_OPEN} questions are open, so the agent's next ones are dismissed: ${asked}`;
  const entry = { entryId, atMs: log.nowMs(), kind: "notice", level: "warning", text } as const;
  log.record({ kind: "entry-added", entry });
}

/** A question that nobody can answer is a fault of the agent and ends the session's automation. */
function requestFault({ asks, title, options, form, url }: InteractionRequest): string | undefined {
  if (options.length > 0 || form !== undefined || url !== undefined) return undefined;
  return `The agent asked something (${asks}) that has no answer: ${cutLine(title)}`;
}

function lateAnswer(how: "answered" | "withdrawn" | undefined): Result<void, Refusal> {
  switch (how) {
    case "answered":
      return ok(undefined);
    case "withdrawn":
      return failed({
        code: "conflict",
        message: "the question is closed; nobody waits for an answer",
      });
    case undefined:
      return failed({ code: "not-found", message: "there is no such question" });
    default:
      return how satisfies never;
  }
}
