/**
 * What a program that embeds the engine may give it: where commands run and files are read, and who
 * follows what is saved. Each member is optional and may throw.
 */
import type { Host } from "../engine/ports.ts";
import type { HistoryEntry } from "../engine/records.ts";
import type { StoredKind, StoredRecord } from "./storage.ts";

/** A method that throws is a failed guard, action or read; an observer that throws changes nothing. */
export interface EngineHost extends Host {
  /** Told of each record after the storage has it. `key` is that of `Storage.put`. */
  readonly put?: (kind: StoredKind, key: string, record: StoredRecord) => void;
  /** Told of each line of a history after the storage has it. */
  readonly history?: (machine: string, id: string, entry: HistoryEntry) => void;
}
