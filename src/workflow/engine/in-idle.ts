/** An event of a session that holds nothing: `enter`, `resume`, `listPaused`. */
import { stateOf } from "../machine.ts";
import { movedTo, rejectedInIdle } from "./answers.ts";
import { checkParams } from "./check-params.ts";
import { type Claim, slotOf } from "./claim.ts";
import { fireEnter } from "./enter.ts";
import { finishMove } from "./finish-move.ts";
import { allPaused, idleMenu } from "./idle-list.ts";
import { labelOf } from "./records.ts";
import type { GivenParams, Reply } from "./reply.ts";
import { enterState } from "./take-transition.ts";
import {
  conflictError,
  notOfferedError,
  savedStateGoneError,
  slotMovedError,
  slotUnconfiguredError,
} from "./text/errors.ts";
import { blockOf, IDLE_LOCATION, replyOf, shownKey, type Turn, workOf } from "./turn.ts";
import { startWalk, walkOn } from "./walk.ts";

export function fireInIdle(turn: Turn, event: string, given: GivenParams): Reply {
  if (event === "enter") return fireEnter(turn, given);
  const slot = slotOf(turn);
  if (event === "resume" && slot.kind !== "none") return fireResume(turn, slot, given);
  const menu = idleMenu(turn, slot);
  const offer = menu.find(({ name }) => name === event);
  if (offer === undefined) {
    const names = menu.map(({ name }) => name);
    return rejectedInIdle(turn, notOfferedError(event, names), menu);
  }
  const params = checkParams(event, offer.params, given, turn.host.matches);
  if (!params.ok) return rejectedInIdle(turn, params.reason, menu);
  // What is left is `listPaused`, which only looks.
  return replyOf(true, blockOf(shownKey(turn), { idle: allPaused(turn), menu }), IDLE_LOCATION);
}

/** A slot whose work is another's by now is emptied, and the agent is told; else the work goes on in its saved state. */
function fireResume(turn: Turn, slot: Exclude<Claim, { kind: "none" }>, given: GivenParams): Reply {
  switch (slot.kind) {
    case "unconfigured":
      return rejectedInIdle(turn, slotUnconfiguredError(slot.key.machine, slot.key.id));
    case "moved": {
      const { key, machine, instance } = slot;
      const label = instance === undefined ? key.id : labelOf(instance);
      const error = slotMovedError(label, machine.id, movedTo(instance, turn.session.key));
      const session = turn.store.updateSession(
        turn.session.key,
        { interrupted: null },
        { interrupted: key },
      );
      return rejectedInIdle({ ...turn, session }, error);
    }
    case "live":
      return resume(turn, slot, given);
    default:
      return slot satisfies never;
  }
}

function resume(
  turn: Turn,
  { machine, instance }: Extract<Claim, { kind: "live" }>,
  given: GivenParams,
): Reply {
  const params = checkParams("resume", [], given, turn.host.matches);
  if (!params.ok) return rejectedInIdle(turn, params.reason);
  const work = workOf(machine, instance);
  if (stateOf(machine, instance.state) === undefined) {
    const states = machine.states.map(({ name }) => name);
    return rejectedInIdle(turn, savedStateGoneError(work, machine.id, instance.state, states));
  }
  const happening = { turn, machine, event: "resume", params: params.value };
  const step = enterState(machine, instance, instance.state);
  return finishMove(happening, walkOn(happening, startWalk(instance), step), {
    arrival: { how: "resume" },
    from: null,
    conflict: conflictError(work),
  });
}
