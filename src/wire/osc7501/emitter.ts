/**
 * Sends the reports of a program: only on a change, not too often, never after the end. Output,
 * clock and timers are arguments; see "Sending" in README.md.
 */
import { givenObject } from "../../base/given.ts";
import { ok, type Result } from "../../base/result.ts";
import { encodeClear, encodeReport, type ReportInput } from "./encode.ts";
import { isWithin } from "./lineage.ts";
import { type Capabilities, givenCapabilities, LIMITS } from "./message.ts";

/** Texts and progress of a record that keeps its state and kind are written this often at most. */
const COALESCE_MS = 500;

/**
 * `probing`: the terminal has been asked; what is reported is kept. `on`: reports are written.
 * `off`: nothing is written.
 */
export type EmitterMode = "probing" | "on" | "off";

/** What became of a report or a clear. */
export type Emitted =
  | "written"
  /** Follows when the time since the last one is over, unless something newer takes its place. */
  | "delayed"
  /** Kept until it is known that the terminal reads reports, or until `resume`. */
  | "kept"
  /** The terminal has this already. */
  | "unchanged"
  /** The terminal said that it does not take this state. */
  | "not-accepted"
  | "off"
  /** After `teardown`. */
  | "ended";

export interface EmitterOptions {
  /** Gets one whole sequence a call, ASCII. It must go out between two frames, never inside of one. */
  readonly write: (sequence: string) => void;
  readonly nowMs: () => number;
  /** Runs something at a time of `nowMs`; returns what cancels it. */
  readonly schedule: (atMs: number, run: () => void) => () => void;
  readonly mode: EmitterMode;
  /** 500 without it; 0 delays nothing. */
  readonly coalesceMs?: number;
  /** What the terminal accepts, where that is known before `supported`. */
  readonly capabilities?: Capabilities;
}

export interface Emitter {
  /** Says what a record is now, in whole. A report that cannot be encoded is refused with the reason. */
  readonly report: (input: ReportInput) => Result<Emitted>;
  /** Removes a record and what is beneath it, without `id` everything in this terminal. */
  readonly clear: (id?: string) => Result<Emitted>;
  /** The terminal reads reports: what was kept is written. */
  readonly supported: (capabilities?: Capabilities) => void;
  /** It does not: what was kept is dropped. */
  readonly unsupported: () => void;
  /** The terminal goes to somebody else (stopped, an editor): nothing is written until `resume`. */
  readonly suspend: () => void;
  /**
   * The terminal is ours again; no `suspend` need have come before. The prompt in between has ended
   * `working`, `blocked` and `idle`, which are written again; `done` and `error` only if they are new.
   */
  readonly resume: () => void;
  /**
   * The end: clears `id` and what is beneath it, without it everything, and writes nothing ever again.
   * While probing nothing was written, so there is nothing to clear. While suspended the clear is
   * written all the same, as the records would outlive the program. An `id` that names no record is
   * refused with the reason: nothing has ended then, and it is to be called again.
   */
  readonly teardown: (id?: string) => Result<Emitted>;
  readonly mode: () => EmitterMode;
}

/**
 * How to begin. `auto` asks the terminal, but not inside tmux: it answers for itself and drops what it
 * does not know, so that a question would say nothing about the terminal behind it.
 */
export function emitterMode(when: "auto" | "on" | "off", isInsideTmux: boolean): EmitterMode {
  switch (when) {
    case "auto":
      return isInsideTmux ? "off" : "probing";
    case "on":
    case "off":
      return when;
    default:
      return when satisfies never;
  }
}

/** What the terminal was told last of a record. */
interface Written {
  readonly sequence: string;
  /** Its state and kind. */
  readonly state: string;
  readonly atMs: number;
  /** Its place among all reports that were written; the first has 1. */
  readonly place: number;
}

/** What is known of one record. */
interface Entry {
  readonly id: string;
  /** What it is now. */
  input: ReportInput;
  written?: Written | undefined;
  /** Cancels the delayed write, while there is one. */
  cancel?: (() => void) | undefined;
}

interface State {
  readonly options: EmitterOptions;
  readonly coalesceMs: number;
  /** Least recently reported first, as many as a terminal keeps. */
  readonly entries: Map<string, Entry>;
  /** Ids of clears that are kept, `""` for everything; they come before whatever is kept of reports. */
  readonly clears: Set<string>;
  /** How many reports were written. */
  writes: number;
  /** Any record that was written at this place or before may have been dropped by the terminal. */
  droppedUpTo: number;
  capabilities: Capabilities;
  mode: EmitterMode;
  isSuspended: boolean;
  isEnded: boolean;
}

/** An emitter that has written nothing. Without all that it needs to write its mode is `off`. */
export function createEmitter(options: EmitterOptions): Emitter {
  const { coalesceMs, capabilities, mode } = givenObject(options);
  const state: State = {
    options,
    coalesceMs: typeof coalesceMs === "number" ? coalesceMs : COALESCE_MS,
    entries: new Map(),
    clears: new Set(),
    writes: 0,
    droppedUpTo: 0,
    capabilities: givenCapabilities(capabilities),
    mode: (mode === "on" || mode === "probing") && canWrite(options) ? mode : "off",
    isSuspended: false,
    isEnded: false,
  };
  return {
    report(input) {
      const { state: said, id } = givenObject(input);
      return said === "clear" ? clear(state, id) : report(state, input);
    },
    clear: (id) => clear(state, id),
    supported(capabilities) {
      if (state.mode === "off") return;
      state.mode = "on";
      state.capabilities = givenCapabilities(capabilities);
      writeKept(state);
    },
    unsupported() {
      if (state.mode !== "probing") return;
      state.mode = "off";
      forget(state, "");
    },
    suspend() {
      state.isSuspended = true;
      for (const entry of state.entries.values()) cancelDelayed(entry);
    },
    resume() {
      state.isSuspended = false;
      if (gateOf(state) !== "open") return;
      for (const entry of state.entries.values()) {
        if (!isFinished(entry.input)) entry.written = undefined;
      }
      writeKept(state);
    },
    teardown: (id) => teardown(state, id),
    mode: () => state.mode,
  };
}

function canWrite(options: Partial<EmitterOptions>): boolean {
  const { write, nowMs, schedule } = options;
  return [write, nowMs, schedule].every((each) => typeof each === "function");
}

/** Whether something may be written now, and if not, what becomes of it. */
function gateOf(state: State): "open" | "kept" | "off" | "ended" {
  if (state.isEnded) return "ended";
  if (state.mode === "off") return "off";
  return state.mode === "probing" || state.isSuspended ? "kept" : "open";
}

function report(state: State, input: ReportInput): Result<Emitted> {
  const encoded = encodeReport(input);
  if (!encoded.ok) return encoded;
  const gate = gateOf(state);
  if (gate === "ended" || gate === "off") return ok(gate);
  const entry = touch(state, { ...input });
  return ok(gate === "kept" ? gate : send(state, entry));
}

/** The entry of the record, as the most recent one. */
function touch(state: State, input: ReportInput): Entry {
  const { entries } = state;
  const id = input.id ?? "";
  const entry = entries.get(id) ?? { id, input };
  entry.input = input;
  if (entry.written !== undefined && entry.written.place <= state.droppedUpTo)
    entry.written = undefined;
  entries.delete(id);
  entries.set(id, entry);
  // The terminal drops one too, by what it was told: a report that was not written counts here alone.
  const [oldest] = entries.values();
  if (entries.size > LIMITS.records && oldest !== undefined) {
    state.droppedUpTo = Math.max(state.droppedUpTo, oldest.written?.place ?? 0);
    cancelDelayed(oldest);
    entries.delete(oldest.id);
  }
  return entry;
}

/** Writes what the record is now, or delays it, or finds that there is nothing to write. */
function send(state: State, entry: Entry): Emitted {
  const { written } = entry;
  const accepted = acceptedBy(state.capabilities, entry.input);
  const encoded = accepted === undefined ? undefined : encodeReport(accepted);
  if (accepted === undefined || encoded?.ok !== true) {
    cancelDelayed(entry);
    return "not-accepted";
  }
  if (encoded.value === written?.sequence) {
    cancelDelayed(entry);
    return "unchanged";
  }
  const stated = stateAndKind(accepted);
  const nowMs = state.options.nowMs();
  const sinceMs = written?.state === stated ? nowMs - written.atMs : state.coalesceMs;
  // A clock that was set back would hold the report for as long.
  if (sinceMs >= 0 && sinceMs < state.coalesceMs) {
    delay(state, entry, nowMs + state.coalesceMs - sinceMs);
    return "delayed";
  }
  cancelDelayed(entry);
  state.writes++;
  entry.written = { sequence: encoded.value, state: stated, atMs: nowMs, place: state.writes };
  state.options.write(encoded.value);
  return "written";
}

/** One timer an entry: it sends whatever the record is by then. */
function delay(state: State, entry: Entry, atMs: number): void {
  entry.cancel ??= state.options.schedule(atMs, () => {
    entry.cancel = undefined;
    if (gateOf(state) === "open") send(state, entry);
  });
}

function cancelDelayed(entry: Entry): void {
  entry.cancel?.();
  entry.cancel = undefined;
}

function clear(state: State, id: string | undefined): Result<Emitted> {
  const encoded = encodeClear(id);
  if (!encoded.ok) return encoded;
  const gate = gateOf(state);
  if (gate === "ended" || gate === "off") return ok(gate);
  forget(state, id ?? "");
  if (gate === "kept") {
    keepClear(state.clears, id ?? "");
    return ok(gate);
  }
  state.options.write(encoded.value);
  return ok("written");
}

/** Forgets a record and what is beneath it, also the clears that another one makes needless. */
function forget({ entries, clears }: State, top: string): void {
  for (const entry of entries.values()) {
    if (!isWithin(entry.id, top)) continue;
    cancelDelayed(entry);
    entries.delete(entry.id);
  }
  for (const id of clears) if (isWithin(id, top)) clears.delete(id);
}

/** A terminal keeps no more records than this, so that more clears in one pause clear nothing. */
function keepClear(clears: Set<string>, id: string): void {
  for (const top of clears) if (isWithin(id, top)) return;
  const [oldest] = clears;
  if (clears.size >= LIMITS.records && oldest !== undefined) clears.delete(oldest);
  clears.add(id);
}

function writeKept(state: State): void {
  if (gateOf(state) !== "open") return;
  for (const id of state.clears) {
    const encoded = encodeClear(id === "" ? undefined : id);
    if (encoded.ok) state.options.write(encoded.value);
  }
  state.clears.clear();
  for (const entry of state.entries.values()) send(state, entry);
}

function teardown(state: State, id: string | undefined): Result<Emitted> {
  if (state.isEnded) return ok("ended");
  // First, as the latch would leave the records in the terminal for good.
  const encoded = encodeClear(id);
  if (!encoded.ok) return encoded;
  state.isEnded = true;
  forget(state, "");
  if (state.mode !== "on") return ok("off");
  state.options.write(encoded.value);
  return ok("written");
}

/** The report without what the terminal does not take; undefined where it does not take the state. */
function acceptedBy(capabilities: Capabilities, input: ReportInput): ReportInput | undefined {
  if (!capabilities.states.some((state) => state === input.state)) return undefined;
  if (capabilities.kinds.some((kind) => kind === input.kind)) return input;
  return { ...input, kind: undefined };
}

/** Kinds belong to `blocked`: what is waited for is as much a change as that it is waited. */
function stateAndKind({ state, kind }: ReportInput): string {
  return state === "blocked" ? `${state} ${kind ?? ""}` : state;
}

/** A prompt keeps such a record until it was seen. */
function isFinished({ state }: ReportInput): boolean {
  return state === "done" || state === "error";
}
