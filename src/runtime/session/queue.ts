/** Prompts that wait: accepted once they are on the disk, run one after the other, never twice. */
import { failed, ok, type Result } from "../../base/result.ts";
import type { QueuedPrompt } from "../../wire/runtime/entities.ts";
import type { Refusal, RefusalCode, SessionRequest } from "../../wire/runtime/request.ts";
import type { AgentProcess } from "./agent-process.ts";
import type { EventLog } from "./event-log.ts";
import type { SessionTimes } from "./times.ts";
import type { Transcript } from "./transcript.ts";
import type { Turns } from "./turns.ts";
import { within } from "./within.ts";

export interface Queue {
  readonly submit: (
    request: Extract<SessionRequest, { readonly kind: "prompt" }>,
  ) => Result<void, Refusal>;
  readonly drop: (promptId: string) => Result<void, Refusal>;
  /** Starts the next turn if nothing is in its way. */
  readonly pump: () => void;
  /** Nothing starts any more; what waits stays. */
  readonly hold: () => void;
}

export interface QueueOptions {
  readonly log: EventLog;
  readonly times: SessionTimes;
  readonly agent: AgentProcess;
  readonly turns: Turns;
  readonly transcript: Transcript;
}

/** More than a person ever queues; a script that floods is told so. */
const MAX_QUEUED = 100;
/** A pasted book fits; the whole of it stands in a journal line and in a snapshot. */
const MAX_PROMPT_CHARS = 1024 * 1024;
const MAX_ID_CHARS = 200;

export function createQueue(options: QueueOptions): Queue {
  const { log, times, agent, turns, transcript } = options;
  /** Being given to the running turn; they run alone if it does not take them. */
  const steering = new Set<string>();
  let isHeld = false;

  const pump = (): void => {
    const { queue, compacting, closed } = log.state();
    const next = queue[0];
    if (isHeld || closed === true || compacting === true || next === undefined) return;
    if (turns.live() !== undefined || steering.has(next.promptId)) return;
    turns.start(next);
  };
  const steer = async ({ promptId, text }: QueuedPrompt, turnId: string): Promise<void> => {
    const ready = agent.current();
    if (ready === undefined) return;
    steering.add(promptId);
    const asked = ready.link.steer(ready.agentSessionId, text);
    const taken = await within(asked, times.steerMaxMs, ready.link.ended);
    steering.delete(promptId);
    if (taken.ok && !isHeld) {
      transcript.user(text, turnId);
      log.record({ kind: "prompt-dropped", promptId, why: "steered" });
    }
    pump();
  };

  return {
    pump,
    submit({ promptId, text, steer: wantsSteer }) {
      const fault = promptFault(promptId, text);
      if (fault !== undefined) return failed(fault);
      if (log.fate(promptId) !== undefined) return ok(undefined);
      if (log.state().queue.length >= MAX_QUEUED) {
        return refuse("unavailable", `${MAX_QUEUED} prompts wait already`);
      }
      const steerMark = wantsSteer === true ? { steer: true as const } : {};
      const prompt = { promptId, text, atMs: log.nowMs(), ...steerMark };
      const kept = log.recordFlushed({ kind: "prompt-queued", prompt });
      // Not a refusal after which a client should try again by itself: somebody must make room.
      if (!kept.ok) return refuse("failed", `the prompt was not taken: ${kept.reason}`);
      const turn = turns.live();
      const canSteer = agent.current()?.link.abilities.steer === true;
      if (wantsSteer === true && canSteer && turn?.isSent === true && !turn.isStopping) {
        void steer(prompt, turn.turnId);
      }
      pump();
      return ok(undefined);
    },
    drop(promptId) {
      switch (log.fate(promptId)) {
        case undefined:
          return refuse("not-found", "there is no such prompt");
        case "dropped":
          return ok(undefined);
        case "ran":
          return refuse("conflict", "its turn has begun; cancel that");
        case "queued":
          if (steering.has(promptId))
            return refuse("conflict", "it is being given to the running turn");
          log.record({ kind: "prompt-dropped", promptId, why: "removed" });
          log.flushSoon();
          return ok(undefined);
      }
    },
    hold() {
      isHeld = true;
    },
  };
}

function promptFault(promptId: string, text: string): Refusal | undefined {
  if (promptId === "" || promptId.length > MAX_ID_CHARS) {
    return { code: "bad-request", message: "promptId is empty or too long" };
  }
  if (text.trim() === "") return { code: "bad-request", message: "the prompt is empty" };
  if (text.length <= MAX_PROMPT_CHARS) return undefined;
  return { code: "too-large", message: `a prompt has at most ${MAX_PROMPT_CHARS} characters` };
}

function refuse(code: RefusalCode, message: string): Result<never, Refusal> {
  return failed({ code, message });
}
