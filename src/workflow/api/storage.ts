/**
 * Where a program keeps the records of an engine: they are loaded once, and each one that changes is
 * written through before the change takes effect. A storage serves one engine at a time.
 */
import type { BindingRecord, MemoryState } from "../engine/memory-state.ts";
import type { SavedRecord } from "../engine/memory-store.ts";
import type { HistoryEntry, InstanceRecord, SessionRecord } from "../engine/records.ts";

export type StoredKind = "session" | "binding" | "instance";

export type StoredRecord = SessionRecord | BindingRecord | InstanceRecord;

/** All records as plain data that goes through JSON; what `exportState` gives and `importState` takes. */
export type State = MemoryState;

/** A method that throws is a fault of the store: the event fails and nothing of it is kept here. */
export interface Storage {
  /** Everything that was put, or undefined before anything was. Called once, when the engine is made. */
  readonly load: () => State | undefined;
  /**
   * Keeps one record under its kind and key, in place of an earlier one. The key of a session is its
   * own, that of an instance `MACHINE/ID`, that of a binding `HARNESS/HOST-SESSION`, where `%` and `/`
   * of the harness are written `%25` and `%2F`.
   */
  readonly put: (kind: StoredKind, key: string, record: StoredRecord) => void;
  /** Adds a line to the history of an instance. */
  readonly history: (machine: string, id: string, entry: HistoryEntry) => void;
  /** Keeps this and nothing else (`importState`); without it, each record is put and older ones stay. */
  readonly replace?: (state: State) => void;
}

/** A storage in memory, which outlasts the engine and no process. */
export function memoryStorage(): Storage {
  const records: Record<StoredKind, Map<string, StoredRecord>> = {
    session: new Map(),
    binding: new Map(),
    instance: new Map(),
  };
  let history: State["history"][number][] = [];
  const put: Storage["put"] = (kind, key, record) => void records[kind].set(key, record);
  return {
    load: () => ({
      sessions: [...records.session.values()] as SessionRecord[],
      bindings: [...records.binding.values()] as BindingRecord[],
      instances: [...records.instance.values()] as InstanceRecord[],
      history: [...history],
    }),
    put,
    history: (machine, id, entry) => void history.push({ machine, id, entry }),
    replace: (state) => {
      for (const kept of Object.values(records)) kept.clear();
      for (const saved of savedRecords(state))
        if (saved.kind !== "history") put(saved.kind, storedKey(saved), saved.record);
      history = [...state.history];
    },
  };
}

/** A state as the writes that make it. */
export function savedRecords(state: State): readonly SavedRecord[] {
  return [
    ...state.sessions.map((record) => ({ kind: "session", record }) as const),
    ...state.bindings.map((record) => ({ kind: "binding", record }) as const),
    ...state.instances.map((record) => ({ kind: "instance", record }) as const),
    ...state.history.map((record) => ({ kind: "history", record }) as const),
  ];
}

/** The key under which a record is put. */
export function storedKey(saved: Exclude<SavedRecord, { readonly kind: "history" }>): string {
  switch (saved.kind) {
    case "session":
      return saved.record.key;
    case "binding": {
      const harness = saved.record.harness.replaceAll("%", "%25").replaceAll("/", "%2F");
      return `${harness}/${saved.record.hostSession}`;
    }
    case "instance":
      return `${saved.record.machine}/${saved.record.id}`;
    default:
      return saved satisfies never;
  }
}
