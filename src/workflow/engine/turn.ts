/** One call to the engine: what it may use, for whom, and when. */
import type { Machine, MachineSet } from "../machine.ts";
import type { SafeHost } from "./ask-host.ts";
import type { Block } from "./block.ts";
import type { Store } from "./ports.ts";
import { type InstanceRecord, labelOf, type SessionRecord } from "./records.ts";
import type { Location, Reply } from "./reply.ts";
import type { NamedWork } from "./text/lines.ts";
import { renderBlock } from "./text/render-block.ts";

export interface Turn {
  readonly set: MachineSet;
  readonly store: Store;
  readonly host: SafeHost;
  /** As it is stored, or as it would be. */
  readonly session: SessionRecord;
  /** False: made for an `enter` without a key, and stored only if that succeeds. */
  readonly kept: boolean;
  readonly nowMs: number;
}

export const IDLE_LOCATION: Location = { machine: null, state: null, instance: null, ref: null };

/** A block of which nothing is known but what is given. */
export function blockOf(session: string | null, parts: Partial<Omit<Block, "session">>): Block {
  return {
    place: { at: "idle" },
    params: [],
    notes: [],
    guards: [],
    failures: [],
    instructions: [],
    ...parts,
    session,
  };
}

/** The key that a reply may tell: none of a session that will not be there. */
export function shownKey({ session, kept }: Turn): string | null {
  return kept ? session.key : null;
}

export function replyOf(okay: boolean, block: Block, location: Location): Reply {
  return { ok: okay, session: block.session, location, text: renderBlock(block) };
}

export function locationOf({ machine, state, id, ref }: InstanceRecord): Location {
  return { machine, state, instance: id, ref };
}

/** Work as lines name it. */
export function workOf({ kind }: Machine, instance: InstanceRecord): NamedWork {
  return { kind, label: labelOf(instance) };
}
