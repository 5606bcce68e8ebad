/**
 * The judgement as it is published: a record whose number rises by one with every change, so that a
 * reader sees that something has happened between two reads, even if it looks the same again.
 */
import { encodeRecord, recordRef } from "../wire/record/encode.ts";
import type { AutomationRecord } from "../wire/record/message.ts";
import { automationOf } from "./automation.ts";
import type { Snapshot } from "./snapshot.ts";

/** What must be remembered of the last record that was published. Plain data. */
export interface RecordMemory {
  /** Absent: no session was open. */
  readonly sessionId?: string;
  readonly seq: number;
  /** All that the record said beside its number. */
  readonly said: string;
}

/** A record to publish, and what to remember of it. */
export interface Advanced {
  readonly record: AutomationRecord;
  readonly memory: RecordMemory;
}

/** What a snapshot says to a machine, under the number that it has itself. */
export function recordOf(snapshot: Snapshot): AutomationRecord {
  const { sessionId, turnId, requestId, ...judged } = automationOf(snapshot);
  const session = recordRef(sessionId);
  const turn = recordRef(turnId);
  const request = recordRef(requestId);
  return {
    seq: snapshot.record?.seq ?? 0,
    ...judged,
    ...(session !== undefined && { session }),
    ...(turn !== undefined && { turn }),
    ...(request !== undefined && { request }),
  };
}

/**
 * The next record: number 0 for the first one of a session, one more whenever it says something else
 * than the last one. Another session, or none, begins anew.
 */
export function advanceRecord(previous: RecordMemory | undefined, snapshot: Snapshot): Advanced {
  const record = { ...recordOf(snapshot), seq: 0 };
  const said = encodeRecord(record);
  const sessionId = snapshot.session?.id;
  const seq = nextSeq(previous, sessionId, said);
  const memory = { ...(sessionId !== undefined && { sessionId }), seq, said };
  return { record: { ...record, seq }, memory };
}

function nextSeq(previous: RecordMemory | undefined, sessionId: string | undefined, said: string) {
  if (previous === undefined || previous.sessionId !== sessionId) return 0;
  return previous.said === said ? previous.seq : previous.seq + 1;
}
