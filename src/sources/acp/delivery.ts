/**
 * Hands updates on. What an agent says of a session before it has answered that it opened it is kept until
 * the caller knows the session's id.
 */
import type { AgentListener } from "./agent-link.ts";
import type { Told } from "./updates.ts";

/** Of a session that nobody has opened. An agent says a few things at the start of one. */
const MAX_HELD = 1000;

/** Sessions of which something is kept. */
const MAX_HELD_SESSIONS = 16;

export interface Delivery {
  readonly deliver: (told: readonly Told[]) => void;
  /** What was kept of the session follows as soon as the caller had its turn. */
  readonly opened: (sessionId: string) => void;
  /** The caller knows the id already. */
  readonly expect: (sessionId: string) => void;
  readonly forget: (sessionId: string) => void;
  /** How many updates of the session there were. */
  readonly count: (sessionId: string) => number;
}

export function createDelivery(onUpdate: AgentListener["onUpdate"]): Delivery {
  const known = new Set<string>();
  const held = new Map<string, Told[]>();
  const counts = new Map<string, number>();

  const hold = (one: Told): void => {
    const list = held.get(one.sessionId) ?? [];
    if (list.length >= MAX_HELD) return;
    if (list.length === 0 && held.size >= MAX_HELD_SESSIONS) return;
    held.set(one.sessionId, [...list, one]);
  };

  const release = (sessionId: string): void => {
    const kept = held.get(sessionId) ?? [];
    held.delete(sessionId);
    known.add(sessionId);
    for (const { update } of kept) onUpdate(sessionId, update);
  };

  return {
    deliver(told) {
      for (const one of told) {
        if (known.has(one.sessionId)) {
          counts.set(one.sessionId, (counts.get(one.sessionId) ?? 0) + 1);
          onUpdate(one.sessionId, one.update);
        } else hold(one);
      }
    },
    opened(sessionId) {
      if (!known.has(sessionId)) setImmediate(() => release(sessionId));
    },
    expect: release,
    forget(sessionId) {
      known.delete(sessionId);
      held.delete(sessionId);
      counts.delete(sessionId);
    },
    count: (sessionId) => counts.get(sessionId) ?? 0,
  };
}
