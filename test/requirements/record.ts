/** What the `[V]` record, its library and its judge promise. */
import type { RequirementRow } from "./row.ts";

const FORMAT = "Status line configuration, machine-readable format";
const JUDGEMENT = "Status line configuration, states of the record";
const READING = "The record, reading";

export const RECORD: readonly RequirementRow[] = [
  [
    "record-cut",
    "A record that does not fit is cut without a sign, and no reader takes it",
    FORMAT,
  ],
  ["record-round-trip", "A record that is written is read as it was", READING],
  ["record-parse", "Fields are read by name, and further keys may follow the known ones", READING],
  ["record-refusals", "What is not surely a whole record is refused with its reason", READING],
  [
    "record-damage",
    "One damaged character changes a number or a ref, and nothing else unseen",
    READING,
  ],
  ["record-find", "Records are found in output and on screens, alone on their lines", READING],
  ["record-edge", "A last number at the edge of a screen counts only if it cannot go on", READING],
  ["record-erased", "A record that was erased from the screen is none any more", READING],
  [
    "record-screen",
    "The lowest record of a screen counts, and a broken one hides the others",
    READING,
  ],
  ["record-finished", "Finished is two looks in a row at done, nothing in the background", FORMAT],
  ["record-transitions", "A follower tells what changed from one record to the next", READING],
  [
    "record-seq",
    "A record's number is 0 for the first of a session, one more with each change",
    FORMAT,
  ],
  ["record-seq-line", "A status line counts on from render to render", FORMAT],
  ["doctor-record-refresh", "Doctor tells that a record must be drawn between events", READING],
  ["record-waits-for-end", "No record tells an end that may still be refused", FORMAT],
  ["automation-connection", "Without a live connection a machine waits", JUDGEMENT],
  [
    "automation-fatal",
    "A fault stays until the session changes, a login until it is done",
    JUDGEMENT,
  ],
  ["automation-chat-error", "A chat in error is the failure of its turn, or waits", JUDGEMENT],
  [
    "automation-question",
    "A question is actionable with its turn, and not while it is answered",
    JUDGEMENT,
  ],
  ["automation-busy", "Queue, hand-off, summary and retry make a machine wait", JUDGEMENT],
  ["automation-outcome", "A turn has ended when its own end was told, and stays ended", JUDGEMENT],
  ["automation-ready", "Ready is said once a source has said that nothing goes on", JUDGEMENT],
  ["automation-never-ready", "A lost connection is never ready", JUDGEMENT],
  ["automation-stale-end", "A late end of another turn ends nothing", JUDGEMENT],
  [
    "automation-agents",
    "Members count until their results are delivered, those of the root alone",
    FORMAT,
  ],
  [
    "hook-refused-end",
    "A turn whose end another hook refuses goes on, though its end was told",
    JUDGEMENT,
  ],
  ["hook-dialog-of-member", "A sub-agent's dialog stays open while other turns pass", JUDGEMENT],
  ["hook-members-stay", "A sub-agent that has ended still counts in the total", FORMAT],
  [
    "hook-queued-prompt",
    "A prompt typed in a turn: the turn that it becomes is seen to end",
    JUDGEMENT,
  ],
  [
    "automation-background",
    "Tasks of the open session that are no tool call's are counted",
    FORMAT,
  ],
  ["hook-shell-ended", "A shell that was ended by hand is counted no more", FORMAT],
  ["automation-barrier", "After a turn one task at least, until a later list was had", FORMAT],
  ["automation-oracle", "Random histories are judged as by a second opinion", "Design, automation"],
  [
    "automation-order",
    "Numbered messages count in their order, however they come",
    "Design, automation",
  ],
  [
    "automation-reconcile",
    "A whole state makes good what was lost or mixed up",
    "Design, automation",
  ],
  ["emit-record", "A session is published as numbered records that readers take", FORMAT],
  ["emit-agrees", "The record and OSC 7501 never contradict each other", "Design, automation"],
  ["inbound-record", "Records of a child terminal become facts with its refs as ids", READING],
];
