/** The door of OSC 7501, the Program Status Protocol: everything that another program may use. */

export type { Result } from "../../base/result.ts";
export { checkRecord } from "./check-record.ts";
export {
  createDetector,
  type Detector,
  type DetectorOptions,
  type DetectorStep,
  type Verdict,
} from "./detect.ts";
export { type DisplayOptions, displayText } from "./display.ts";
export {
  createEmitter,
  type Emitted,
  type Emitter,
  type EmitterMode,
  type EmitterOptions,
  emitterMode,
} from "./emitter.ts";
export {
  type EncodeOptions,
  encodeClear,
  encodeQuery,
  encodeReply,
  encodeReport,
  type ReportInput,
  SENT_SEQUENCE_MAX_BYTES,
} from "./encode.ts";
export { type EventJson, eventJson, recordJson } from "./event-json.ts";
export { fitText } from "./fit-text.ts";
export {
  ALL_CAPABILITIES,
  type BlockedKind,
  type Capabilities,
  KINDS,
  LIMITS,
  OSC_NUMBER,
  type ProgramEvent,
  type ProgramRecord,
  type ProgramState,
  type RejectReason,
  STATES,
  type Terminator,
} from "./message.ts";
export { idSegment, isAppName, isRecordId } from "./name.ts";
export { parseBody, parseBodyText } from "./parse.ts";
export { SCREEN_PIECE_MAX_BYTES, wrapForScreen, wrapForTmux } from "./passthrough.ts";
export { parseReply } from "./reply.ts";
export { createReplyLimit } from "./reply-limit.ts";
export { createScanner, type Scanned, type Scanner, type ScannerOptions } from "./scan.ts";
export {
  type CoarseStatus,
  createRecordStore,
  type RecordStore,
  type StoreChange,
  type StoreOptions,
} from "./store.ts";
export {
  type Summary,
  type SummaryLineOptions,
  summarise,
  summaryLine,
  URGENCY,
} from "./summary.ts";
