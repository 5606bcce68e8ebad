/** What a session in idle sees: machines, what it put aside, paused work, the events of idle. Reads only. */
import type { Machine } from "../machine.ts";
import type {
  Block,
  EngineLine,
  IdleList,
  ListedInstance,
  ListedMachine,
  OfferedEvent,
} from "./block.ts";
import { type Claim, slotOf } from "./claim.ts";
import { entryPointsOf, offeredInIdle, SHOWN_PAUSED } from "./offer.ts";
import { comparePaused } from "./paused-list.ts";
import { type InstanceRecord, labelOf } from "./records.ts";
import { pausedOverAll } from "./status.ts";
import type { Turn } from "./turn.ts";
import { readPrompt } from "./walk.ts";

/** The parts of a block in idle. */
export interface IdleParts extends Pick<Block, "failures"> {
  readonly idle: IdleList;
  readonly menu: readonly OfferedEvent[];
}

/** The events of idle, without the list. */
export function idleMenu(turn: Turn, slot: Claim = slotOf(turn)): readonly OfferedEvent[] {
  return offeredInIdle({ set: turn.set, slot, pausedCount: pausedOverAll(turn.set, turn.store) });
}

/** The whole list and its menu. */
export function idleParts(turn: Turn): IdleParts {
  const slot = slotOf(turn);
  const { instructions, failures } = idlePrompts(turn);
  const { paused, count } = pausedInOrder(turn, SHOWN_PAUSED);
  return {
    failures,
    idle: {
      ...(instructions.length > 0 && { instructions }),
      machines: turn.set.machines.map(listedMachine),
      ...(slot.kind === "live" && { interrupted: listedInstance(slot.machine, slot.instance) }),
      paused,
      morePaused: Math.max(0, count - paused.length),
    },
    menu: offeredInIdle({ set: turn.set, slot, pausedCount: count }),
  };
}

/** Paused work of all machines and nothing else. */
export function allPaused(turn: Turn): IdleList {
  return { paused: pausedInOrder(turn).paused, morePaused: 0 };
}

/** Newest first over all machines. Each machine gives no more than can be shown. */
function pausedInOrder(
  { set, store }: Turn,
  limit?: number,
): { readonly paused: readonly ListedInstance[]; readonly count: number } {
  const shelves = set.machines.map((machine) => ({
    machine,
    found: store.paused(machine.id, limit),
  }));
  const all = shelves.flatMap(({ machine, found }) =>
    found.newest.map((instance) => ({ machine, instance })),
  );
  all.sort((one, other) => comparePaused(one.instance, other.instance));
  return {
    paused: all.slice(0, limit).map(({ machine, instance }) => listedInstance(machine, instance)),
    count: shelves.reduce((sum, { found }) => sum + found.count, 0),
  };
}

function idlePrompts(turn: Turn): {
  readonly instructions: readonly string[];
  readonly failures: readonly EngineLine[];
} {
  const read = turn.set.idle.map((prompt) => readPrompt(turn, prompt));
  return {
    instructions: read.flatMap(({ text }) => text ?? []),
    failures: read.flatMap(({ failure }) => failure ?? []),
  };
}

function listedMachine(machine: Machine): ListedMachine {
  const { id, description, kind, refParam, refDescription, refPattern, initial } = machine;
  return {
    id,
    kind,
    refParam,
    initial,
    ...(description !== undefined && { description }),
    ...(refDescription !== undefined && { refDescription }),
    ...(refPattern !== undefined && { refPattern }),
    entryPoints: entryPointsOf(machine),
  };
}

function listedInstance({ kind, id }: Machine, instance: InstanceRecord): ListedInstance {
  return { kind, label: labelOf(instance), machine: id, state: instance.state };
}
