/**
 * OSC 7501 records as one reading. The root record gives the state; the others that work or wait
 * count as background work: the protocol does not say which of them are agents.
 */
import type { ProgramEvent, ProgramRecord } from "../../wire/osc7501/message.ts";
import { createRecordStore } from "../../wire/osc7501/store.ts";
import { type AutomationRecord, COUNT_MAX, type RecordState } from "../../wire/record/message.ts";
import type { Reading, Seen } from "./reading.ts";

/** Folds events and gives the present reading. */
export interface Osc7501Reading {
  apply(event: ProgramEvent): void;
  /** The program has ended: what it was at or asked is over. */
  end(): void;
  /** Another program begins: nothing that the one before has said is true of it. */
  begin(): void;
  /** An event was lost: nothing is judged until the root reports anew. */
  lose(): void;
  current(): Reading;
  /** As `current`, but a program that cleared its records as it left has said its last word before. */
  final(): Reading;
  /** The root record says that somebody is at work or waits. */
  isBusy(): boolean;
  /** It says that somebody waits. */
  isBlocked(): boolean;
}

const NOTHING: Reading = { kind: "nothing", reason: "no program has reported its status" };
const LOST: Reading = { kind: "unreadable", reason: "a line of the log was damaged" };

/** A reader that knows of no program. */
export function createOsc7501Reading(): Osc7501Reading {
  const store = createRecordStore();
  const judgement = createJudgement();
  let last: Seen | undefined;
  let epoch = 0;
  /** Before it came to rest, or now. */
  let wasBusy = false;
  let lost = false;
  const settle = (): void => {
    const root = lost ? undefined : store.get("");
    judgement.change(root && project(root, store.list(), wasBusy));
  };
  const present = (): Seen | undefined => {
    const now = judgement.now();
    return now && { kind: "record", ...now, protocol: "osc7501", epoch };
  };
  const current = (): Reading => (lost ? LOST : (present() ?? NOTHING));
  return {
    current,
    final: () => (lost ? LOST : (present() ?? last ?? NOTHING)),
    lose() {
      lost = true;
      settle();
    },
    begin() {
      store.reset();
      last = undefined;
      wasBusy = false;
      lost = false;
      epoch += 1;
      settle();
    },
    end() {
      store.processExit();
      wasBusy = false;
      epoch += 1;
      settle();
    },
    isBusy: () => busy(store.get("")),
    isBlocked: () => store.get("")?.state === "blocked",
    apply(event) {
      const isRoot = event.event === "report" && event.record.id === "";
      const before = store.get("");
      store.apply(event);
      if (isRoot) {
        lost = false;
        // Straight from work to rest: the person interrupted it. Said again, it is still that end.
        const { state } = event.record;
        if (state !== "idle") wasBusy = busy(store.get(""));
        else if (before?.state !== "idle") wasBusy = busy(before);
      }
      settle();
      const seen = present();
      const isEnd = seen?.record.state === "done" && seen.record.backgroundTasks === 0;
      if (!isEnd) epoch += 1;
      if (seen !== undefined) last = { ...seen, epoch };
    },
  };
}

/** What is judged, without the number of the change that brought it. */
type Judged = Omit<AutomationRecord, "seq">;

/** Counts how often the judgement has changed, that to knowing nothing included. */
function createJudgement() {
  let judged: Judged | undefined;
  let seq = 0;
  let sinceSeq = 0;
  return {
    change(next: Judged | undefined): void {
      const isOther = next?.state !== judged?.state;
      if (isOther || next?.backgroundTasks !== judged?.backgroundTasks) seq += 1;
      if (isOther) sinceSeq = seq;
      judged = next;
    },
    now: () => judged && { record: { seq, ...judged }, sinceSeq },
  };
}

function busy(root: ProgramRecord | undefined): boolean {
  return root?.state === "working" || root?.state === "blocked";
}

function project(root: ProgramRecord, records: readonly ProgramRecord[], wasBusy: boolean): Judged {
  const active = records.filter(({ id, state }) => id !== "" && isActive(state)).length;
  return {
    state: stateOf(root, wasBusy),
    activeAgents: 0,
    totalAgents: 0,
    backgroundTasks: Math.min(active, COUNT_MAX),
  };
}

function isActive(state: ProgramRecord["state"]): boolean {
  return state === "working" || state === "blocked";
}

function stateOf({ state, kind }: ProgramRecord, wasBusy: boolean): RecordState {
  switch (state) {
    case "working":
      return "run";
    case "done":
      return "done";
    case "error":
      return "fail";
    case "idle":
      return wasBusy ? "cancel" : "ready";
    case "blocked":
      if (kind === "permission") return "perm";
      // Without a login nothing goes on, whatever is answered; a wait without a kind is a question.
      return kind === "auth" ? "error" : "ask";
    default:
      return state satisfies never;
  }
}
