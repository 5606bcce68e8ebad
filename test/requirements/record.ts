/** What the `[V]` record, its library and its judge promise. */
import type { RequirementRow } from "./row.ts";

const FORMAT = "Status line configuration, machine-readable format";
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
  [
    "record-screen",
    "The lowest record of a screen counts, and a broken one hides the others",
    READING,
  ],
  ["record-finished", "Finished is two looks in a row at done, nothing in the background", FORMAT],
  ["record-transitions", "A follower tells what changed from one record to the next", READING],
  ["emit-record", "A session is published as numbered records that readers take", FORMAT],
  ["emit-agrees", "The record and OSC 7501 never contradict each other", "Design, automation"],
  ["inbound-record", "Records of a child terminal become facts with its refs as ids", READING],
];
