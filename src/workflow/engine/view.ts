/** Looking at a session: its place, instructions and events again. No command, no visit, no write. */
import { type Machine, type Prompt, stateOf } from "../machine.ts";
import { idleReply, movedLine, placeIn, rejectedInIdle, unconfiguredReply } from "./answers.ts";
import type { EngineLine } from "./block.ts";
import { holdOf } from "./claim.ts";
import { idleMenu } from "./idle-list.ts";
import { offeredInMachine, offeredUnconfigured } from "./offer.ts";
import type { InstanceRecord } from "./records.ts";
import type { Reply } from "./reply.ts";
import { unconfiguredError } from "./text/errors.ts";
import { finalStateNote, removedStateNote } from "./text/lines.ts";
import { blockOf, IDLE_LOCATION, locationOf, replyOf, shownKey, type Turn } from "./turn.ts";
import { readPrompt } from "./walk.ts";

/** Instructions and events. Work that moved or cannot be used is told as an error, and stays as it is. */
export function viewOf(turn: Turn): Reply {
  const hold = holdOf(turn);
  switch (hold.kind) {
    case "none":
      return idleReply(turn, {});
    case "moved":
      return idleReply(turn, { error: movedLine(hold, turn.session.key) });
    case "unconfigured": {
      const { machine, id } = hold.key;
      const menu = offeredUnconfigured(turn.set, id);
      return idleReply(turn, { error: unconfiguredError(machine, id), menu });
    }
    case "live":
      return machineView(turn, hold.machine, hold.instance, true);
    default:
      return hold satisfies never;
  }
}

/** Header and events alone, as at a stop. */
export function eventsOf(turn: Turn): Reply {
  const hold = holdOf(turn);
  switch (hold.kind) {
    case "none":
      return replyOf(true, blockOf(shownKey(turn), { menu: idleMenu(turn) }), IDLE_LOCATION);
    case "moved":
      return rejectedInIdle(turn, movedLine(hold, turn.session.key));
    case "unconfigured":
      return unconfiguredReply(turn, hold);
    case "live":
      return machineView(turn, hold.machine, hold.instance, false);
    default:
      return hold satisfies never;
  }
}

function machineView(
  turn: Turn,
  machine: Machine,
  instance: InstanceRecord,
  withInstructions: boolean,
): Reply {
  const read = withInstructions
    ? entryPrompts(machine, instance).map((prompt) => readPrompt(turn, prompt))
    : [];
  const block = blockOf(shownKey(turn), {
    place: placeIn(machine, instance),
    notes: strandedNotes(machine, instance),
    failures: read.flatMap(({ failure }) => failure ?? []),
    instructions: read.flatMap(({ text }) => text ?? []),
    menu: offeredInMachine(machine, instance),
  });
  return replyOf(true, block, locationOf(instance));
}

/** Why the events of the state are not there. */
function strandedNotes(machine: Machine, { state }: InstanceRecord): EngineLine[] {
  const found = stateOf(machine, state);
  if (found === undefined) return [removedStateNote(machine.id, state)];
  return found.final ? [finalStateNote(machine.id, state)] : [];
}

function entryPrompts(machine: Machine, { state }: InstanceRecord): readonly Prompt[] {
  const lists = stateOf(machine, state)?.entry ?? [];
  return lists.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.kind === "prompt" ? action.prompt : [])),
  );
}
