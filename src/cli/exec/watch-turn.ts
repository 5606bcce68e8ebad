/**
 * Watches one prompt from the queue to the end of its turn, and answers for the person what can be answered
 * without one. Whatever nobody can answer ends it as blocked.
 */
import type { FollowHandle, RuntimeClient } from "../../sources/runtime/runtime-client.ts";
import type { OpenInteraction } from "../../wire/runtime/entities.ts";
import type { TellableEvent } from "../../wire/runtime/follow.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import { type ExecEnd, gapAfter, turnOf } from "./result.ts";

/** What is done with permissions that the agent asks for. */
export type PermissionPolicy = "allow" | "deny" | "block";

export interface TurnWatch {
  readonly client: RuntimeClient;
  readonly sessionId: string;
  readonly prompt: string;
  readonly promptId: string;
  readonly permission: PermissionPolicy;
  /** Resolves to why it must stop: a signal, the time that is over. */
  readonly stopped: Promise<string>;
  /** Text of the agent as it comes; the beginning of another piece begins with an empty line. */
  readonly onText: (text: string) => void;
}

export interface WatchedTurn {
  readonly end: ExecEnd;
  readonly state: SessionState | undefined;
  /** As it stood when nobody could answer; what the agent said behind that is no part of its text. */
  readonly blocked?: SessionState;
}

/** A turn that was told to stop, and does not within this time, is left to the end of its process. */
const STOP_MAX_MS = 15_000;

export async function watchTurn(watch: TurnWatch): Promise<WatchedTurn> {
  const { client, sessionId, prompt, promptId } = watch;
  const ending = Promise.withResolvers<ExecEnd>();
  /** Why the turn was told to stop; its end is then the end of this. */
  let stop: ExecEnd | undefined;
  let blocked: SessionState | undefined;
  const stopAs = (end: ExecEnd): void => {
    if (stop !== undefined) return;
    stop = end;
    void client.request(sessionId, { kind: "drop-prompt", promptId });
    void client.request(sessionId, { kind: "cancel" });
    setTimeout(() => ending.resolve(end), STOP_MAX_MS).unref();
  };
  const judge = createJudge(watch, stopAs, (end) => ending.resolve(settledAs(end, stop)));
  const texts = createTexts(watch);
  const hear = (state: SessionState, tell: () => void, event?: TellableEvent): void => {
    if (blocked === undefined) tell();
    judge(state, event);
    if (stop?.status === "blocked") blocked ??= state;
  };
  const handle: FollowHandle = client.follow(sessionId, {
    onSnapshot(state) {
      hear(state, () => texts.snapshot(state));
    },
    onEvent({ event, state }) {
      hear(state, () => texts.event(event, state), event);
    },
    onPhase(phase, reason) {
      if (phase !== "lost") return;
      ending.resolve(stop ?? { status: "failed", reason: reason ?? "the runtime is gone" });
    },
  });
  void watch.stopped.then((reason) => stopAs({ status: "cancelled", reason }));
  const sent = await client.request(sessionId, { kind: "prompt", promptId, text: prompt });
  if (!sent.ok) ending.resolve({ status: "failed", reason: sent.reason });
  const end = await ending.promise;
  const state = handle.state();
  handle.close();
  return { end, state, ...(blocked !== undefined && { blocked }) };
}

/**
 * What we stopped ends as we meant it, unless it came to its own end before. A question that nobody answered is
 * no such end, whatever an agent makes of its cancelling.
 */
function settledAs(end: ExecEnd, stop: ExecEnd | undefined): ExecEnd {
  if (stop === undefined || (end.status === "succeeded" && stop.status !== "blocked")) return end;
  return { ...stop, ...(end.settled !== undefined && { settled: end.settled }) };
}

function createJudge(
  { client, sessionId, promptId, permission }: TurnWatch,
  stopAs: (end: ExecEnd) => void,
  finish: (end: ExecEnd) => void,
) {
  const answered = new Set<string>();
  const answer = (open: OpenInteraction): void => {
    answered.add(open.requestId);
    const optionId = chosenOption(open, permission);
    if (optionId === undefined) {
      stopAs({ status: "blocked", reason: `nobody can answer: ${open.title}`, request: open });
      return;
    }
    void client.request(sessionId, {
      kind: "answer",
      requestId: open.requestId,
      answer: { kind: "option", optionId },
    });
  };
  return (state: SessionState, event?: TellableEvent): void => {
    const { settled } = state;
    if (settled?.promptId === promptId) finish({ status: settled.outcome, settled });
    if (event?.kind === "prompt-dropped" && event.promptId === promptId) {
      finish({ status: "cancelled", reason: "the prompt was taken back" });
    }
    if (state.fault !== undefined && state.turn === undefined) {
      finish({ status: "failed", reason: state.fault });
    }
    if (state.login?.needed === true) {
      stopAs({ status: "blocked", reason: state.login.message ?? "the agent needs a login" });
    }
    for (const open of state.interactions) {
      if (open.submitting !== true && !answered.has(open.requestId)) answer(open);
    }
  };
}

/** Once, and never for good: what is allowed here is allowed for nobody else. */
const ROLES = { allow: "allow-once", deny: "reject-once", block: undefined } as const;

function chosenOption(open: OpenInteraction, permission: PermissionPolicy): string | undefined {
  const role = ROLES[permission];
  if (open.asks !== "permission" || role === undefined) return undefined;
  return open.options.find((option) => option.role === role)?.optionId;
}

/** Tells of the agent's own text of this turn, each part once. */
function createTexts({ promptId, onText }: TurnWatch) {
  const toldUnits = new Map<string, number>();
  let last = "";
  const tell = (entryId: string, text: string): void => {
    const told = toldUnits.get(entryId);
    if (told === undefined && last !== "") onText(gapAfter(last));
    toldUnits.set(entryId, text.length);
    const more = text.slice(told ?? 0);
    if (more === "") return;
    last = (last + more).slice(-2);
    onText(more);
  };
  const snapshot = (state: SessionState): void => {
    const turnId = turnOf(state, promptId);
    if (turnId === undefined) return;
    for (const entry of state.entries) {
      const isOwn = entry.kind === "agent" && entry.turnId === turnId;
      if (isOwn && entry.memberId === undefined) tell(entry.entryId, entry.text);
    }
  };
  return {
    snapshot,
    event(event: TellableEvent, state: SessionState): void {
      if (event.kind !== "entry-added" && event.kind !== "entry-continued") return;
      const id = event.kind === "entry-added" ? event.entry.entryId : event.entryId;
      const entry = state.entries.findLast(({ entryId }) => entryId === id);
      if (entry?.kind !== "agent" || entry.memberId !== undefined) return;
      if (entry.turnId === turnOf(state, promptId)) tell(id, entry.text);
    },
  };
}
