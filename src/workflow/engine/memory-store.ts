/**
 * The store of tests, pages and programs that keep records elsewhere: everything in memory, with the
 * same rules as the one on disk. What it holds can be taken out whole, and each write can be followed.
 */
import type { BindingRecord, HistoryRecord, MemoryState } from "./memory-state.ts";
import { createPausedList, type PausedList } from "./paused-list.ts";
import { type Store, WorkflowError } from "./ports.ts";
import {
  type HistoryEntry,
  type InstanceRecord,
  type SessionChange,
  type SessionRecord,
  sameInstance,
} from "./records.ts";

/** One write, as it is made. */
export type SavedRecord =
  | { readonly kind: "session"; readonly record: SessionRecord }
  | { readonly kind: "binding"; readonly record: BindingRecord }
  | { readonly kind: "instance"; readonly record: InstanceRecord }
  | { readonly kind: "history"; readonly record: HistoryRecord };

export interface MemoryStoreOptions {
  /**
   * Called before a write takes effect; where it throws, the event fails as a fault of the store and that
   * write changes nothing. An instance that was saved just before in the same event is saved again as it
   * was; a new one, which cannot be, stays on both sides.
   */
  readonly save?: (saved: SavedRecord) => void;
}

/** A store that can say all that it holds. */
export interface MemoryStore extends Store {
  /** Plain data, in the order in which records were made. */
  readonly export: () => MemoryState;
  /** History of one instance, oldest first. */
  readonly history: (machine: string, id: string) => readonly HistoryEntry[];
}

/** Instances of one machine. */
interface Shelf {
  readonly byId: Map<string, InstanceRecord>;
  readonly byRef: Map<string, string>;
  readonly paused: PausedList;
  readonly history: Map<string, HistoryEntry[]>;
}

/** What is told of each write. */
type Save = (saved: SavedRecord) => void;

/** Nothing but the memory: what is not kept there never was. */
const keepsNothing: Save = () => {};

/** A store with these records in it, which are taken as they are. */
export function createMemoryStore(
  initial: Partial<MemoryState> = {},
  { save = keepsNothing }: MemoryStoreOptions = {},
): MemoryStore {
  const sessions = new Map<string, SessionRecord>();
  const bindings = new Map<string, BindingRecord>();
  const shelves = new Map<string, Shelf>();

  for (const session of initial.sessions ?? []) sessions.set(session.key, session);
  for (const binding of initial.bindings ?? []) bindings.set(bindingName(binding), binding);
  for (const instance of initial.instances ?? [])
    keepInstance(shelfOf(shelves, instance.machine), instance);
  for (const record of initial.history ?? [])
    keepHistoryRecord(shelfOf(shelves, record.machine), record);

  return {
    ...sessionPart(sessions, save),
    ...bindingPart(bindings, save),
    ...instancePart(shelves, save),
    history: (machine, id) => [...(shelves.get(machine)?.history.get(id) ?? [])],
    export: () => ({
      sessions: [...sessions.values()],
      bindings: [...bindings.values()],
      instances: [...shelves.values()].flatMap(({ byId }) => [...byId.values()]),
      history: [...shelves].flatMap(([machine, { history }]) =>
        [...history].flatMap(([id, entries]) => entries.map((entry) => ({ machine, id, entry }))),
      ),
    }),
  };
}

function sessionPart(
  sessions: Map<string, SessionRecord>,
  save: Save,
): Pick<Store, "session" | "hasSession" | "addSession" | "updateSession"> {
  const put = (record: SessionRecord) => {
    save({ kind: "session", record });
    sessions.set(record.key, record);
    return record;
  };
  return {
    session: (key) => sessions.get(key),
    hasSession: (key) => sessions.has(key),
    addSession: (record) => void put(record),
    updateSession: (key, change, seen = {}) => {
      const before = sessions.get(key);
      if (before === undefined) throw new WorkflowError("unknown-session", `no session ${key}`);
      const stays = !changesNothing(before, seen) || changesNothing(before, change);
      return stays ? before : put({ ...before, ...change });
    },
  };
}

function bindingPart(
  bindings: Map<string, BindingRecord>,
  save: Save,
): Pick<Store, "binding" | "putBinding"> {
  return {
    binding: (harness, hostSession) => bindings.get(bindingName({ harness, hostSession }))?.key,
    putBinding: (harness, hostSession, key) => {
      const record = { harness, hostSession, key };
      save({ kind: "binding", record });
      bindings.set(bindingName(record), record);
    },
  };
}

function instancePart(
  shelves: Map<string, Shelf>,
  save: Save,
): Pick<
  Store,
  "instance" | "hasInstance" | "instanceByRef" | "putInstance" | "paused" | "pausedCount"
> {
  return {
    instance: (machine, id) => shelves.get(machine)?.byId.get(id),
    hasInstance: (machine, id) => shelves.get(machine)?.byId.has(id) ?? false,
    instanceByRef: (machine, ref) => {
      const shelf = shelves.get(machine);
      const id = shelf?.byRef.get(ref);
      return id === undefined ? undefined : shelf?.byId.get(id);
    },
    putInstance: (record, entry, andThen) => {
      const { machine, id } = record;
      const shelf = shelfOf(shelves, machine);
      if (conflicts(shelf, record)) return "conflict";
      const before = shelf.byId.get(id);
      save({ kind: "instance", record });
      try {
        if (entry !== undefined) saveLine(shelf, save, { machine, id, entry });
        andThen?.();
      } catch (error) {
        if (!isTakenBack(save, before)) keepInstance(shelf, record);
        throw error;
      }
      keepInstance(shelf, record);
      return "stored";
    },
    paused: (machine, limit) => {
      const list = shelves.get(machine)?.paused;
      return { count: list?.count() ?? 0, newest: list?.newest(limit) ?? [] };
    },
    pausedCount: (machine) => shelves.get(machine)?.paused.count() ?? 0,
  };
}

/** What is saved cannot be unsaved, so a line stays on both sides whatever becomes of the rest. */
function saveLine(shelf: Shelf, save: Save, record: HistoryRecord): void {
  save({ kind: "history", record });
  keepHistoryRecord(shelf, record);
}

/**
 * Whether the record before is saved once more over a newer one. Where there was none, or that is refused
 * too, the newer one is what is saved, and whoever goes on must go on from it.
 */
function isTakenBack(save: Save, before: InstanceRecord | undefined): boolean {
  if (save === keepsNothing) return true;
  if (before === undefined) return false;
  try {
    save({ kind: "instance", record: before });
    return true;
  } catch {
    return false;
  }
}

function shelfOf(shelves: Map<string, Shelf>, machine: string): Shelf {
  const known = shelves.get(machine);
  if (known !== undefined) return known;
  const shelf: Shelf = {
    byId: new Map(),
    byRef: new Map(),
    paused: createPausedList(),
    history: new Map(),
  };
  shelves.set(machine, shelf);
  return shelf;
}

function keepInstance(shelf: Shelf, record: InstanceRecord): void {
  const before = shelf.byId.get(record.id);
  if (before?.status === "paused") shelf.paused.remove(before);
  if (record.status === "paused") shelf.paused.add(record);
  shelf.byId.set(record.id, record);
  if (record.ref !== null) shelf.byRef.set(record.ref, record.id);
}

function keepHistoryRecord({ history }: Shelf, { id, entry }: HistoryRecord): void {
  const entries = history.get(id);
  if (entries === undefined) history.set(id, [entry]);
  else entries.push(entry);
}

/** Two free names as one that no other pair has. */
function bindingName({ harness, hostSession }: Omit<BindingRecord, "key">): string {
  return `${harness.length}:${harness}${hostSession}`;
}

function conflicts({ byId, byRef }: Shelf, { id, ref, version }: InstanceRecord): boolean {
  const before = byId.get(id);
  if (version !== (before?.version ?? 0) + 1) return true;
  if (ref === null || ref === before?.ref) return false;
  return (byRef.has(ref) && byRef.get(ref) !== id) || (ref !== id && byId.has(ref));
}

function changesNothing(before: SessionRecord, change: SessionChange): boolean {
  const { holding, interrupted, ...flat } = change;
  const names = Object.keys(flat) as (keyof typeof flat)[];
  return (
    names.every((name) => flat[name] === before[name]) &&
    (holding === undefined || sameInstance(holding, before.holding)) &&
    (interrupted === undefined || sameInstance(interrupted, before.interrupted))
  );
}
