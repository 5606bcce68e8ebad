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
import type { SessionTimes } from "./times.ts";

export interface TextPiece {
  readonly role: "agent" | "thought" | "user";
  readonly text: string;
  readonly messageId?: string;
  readonly memberId?: string;
}

export interface Transcript {
  readonly text: (piece: TextPiece, turnId: string | undefined) => void;
  readonly tool: (call: ToolCall, memberId: string | undefined, turnId: string | undefined) => void;
  readonly plan: (items: readonly PlanItem[], turnId: string | undefined) => void;
  readonly notice: (level: NoticeLevel, text: string, turnId?: string) => void;
  readonly compaction: (text: string, done: boolean, turnId: string | undefined) => void;
  /** Tells at once what is held back. */
  readonly flush: () => void;
  /** No call of the turn goes on; an open one ends like that. */
  readonly closeTurn: (turnId: string, status: "failed" | "cancelled" | undefined) => void;
  /** Ids of calls and messages mean nothing any more: another process speaks now. */
  readonly forget: () => void;
  readonly close: () => void;
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

export function createTranscript(
  log: EventLog,
  times: SessionTimes,
  newId: () => string,
): Transcript {
  const streams = new Map<string, Stream>();
  const calls = createCalls(log, times, newId);
  const room = createRoom(log);
  let timer: Timer | undefined;

  const add = (entry: Entry, chars: number): void => {
    log.record({ kind: "entry-added", entry });
    room.grow(chars);
  };
  const base = (turnId: string | undefined, memberId?: string) => ({
    entryId: newId(),
    atMs: log.nowMs(),
    ...(turnId !== undefined && { turnId }),
    ...(memberId !== undefined && { memberId }),
  });
  const tell = (stream: Stream, memberId: string): void => {
    const { held, entryId } = stream;
    if (held === "") return;
    stream.held = "";
    stream.toldAtMs = performance.now();
    if (stream.isAdded) log.record({ kind: "entry-continued", entryId, text: held });
    else {
      stream.isAdded = true;
      const of = { ...base(stream.turnId, memberId === "" ? undefined : memberId), entryId };
      log.record({ kind: "entry-added", entry: { ...of, kind: stream.role, text: held } });
    }
    room.grow(held.length);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const [memberId, stream] of streams) tell(stream, memberId);
    calls.flush();
  };
  const put = (piece: TextPiece, turnId: string | undefined): Stream => {
    const key = piece.memberId ?? "";
    const before = streams.get(key);
    const { role, messageId } = piece;
    const goesOn =
      before?.role === role && before.messageId === messageId && before.turnId === turnId;
    if (goesOn && before.chars < MAX_ENTRY_CHARS) return before;
    if (before !== undefined) tell(before, key);
    if (streams.size >= MAX_STREAMS) {
      flush();
      streams.clear();
    }
    const stream: Stream = {
      ...{ role, messageId, turnId, entryId: newId(), isAdded: false },
      ...{ chars: 0, held: "", toldAtMs: 0 },
    };
    streams.set(key, stream);
    return stream;
  };
  const breakStream = (memberId: string | undefined): void => {
    const key = memberId ?? "";
    const stream = streams.get(key);
    if (stream === undefined) return;
    tell(stream, key);
    streams.delete(key);
  };
  log.beforeEach(flush);

  return {
    text(piece, turnId) {
      for (let rest = piece.text; rest !== ""; ) {
        const stream = put(piece, turnId);
        const head = wholeHead(rest, Math.max(2, MAX_ENTRY_CHARS - stream.chars));
        stream.held += head;
        stream.chars += head.length;
        rest = rest.slice(head.length);
        if (performance.now() - stream.toldAtMs >= times.textEveryMs) {
          tell(stream, piece.memberId ?? "");
        }
      }
      timer ??= setTimeout(flush, times.textEveryMs);
    },
    tool(call, memberId, turnId) {
      const bounded = boundedCall(call);
      if (calls.update(bounded, memberId, turnId)) return;
      breakStream(memberId);
      const entry = { ...base(turnId, memberId), kind: "tool", call: bounded } as const;
      add(entry, callChars(bounded));
      calls.added(entry);
    },
    plan(items, turnId) {
      const bounded = boundedPlan(items);
      const last = log
        .state()
        .entries.findLast((entry) => entry.kind === "plan" && entry.turnId === turnId);
      if (last?.kind === "plan") {
        if (Bun.deepEquals(last.items, bounded)) return;
        log.record({ kind: "entry-replaced", entry: { ...last, items: bounded } });
        return;
      }
      breakStream(undefined);
      add({ ...base(turnId), kind: "plan", items: bounded }, 0);
    },
    notice(level, text, turnId) {
      breakStream(undefined);
      add({ ...base(turnId), kind: "notice", level, text: cutText(text, 4000) }, text.length);
    },
    compaction(text, done, turnId) {
      const bounded = cutText(text, COMPACTION_CHARS);
      const open = log.state().entries.findLast((entry) => entry.kind === "compaction");
      if (open?.kind === "compaction" && open.done === undefined) {
        const whole = bounded === "" ? open.text : bounded;
        const entry = { ...open, text: whole, ...(done && { done: true as const }) };
        log.record({ kind: "entry-replaced", entry });
        return;
      }
      breakStream(undefined);
      const end = done ? { done: true as const } : {};
      add({ ...base(turnId), kind: "compaction", text: bounded, ...end }, bounded.length);
    },
    flush,
    closeTurn(turnId, status) {
      flush();
      streams.clear();
      if (status !== undefined) closeCalls(log, turnId, status);
    },
    forget() {
      flush();
      streams.clear();
      calls.forget();
    },
    close() {
      clearTimeout(timer);
      calls.close();
    },
  };
}

type ToolEntry = Extract<Entry, { readonly kind: "tool" }>;

/** The calls of this process, and what of them is held back. */
function createCalls(log: EventLog, times: SessionTimes, _newId: () => string) {
  const known = new Map<string, ToolEntry>();
  const held = new Set<string>();
  let timer: Timer | undefined;
  const key = (toolCallId: string, memberId: string | undefined) =>
    `${memberId ?? ""}\n${toolCallId}`;
  const put = (id: string, entry: ToolEntry): void => {
    known.delete(id);
    known.set(id, entry);
    if (known.size <= MAX_CALLS) return;
    const oldest = known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
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
      put(id, { ...before, call });
      held.add(id);
      if (before.call.status === call.status) timer ??= setTimeout(flush, times.toolEveryMs);
      else flush();
      return true;
    },
    added(entry: ToolEntry): void {
      put(key(entry.call.toolCallId, entry.memberId), entry);
    },
    flush,
    forget() {
      flush();
      known.clear();
    },
    close() {
      clearTimeout(timer);
    },
  };
}

function closeCalls(log: EventLog, turnId: string, status: "failed" | "cancelled"): void {
  for (const entry of log.state().entries) {
    if (entry.kind !== "tool" || entry.turnId !== turnId) continue;
    if (entry.call.status !== "pending" && entry.call.status !== "running") continue;
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
