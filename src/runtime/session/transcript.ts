/**
 * What the agent says, as entries of the transcript. Streamed text is held back for some milliseconds
 * and told as one; a tool call is one entry that is replaced as it goes on.
 */
import type { Entry, NoticeLevel, PlanItem, ToolCall } from "../../wire/runtime/entities.ts";
import {
  boundedCall,
  boundedPlan,
  callChars,
  cutText,
  MAX_ENTRY_CHARS,
  MAX_TRANSCRIPT_CHARS,
  wholeHead,
} from "./bounded.ts";
import type { EventLog } from "./event-log.ts";
import type { Ending } from "./outcome.ts";
import type { SessionTimes } from "./times.ts";

export interface TextPiece {
  readonly role: "agent" | "thought" | "user";
  readonly text: string;
  readonly messageId?: string;
  readonly memberId?: string;
}

export interface ToolPiece {
  readonly call: ToolCall;
  readonly memberId?: string;
  /** It has the id of an earlier one. */
  readonly isAnother?: true;
}

/** Whose text goes on: that of the session itself or of one member. */
interface Stream {
  readonly role: TextPiece["role"];
  readonly messageId: string | undefined;
  readonly turnId: string | undefined;
  entryId: string;
  isAdded: boolean;
  chars: number;
  /** Not told yet. */
  held: string;
  toldAtMs: number;
}

/** More members than ever speak at once; the text of a further one just begins a new entry each time. */
const MAX_STREAMS = 64;
/** Calls that may still be told of. */
const MAX_CALLS = 2000;
const COMPACTION_CHARS = 64 * 1024;
const NOTICE_CHARS = 4000;

export class Transcript {
  readonly #log: EventLog;
  readonly #times: SessionTimes;
  readonly #newId: () => string;
  readonly #streams = new Map<string, Stream>();
  readonly #calls: ReturnType<typeof createCalls>;
  readonly #room: ReturnType<typeof createRoom>;
  #timer: Timer | undefined;

  constructor(log: EventLog, times: SessionTimes, newId: () => string) {
    this.#log = log;
    this.#times = times;
    this.#newId = newId;
    this.#calls = createCalls(log, times);
    this.#room = createRoom(log);
    log.beforeEach(() => this.flush());
  }

  text(piece: TextPiece, turnId: string | undefined): void {
    for (let rest = piece.text; rest !== ""; ) {
      const stream = this.#stream(piece, turnId);
      const fitting = wholeHead(rest, Math.max(2, MAX_ENTRY_CHARS - stream.chars));
      const isFull = fitting.length < rest.length;
      const head = isFull ? wholeLines(fitting) : fitting;
      stream.held += head;
      stream.chars = isFull ? MAX_ENTRY_CHARS : stream.chars + head.length;
      rest = rest.slice(head.length);
      const isDue = performance.now() - stream.toldAtMs >= this.#times.textEveryMs;
      if (isDue) this.#tell(stream, piece.memberId ?? "");
    }
    this.#timer ??= setTimeout(() => this.flush(), this.#times.textEveryMs);
  }

  tool({ call, memberId, isAnother }: ToolPiece, turnId: string | undefined): void {
    const bounded = boundedCall(call);
    if (isAnother !== true && this.#calls.update(bounded, memberId, turnId)) return;
    const entry = { ...this.#base(turnId, memberId), kind: "tool", call: bounded } as const;
    this.#add(entry, callChars(bounded));
    this.#calls.added(entry);
  }

  plan(items: readonly PlanItem[], turnId: string | undefined): void {
    const bounded = boundedPlan(items);
    const isPlan = (entry: Entry) => entry.kind === "plan" && entry.turnId === turnId;
    const last = this.#log.state().entries.findLast(isPlan);
    if (last?.kind !== "plan") {
      this.#add({ ...this.#base(turnId), kind: "plan", items: bounded }, 0);
    } else if (!Bun.deepEquals(last.items, bounded)) {
      this.#log.record({ kind: "entry-replaced", entry: { ...last, items: bounded } });
    }
  }

  /** What a person has asked for. */
  user(text: string, turnId: string): void {
    this.#add({ ...this.#base(turnId), kind: "user", text }, text.length);
  }

  notice(level: NoticeLevel, text: string, turnId?: string): void {
    const cut = cutText(text, NOTICE_CHARS);
    this.#add({ ...this.#base(turnId), kind: "notice", level, text: cut }, cut.length);
  }

  /** How a turn ended that did not succeed. */
  ended(turnId: string, { outcome, reason = "" }: Ending): void {
    if (outcome === "succeeded") return;
    const text = cutText(reason, NOTICE_CHARS);
    const level = outcome === "cancelled" ? "info" : "error";
    this.#add({ ...this.#base(turnId), kind: "notice", level, text, outcome }, text.length);
  }

  compaction(text: string, done: boolean, turnId: string | undefined): void {
    const bounded = cutText(text, COMPACTION_CHARS);
    const end = done ? { done: true as const } : {};
    const open = this.#log.state().entries.findLast(({ kind }) => kind === "compaction");
    if (open?.kind !== "compaction" || open.done !== undefined) {
      const entry = { ...this.#base(turnId), kind: "compaction", text: bounded, ...end } as const;
      this.#add(entry, bounded.length);
      return;
    }
    const whole = bounded === "" ? open.text : bounded;
    this.#log.record({ kind: "entry-replaced", entry: { ...open, text: whole, ...end } });
  }

  /** Tells at once what is held back. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [memberId, stream] of this.#streams) this.#tell(stream, memberId);
    this.#calls.flush();
  }

  /** No call of the turn goes on; an open one ends like that, if a status is given. */
  closeTurn(turnId: string, status: "failed" | "cancelled" | undefined): void {
    this.flush();
    this.#streams.clear();
    if (status === undefined) return;
    this.#calls.closed(turnId);
    closeCalls(this.#log, turnId, status);
  }

  /** Ids of calls and messages mean nothing any more: another process speaks now. */
  forget(): void {
    this.flush();
    this.#streams.clear();
    this.#calls.forget();
  }

  close(): void {
    this.flush();
  }

  #base(turnId: string | undefined, memberId?: string) {
    return {
      entryId: this.#newId(),
      atMs: this.#log.nowMs(),
      ...(turnId !== undefined && { turnId }),
      ...(memberId !== undefined && { memberId }),
    };
  }

  /** Text after it belongs below it. */
  #add(entry: Entry, chars: number): void {
    const key = entry.memberId ?? "";
    const stream = this.#streams.get(key);
    if (stream !== undefined) this.#tell(stream, key);
    this.#streams.delete(key);
    this.#log.record({ kind: "entry-added", entry });
    this.#room.grow(chars);
  }

  #tell(stream: Stream, memberId: string): void {
    const { held, entryId, role, turnId } = stream;
    if (held === "") return;
    stream.held = "";
    stream.toldAtMs = performance.now();
    if (stream.isAdded) this.#log.record({ kind: "entry-continued", entryId, text: held });
    else {
      stream.isAdded = true;
      const of = { ...this.#base(turnId, memberId === "" ? undefined : memberId), entryId };
      this.#log.record({ kind: "entry-added", entry: { ...of, kind: role, text: held } });
    }
    this.#room.grow(held.length);
  }

  #stream(piece: TextPiece, turnId: string | undefined): Stream {
    const key = piece.memberId ?? "";
    const { role, messageId } = piece;
    const before = this.#streams.get(key);
    const goesOn =
      before?.role === role && before.messageId === messageId && before.turnId === turnId;
    if (goesOn && before.chars < MAX_ENTRY_CHARS) return before;
    if (before !== undefined) this.#tell(before, key);
    if (this.#streams.size >= MAX_STREAMS) {
      this.flush();
      this.#streams.clear();
    }
    const stream: Stream = {
      ...{ role, messageId, turnId, entryId: this.#newId(), isAdded: false },
      ...{ chars: 0, held: "", toldAtMs: 0 },
    };
    this.#streams.set(key, stream);
    return stream;
  }
}

/** Where a long text goes on in another entry, no line is torn if it need not be. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf("\n") + 1;
  return end === 0 ? text : text.slice(0, end);
}

type ToolEntry = Extract<Entry, { readonly kind: "tool" }>;

/** The calls of this process, and what of them is held back. */
function createCalls(log: EventLog, times: SessionTimes) {
  const known = new Map<string, ToolEntry>();
  const held = new Set<string>();
  /** Ended with their turn: what was on its way does not make them run again. */
  const closed = new Set<string>();
  let timer: Timer | undefined;
  const key = (toolCallId: string, memberId: string | undefined) =>
    `${memberId ?? ""}\n${toolCallId}`;
  const put = (id: string, entry: ToolEntry): void => {
    known.delete(id);
    known.set(id, entry);
    if (known.size <= MAX_CALLS) return;
    const oldest = known.keys().next().value;
    if (oldest === undefined) return;
    known.delete(oldest);
    closed.delete(oldest);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ids = [...held];
    held.clear();
    for (const id of ids) {
      const entry = known.get(id);
      if (entry !== undefined) log.record({ kind: "entry-replaced", entry });
    }
  };
  return {
    /** False: there is no such call yet, or it is another one with an id of before. */
    update(call: ToolCall, memberId: string | undefined, turnId: string | undefined): boolean {
      const id = key(call.toolCallId, memberId);
      const before = known.get(id);
      if (before === undefined) return false;
      const isOver = before.call.status === "done" || before.call.status === "failed";
      if (isOver && call.status === "pending" && before.turnId !== turnId) return false;
      if (Bun.deepEquals(before.call, call)) return true;
      if (closed.has(id) && isOpen(call)) return true;
      put(id, { ...before, call });
      held.add(id);
      if (before.call.status === call.status) timer ??= setTimeout(flush, times.toolEveryMs);
      else flush();
      return true;
    },
    added(entry: ToolEntry): void {
      const id = key(entry.call.toolCallId, entry.memberId);
      closed.delete(id);
      put(id, entry);
    },
    closed(turnId: string): void {
      for (const [id, entry] of known) {
        if (entry.turnId === turnId && isOpen(entry.call)) closed.add(id);
      }
    },
    flush,
    forget() {
      flush();
      known.clear();
      closed.clear();
    },
  };
}

function isOpen({ status }: ToolCall): boolean {
  return status === "pending" || status === "running";
}

function closeCalls(log: EventLog, turnId: string, status: "failed" | "cancelled"): void {
  for (const entry of log.state().entries) {
    if (entry.kind !== "tool" || entry.turnId !== turnId) continue;
    if (!isOpen(entry.call)) continue;
    log.record({ kind: "entry-replaced", entry: { ...entry, call: { ...entry.call, status } } });
  }
}

/** Takes the oldest entries out when all of them together have grown too large. */
function createRoom(log: EventLog) {
  let chars = 0;
  for (const entry of log.state().entries) chars += entryChars(entry);
  return {
    grow(more: number): void {
      chars += more;
      if (chars <= MAX_TRANSCRIPT_CHARS) return;
      // Counted anew, as entries are replaced and leave by their number, too.
      chars = log.state().entries.reduce((sum, entry) => sum + entryChars(entry), 0);
      for (const entry of log.state().entries.slice(0, -1)) {
        if (chars <= MAX_TRANSCRIPT_CHARS * KEPT_SHARE) return;
        chars -= entryChars(entry);
        log.record({ kind: "entry-removed", entryId: entry.entryId });
      }
    },
  };
}

/** Some room is made at once, so that not each new entry costs an old one. */
const KEPT_SHARE = 0.9;

function entryChars(entry: Entry): number {
  if ("text" in entry) return entry.text.length;
  return entry.kind === "tool" ? callChars(entry.call) : 0;
}
