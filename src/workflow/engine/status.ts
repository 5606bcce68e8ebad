/** Where a session stands, for rows and programs. Reads only; it never corrects what it finds. */
import type { Machine, MachineSet } from "../machine.ts";
import { type Claim, holdOf, slotOf } from "./claim.ts";
import type { Store } from "./ports.ts";
import { type InstanceRecord, labelOf, type SessionRecord } from "./records.ts";
import type { Status, StatusInstance } from "./reply.ts";
import { visitsOf } from "./visits.ts";

/** Of a store only what a status needs. Throws what the store throws. */
export function statusOf(
  session: SessionRecord,
  set: MachineSet,
  store: Pick<Store, "instance" | "pausedCount">,
): Status {
  const known = { set, store, session };
  const hold = holdOf(known);
  const held = hold.kind === "live" ? hold.instance : undefined;
  return {
    session: session.key,
    idle: held === undefined,
    machine: held?.machine ?? null,
    state: held?.state ?? null,
    visit: held === undefined ? null : visitsOf(held.visits, held.state),
    yielded: session.yielded,
    instance: shownClaim(hold),
    interrupted: shownClaim(slotOf(known)),
    paused: pausedOverAll(set, store),
  };
}

/** Paused instances of all machines, whoever paused them. */
export function pausedOverAll(set: MachineSet, store: Pick<Store, "pausedCount">): number {
  return set.machines.reduce((sum, { id }) => sum + store.pausedCount(id), 0);
}

function shownClaim(claim: Claim): StatusInstance | null {
  return claim.kind === "live" ? shownInstance(claim.machine, claim.instance) : null;
}

function shownInstance(machine: Machine, instance: InstanceRecord): StatusInstance {
  return {
    machine: machine.id,
    kind: machine.kind,
    id: instance.id,
    ref: instance.ref,
    label: labelOf(instance),
    status: instance.status,
  };
}
