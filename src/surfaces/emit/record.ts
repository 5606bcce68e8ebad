/** A session to its `[V]` record: one line for scripts, numbered by what was published before. */
import { advanceRecord, type RecordMemory } from "../../status/automation-record.ts";
import { recordOf } from "../../status/items/shared/record.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import { encodeRecord, type RecordRoom } from "../../wire/record/encode.ts";

/**
 * The line, without a line end, and the memory to pass with the next snapshot. The same snapshot gives
 * the same line. A line that does not fit into the room is cut so that every reader refuses it.
 */
export function recordLine(
  previous: RecordMemory | undefined,
  snapshot: Snapshot,
  room: RecordRoom = {},
): { readonly memory: RecordMemory; readonly line: string } {
  const { record, memory } = advanceRecord(previous, snapshot);
  return { memory, line: encodeRecord(recordOf(record), room) };
}
