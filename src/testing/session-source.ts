/** A session that a test tells, in the form in which a server asks for it: state, log, subscribers. */
import type { SessionEvent } from "../wire/runtime/event.ts";
import type { SessionRequest } from "../wire/runtime/request.ts";
import type { SessionState, SessionSummary } from "../wire/runtime/state.ts";
import { historyTeller } from "./session-history.ts";

/** Events of before these are forgotten, so that a client that was long away needs a snapshot. */
const KEPT_EVENTS = 60;

export function sessionSource(seed: number, sessionId = "session-1") {
  const teller = historyTeller(seed, sessionId);
  const listeners = new Set<(event: SessionEvent) => void>();
  const requests: SessionRequest[] = [];
  let log: SessionEvent[] = [];
  const tell = (): void => {
    const { event } = teller.next();
    log = [...log, event].slice(-KEPT_EVENTS);
    for (const listener of [...listeners]) listener(event);
  };
  tell();
  const summary = (): SessionSummary => {
    const { agent, cwd, createdAtMs, updatedAtMs, turns } = teller.state();
    const flags = { live: true, running: false, waiting: false };
    return { sessionId, agent, cwd, createdAtMs, updatedAtMs, turns, ...flags };
  };
  return {
    sessionId,
    requests,
    listening: () => listeners.size,
    /** Tells one event more. */
    tell,
    state: (): SessionState => teller.state(),
    summary,
    async request(request: SessionRequest) {
      requests.push(request);
      return { ok: true, value: undefined } as const;
    },
    eventsSince(id: number): readonly SessionEvent[] | undefined {
      const { lastEventId } = teller.state();
      if (id > lastEventId || id < lastEventId - log.length) return undefined;
      return log.filter((event) => event.id > id);
    },
    subscribe(listener: (event: SessionEvent) => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
