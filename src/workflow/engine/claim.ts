/**
 * What became of the instance that a session works on or has put aside. The session only remembers it;
 * the instance's own status and holder decide.
 */
import type { Machine, MachineSet } from "../machine.ts";
import type { Store } from "./ports.ts";
import type { InstanceKey, InstanceRecord, SessionRecord } from "./records.ts";

export type Claim =
  /** The session remembers nothing. */
  | { readonly kind: "none" }
  /** Still this session's. */
  | { readonly kind: "live"; readonly machine: Machine; readonly instance: InstanceRecord }
  /** Held by another, of another status, or (without a record) gone. */
  | {
      readonly kind: "moved";
      readonly key: InstanceKey;
      readonly machine: Machine;
      readonly instance?: InstanceRecord;
    }
  /** Its machine is not configured or has errors now: nothing can be said of it. */
  | { readonly kind: "unconfigured"; readonly key: InstanceKey };

/** The parts that a claim is judged by. */
interface Known {
  readonly set: MachineSet;
  readonly store: Pick<Store, "instance">;
  readonly session: SessionRecord;
}

/** The instance that the session holds. */
export function holdOf(known: Known): Claim {
  return claimOf(known, known.session.holding, "active");
}

/** The instance that the session put aside by `unmatched`. */
export function slotOf(known: Known): Claim {
  return claimOf(known, known.session.interrupted, "interrupted");
}

function claimOf(
  { set, store, session }: Known,
  key: InstanceKey | null,
  status: "active" | "interrupted",
): Claim {
  if (key === null) return { kind: "none" };
  const machine = set.machines.find(({ id }) => id === key.machine);
  if (machine === undefined) return { kind: "unconfigured", key };
  const instance = store.instance(key.machine, key.id);
  if (instance === undefined) return { kind: "moved", key, machine };
  return instance.status === status && instance.holder === session.key
    ? { kind: "live", machine, instance }
    : { kind: "moved", key, machine, instance };
}
