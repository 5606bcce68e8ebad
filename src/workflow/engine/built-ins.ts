/** Events that every state offers: `yield`, `pause`, `unmatched`, and `resume` in the fallback state. */
import { conflictReply, idleReply, placeIn } from "./answers.ts";
import type { EngineLine } from "./block.ts";
import { type Claim, slotOf } from "./claim.ts";
import { commit, putNext } from "./commit.ts";
import { finishMove } from "./finish-move.ts";
import { fallbackFrom } from "./offer.ts";
import { type InstanceRecord, sameInstance } from "./records.ts";
import type { Reply } from "./reply.ts";
import { enterState, leaveState, type Step } from "./take-transition.ts";
import { conflictError } from "./text/errors.ts";
import {
  type Arrival,
  interruptedNote,
  olderPausedNote,
  pausedNote,
  yieldedLine,
} from "./text/lines.ts";
import { blockOf, locationOf, replyOf, type Turn, workOf } from "./turn.ts";
import { type Happening, perform, startWalk, type Walk, walkOn } from "./walk.ts";

const BUILT_INS = ["yield", "pause", "unmatched", "resume"] as const;

type BuiltIn = (typeof BUILT_INS)[number];

export function isStateBuiltIn(event: string): event is BuiltIn {
  return BUILT_INS.some((name) => name === event);
}

/** One that the state offers, with its parameters checked. */
export function fireBuiltIn(happening: Happening, instance: InstanceRecord, event: BuiltIn): Reply {
  switch (event) {
    case "yield":
      return yieldTurn(happening, instance);
    case "pause":
      return pause(happening, instance);
    case "unmatched": {
      const fallback = fallbackFrom(happening.machine, instance);
      if (fallback === undefined) return interrupt(happening, instance);
      const detour = { ...instance, resumeState: instance.state };
      return move(happening, detour, fallback.name, { how: "unmatched", from: instance.state });
    }
    case "resume":
      return move(happening, instance, instance.resumeState ?? instance.state, { how: "resume" });
    default:
      return event satisfies never;
  }
}

/** The turn may end; the work stays where it is. */
function yieldTurn({ turn, machine, params }: Happening, instance: InstanceRecord): Reply {
  const { state } = instance;
  const told = { event: "yield", from: state, to: state, params, trace: [] };
  const done = commit(turn, instance, told, { yielded: true });
  if (done.kind === "conflict")
    return conflictReply(turn, conflictError(workOf(machine, instance)));
  const block = blockOf(turn.session.key, {
    place: placeIn(machine, instance),
    closing: yieldedLine(state),
  });
  return replyOf(true, block, locationOf(instance));
}

/** Out of one state and into another, without a transition of the author's. */
function move(happening: Happening, before: InstanceRecord, to: string, arrival: Arrival): Reply {
  const { machine } = happening;
  const from = before.state;
  const entered = enterState(machine, before, to, from);
  const step: Step = {
    instance: entered.instance,
    effects: [...leaveState(machine, before, to), ...entered.effects],
  };
  return finishMove(happening, walkOn(happening, startWalk(before), step), {
    arrival,
    from,
    conflict: conflictError(workOf(machine, before)),
  });
}

/** Anybody may enter it from now on. Whether the turn was yielded stays as it is until a prompt. */
function pause(happening: Happening, instance: InstanceRecord): Reply {
  const { turn, machine } = happening;
  const walk = leave(happening, instance);
  const note = pausedNote(workOf(machine, instance), instance.state);
  const done = commit(
    turn,
    { ...instance, status: "paused", holder: null },
    leaving(happening, instance, [note, ...walk.trace]),
    { holding: null },
  );
  if (done.kind === "conflict")
    return conflictReply(turn, conflictError(workOf(machine, instance)));
  return leftReply({ ...turn, session: done.session }, walk, [note]);
}

/** Into the session's interrupted slot; what was there before becomes paused. */
function interrupt(happening: Happening, instance: InstanceRecord): Reply {
  const { turn, machine } = happening;
  const walk = leave(happening, instance);
  const key = { machine: machine.id, id: instance.id };
  const work = workOf(machine, instance);
  const note = interruptedNote(work, instance.state);
  const slot = sameInstance(turn.session.interrupted, key) ? undefined : slotOf(turn);
  const older = slot?.kind === "live" ? slot : undefined;
  // One write with its line: that somebody takes the older work meanwhile, its own history tells.
  const told = [note, ...(older === undefined ? [] : [olderNote(older)]), ...walk.trace];
  const after: InstanceRecord = { ...instance, status: "interrupted" };
  const change = { holding: null, interrupted: key };
  const done = commit(turn, after, leaving(happening, instance, told), change);
  if (done.kind === "conflict") return conflictReply(turn, conflictError(work));
  const isPaused = older !== undefined && pauseOlder(turn, older);
  const notes = isPaused ? [note, olderNote(older)] : [note];
  return leftReply({ ...turn, session: done.session }, walk, notes);
}

type LiveClaim = Extract<Claim, { kind: "live" }>;

function olderNote({ machine, instance }: LiveClaim): EngineLine {
  return olderPausedNote(workOf(machine, instance), machine.id);
}

/** The work in the slot, in its own history. False: somebody took it first, and has it. */
function pauseOlder(turn: Turn, older: LiveClaim): boolean {
  const { instance } = older;
  const after: InstanceRecord = { ...instance, status: "paused", holder: null };
  const trace = [olderNote(older)];
  const told = { event: "pause", from: instance.state, to: null, params: [], trace };
  return putNext(turn, after, told) !== undefined;
}

function leave(happening: Happening, instance: InstanceRecord): Walk {
  const effects = leaveState(happening.machine, instance);
  return perform(happening, startWalk(instance), { instance, effects });
}

function leaving(
  { event, params }: Happening,
  { state }: InstanceRecord,
  trace: readonly EngineLine[],
) {
  return { event, from: state, to: null, params, trace };
}

function leftReply(turn: Turn, { failures, prompts }: Walk, notes: readonly EngineLine[]): Reply {
  return idleReply(turn, { notes, failures, instructions: prompts });
}
