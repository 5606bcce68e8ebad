/** The end of every event that leads somewhere in a machine: rest, write, tell. */
import { stateOf } from "../machine.ts";
import { type Arrived, arrivedReply, conflictReply } from "./answers.ts";
import type { EngineLine } from "./block.ts";
import { commit } from "./commit.ts";
import { type SessionChange, sameInstance } from "./records.ts";
import type { Reply } from "./reply.ts";
import type { Happening, Walk } from "./walk.ts";

export interface Move extends Arrived {
  /** State before, as the history has it; null from idle. */
  readonly from: string | null;
  /** What is told if somebody else wrote first. */
  readonly conflict: EngineLine;
}

/** A final state completes the instance and frees the session; else the session holds it, and has not yielded. */
export function finishMove(happening: Happening, walk: Walk, move: Move): Reply {
  const { turn, machine, event, params } = happening;
  const { session } = turn;
  const final = stateOf(machine, walk.instance.state)?.final === true;
  const key = { machine: machine.id, id: walk.instance.id };
  const change: SessionChange = {
    holding: final ? null : key,
    yielded: false,
    ...(sameInstance(session.interrupted, key) && { interrupted: null }),
  };
  const done = commit(
    turn,
    {
      ...walk.instance,
      status: final ? "completed" : "active",
      holder: final ? null : session.key,
    },
    {
      event,
      from: move.from,
      to: walk.instance.state,
      params,
      trace: [...(move.notes ?? []), ...walk.trace],
    },
    change,
  );
  if (done.kind === "conflict") return conflictReply(turn, move.conflict);
  const after = { ...turn, session: done.session, kept: true };
  return arrivedReply(after, machine, { ...walk, instance: done.instance }, move);
}
