/** The door of OSC 9;4, progress: everything that another program may use. */

export { encodeProgress } from "./encode.ts";
export { OSC_NUMBER, PROGRESS_STATES, type ProgressReport, type ProgressState } from "./message.ts";
export { createProgressScanner, type ProgressScanner, parseProgress } from "./parse.ts";
export {
  type CoarseStatus,
  type ProgressStatus,
  progressOfStatus,
  statusOfProgress,
} from "./status.ts";
