/**
 * The events of one session: each is written to the journal, folded into the state and told to who
 * listens, in this order. The only place that changes the state.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import type { NoticeLevel } from "../../wire/runtime/entities.ts";
import type { SessionChange, SessionEvent } from "../../wire/runtime/event.ts";
import { applyEvent, type SessionState } from "../../wire/runtime/state.ts";
import { eventLine, type Journal } from "../store/journal.ts";
import { foldFate, type PromptFate, type PromptFates } from "../store/prompt-fates.ts";

/** Events that are held for clients that come back; beyond them a snapshot is the shorter way. */
const MAX_HELD_EVENTS = 4096;
/** Of tool calls with long outputs fewer are held. Characters of their JSON. */
const MAX_HELD_CHARS = 8 * 1024 * 1024;
/** How often a journal that could not be written is tried again. */
const RETRY_JOURNAL_MS = 2000;

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

type Listener = (event: SessionEvent) => void;

export class EventLog {
  readonly nowMs: () => number;
  readonly #options: EventLogOptions;
  readonly #held: ReturnType<typeof createHeld>;
  readonly #listeners = new Set<Listener>();
  readonly #untold: SessionEvent[] = [];
  #state: SessionState;
  #flushHeldBack = (): void => {};
  #isFlushing = false;
  #isTelling = false;
  /** Since when events are missing in the journal. */
  #behindSinceMs: number | undefined;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.nowMs = options.nowMs;
    this.#state = options.state;
    this.#held = createHeld(options.state.lastEventId);
  }

  readonly state = (): SessionState => this.#state;

  fate(promptId: string): PromptFate | undefined {
    return this.#options.fates.get(promptId);
  }

  /** Takes effect in any case. What cannot be written is written as soon as there is room. */
  record(change: SessionChange): void {
    this.#flush();
    this.#write(change);
    this.#tidy();
  }

  /** On the disk when it returns, or it has not happened. */
  recordFlushed(change: SessionChange): Result<void> {
    this.#flush();
    if (this.#behindSinceMs !== undefined) {
      const caught = this.#catchUp();
      if (!caught.ok) return failed(caught.reason);
    }
    const event = this.#stamp(change);
    const line = eventLine(event);
    const written = this.#options.journal?.append(line, "flushed") ?? ok(undefined);
    if (!written.ok) return written;
    this.#publish(event, line.length);
    this.#tidy();
    return ok(undefined);
  }

  /** Runs before each event, for what is held back to be told with more. */
  beforeEach(flush: () => void): void {
    this.#flushHeldBack = flush;
  }

  /** Lets the disk have what was written so far, without waiting. */
  flushSoon(): void {
    this.#options.journal?.flushSoon();
  }

  readonly eventsSince = (id: number): readonly SessionEvent[] | undefined => this.#held.since(id);

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#flush();
    if (this.#behindSinceMs !== undefined) this.#catchUp();
    this.#options.journal?.close();
    this.#listeners.clear();
  }

  #flush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#flushHeldBack();
    this.#isFlushing = false;
  }

  #stamp(change: SessionChange): SessionEvent {
    const atMs = Math.max(this.nowMs(), this.#state.updatedAtMs);
    return { id: this.#state.lastEventId + 1, atMs, ...change };
  }

  #write(change: SessionChange): void {
    const event = this.#stamp(change);
    const line = eventLine(event);
    this.#keep(line);
    // A notice that it could not be kept may have come in between.
    const isNext = event.id === this.#state.lastEventId + 1;
    this.#publish(isNext ? event : this.#stamp(change), line.length);
  }

  #keep(line: string): void {
    const { journal } = this.#options;
    if (journal === undefined || this.#behindSinceMs !== undefined) return;
    const written = journal.append(line, "written");
    if (written.ok) return;
    this.#behindSinceMs = this.nowMs();
    this.#notice("error", `This session is not kept on the disk for now: ${written.reason}`);
  }

  #notice(level: NoticeLevel, text: string): void {
    const of = { entryId: this.#options.newId(), atMs: this.nowMs() };
    this.#write({ kind: "entry-added", entry: { ...of, kind: "notice", level, text } });
  }

  #publish(event: SessionEvent, chars: number): void {
    this.#state = applyEvent(this.#state, event);
    foldFate(this.#options.fates, event);
    this.#held.add({ event, chars });
    // A listener that records something itself: its event comes after this one for all of them.
    this.#untold.push(event);
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) {
      tell(this.#listeners, next);
    }
    this.#isTelling = false;
  }

  /** Writes all of the state in place of the events that are missing. */
  #catchUp(): Result<void> {
    const { journal, fates } = this.#options;
    const written = journal?.rewrite(this.#state, fates) ?? ok(undefined);
    this.#behindSinceMs = written.ok ? undefined : this.nowMs();
    return written;
  }

  #tidy(): void {
    const sinceMs = this.#behindSinceMs;
    if (sinceMs === undefined) {
      if (this.#options.journal?.isLarge() === true) this.#catchUp();
    } else if (this.nowMs() - sinceMs >= RETRY_JOURNAL_MS && this.#catchUp().ok) {
      this.#notice("info", "This session is kept on the disk again.");
    }
  }
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
