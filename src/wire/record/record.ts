/** The door of the `[V]` record: everything that another program may use. */

export type { Result } from "../../base/result.ts";
export { encodeRecord, type RecordRoom, recordRef } from "./encode.ts";
export {
  type Candidate,
  createRecordFinder,
  EDGE_COLS,
  type Finding,
  type FindOptions,
  FOOT_ROWS,
  findRecords,
  lowestRecord,
  type RecordFinder,
} from "./find.ts";
export {
  createFollower,
  type Followed,
  type Follower,
  type FollowOptions,
  type Look,
  saysDone,
  type Transition,
} from "./follow.ts";
export {
  type AutomationRecord,
  COUNT_MAX,
  LINE_MAX_UNITS,
  RECORD_COLS,
  RECORD_KEYS,
  RECORD_MARK,
  RECORD_STATES,
  type RecordKey,
  type RecordState,
  SEQ_MAX,
  STATE_MEANINGS,
} from "./message.ts";
export { parseRecord } from "./parse.ts";
export { REFUSAL_KINDS, type RecordRefusal, type RefusalKind } from "./refusal.ts";
