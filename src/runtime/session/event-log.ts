/**
 * The events of one session: each is written to the journal, folded into the state and told to who
 * listens, in this order. The only place that changes the state.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import type { SessionChange, SessionEvent } from "../../wire/runtime/event.ts";
import { applyEvent, type SessionState } from "../../wire/runtime/state.ts";
import { eventLine, type Journal } from "../store/journal.ts";
import { foldFate, type PromptFate, type PromptFates } from "../store/prompt-fates.ts";

/** Events that are held for clients that come back; beyond them a snapshot is the shorter way. */
export const MAX_HELD_EVENTS = 4096;
/** Of tool calls with long outputs fewer are held. Characters of their JSON. */
const MAX_HELD_CHARS = 8 * 1024 * 1024;
/** How often a journal that could not be written is tried again. */
const RETRY_JOURNAL_MS = 2000;

export interface EventLog {
  readonly state: () => SessionState;
  readonly fate: (promptId: string) => PromptFate | undefined;
  readonly nowMs: () => number;
  /** Takes effect in any case. What cannot be written is written as soon as there is room. */
  readonly record: (change: SessionChange) => void;
  /** On the disk when it returns, or it has not happened. */
  readonly recordFlushed: (change: SessionChange) => Result<void>;
  /** Runs before each event, for what is held back to be told with more. */
  readonly beforeEach: (flush: () => void) => void;
  /** Lets the disk have what was written so far, without waiting. */
  readonly flushSoon: () => void;
  readonly eventsSince: (id: number) => readonly SessionEvent[] | undefined;
  readonly subscribe: (listener: (event: SessionEvent) => void) => () => void;
  readonly close: () => void;
}

export interface EventLogOptions {
  readonly state: SessionState;
  readonly fates: PromptFates;
  /** Absent: in memory only. */
  readonly journal?: Journal;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

interface Held {
  readonly event: SessionEvent;
  readonly chars: number;
}

export function createEventLog(options: EventLogOptions): EventLog {
  const { fates, journal, nowMs, newId } = options;
  let { state } = options;
  const held = createHeld(state.lastEventId);
  const listeners = new Set<(event: SessionEvent) => void>();
  let flush = (): void => {};
  let isFlushing = false;
  let isTelling = false;
  const waiting: SessionEvent[] = [];
  /** Since when events are missing in the journal. */
  let behindSinceMs: number | undefined;

  const flushHeldBack = (): void => {
    if (isFlushing) return;
    isFlushing = true;
    flush();
    isFlushing = false;
  };
  const stamp = (change: SessionChange): SessionEvent => {
    const atMs = Math.max(nowMs(), state.updatedAtMs);
    return { id: state.lastEventId + 1, atMs, ...change };
  };
  const publish = (event: SessionEvent, chars: number): void => {
    state = applyEvent(state, event);
    foldFate(fates, event);
    held.add({ event, chars });
    // A listener that records something itself: its event comes after this one for all of them.
    waiting.push(event);
    if (isTelling) return;
    isTelling = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      tell(listeners, next);
    isTelling = false;
  };
  const keep = (line: string): void => {
    if (journal === undefined || behindSinceMs !== undefined) return;
    const written = journal.append(line, "written");
    if (written.ok) return;
    behindSinceMs = nowMs();
    notice("error", `This session is not kept on the disk for now: ${written.reason}`);
  };
  const write = (change: SessionChange): void => {
    const event = stamp(change);
    const line = eventLine(event);
    keep(line);
    // A notice that it could not be kept may have come in between.
    publish(event.id === state.lastEventId + 1 ? event : stamp(change), line.length);
  };
  const notice = (level: "info" | "error", text: string): void => {
    const entry = { kind: "notice", entryId: newId(), atMs: nowMs(), level, text } as const;
    write({ kind: "entry-added", entry });
  };
  /** Writes all of the state in place of the events that are missing. */
  const catchUp = (): Result<void> => {
    const written = journal?.rewrite(state, fates) ?? ok(undefined);
    behindSinceMs = written.ok ? undefined : nowMs();
    return written;
  };
  const tidy = (): void => {
    if (behindSinceMs === undefined) {
      if (journal?.isLarge() === true) catchUp();
    } else if (nowMs() - behindSinceMs >= RETRY_JOURNAL_MS && catchUp().ok) {
      notice("info", "This session is kept on the disk again.");
    }
  };

  return {
    state: () => state,
    fate: (promptId) => fates.get(promptId),
    nowMs,
    record(change) {
      flushHeldBack();
      write(change);
      tidy();
    },
    recordFlushed(change) {
      flushHeldBack();
      if (behindSinceMs !== undefined) {
        const caught = catchUp();
        if (!caught.ok) return failed(caught.reason);
      }
      const event = stamp(change);
      const line = eventLine(event);
      const written = journal?.append(line, "flushed") ?? ok(undefined);
      if (!written.ok) return written;
      publish(event, line.length);
      tidy();
      return ok(undefined);
    },
    beforeEach(run) {
      flush = run;
    },
    flushSoon: () => journal?.flushSoon(),
    eventsSince: held.since,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      flushHeldBack();
      if (behindSinceMs !== undefined) catchUp();
      journal?.close();
      listeners.clear();
    },
  };
}

function tell(listeners: ReadonlySet<(event: SessionEvent) => void>, event: SessionEvent): void {
  for (const listener of [...listeners]) {
    try {
      listener(event);
    } catch {
      // A client that breaks must not break the session.
    }
  }
}

/** The newest events. `lastId` is that of the event before all of them. */
function createHeld(lastId: number) {
  let events: Held[] = [];
  let first = 0;
  let chars = 0;
  let beforeId = lastId;
  return {
    add(held: Held): void {
      events.push(held);
      chars += held.chars;
      while (
        events.length - first > MAX_HELD_EVENTS ||
        (chars > MAX_HELD_CHARS && events.length - first > 1)
      ) {
        const oldest = events[first];
        if (oldest === undefined) break;
        chars -= oldest.chars;
        beforeId = oldest.event.id;
        first += 1;
      }
      if (first <= MAX_HELD_EVENTS) return;
      events = events.slice(first);
      first = 0;
    },
    since(id: number): readonly SessionEvent[] | undefined {
      const count = events.length - first;
      if (!Number.isSafeInteger(id) || id < beforeId || id > beforeId + count) return undefined;
      return events.slice(first + (id - beforeId)).map(({ event }) => event);
    },
  };
}
