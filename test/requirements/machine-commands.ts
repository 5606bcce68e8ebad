/** What the commands `report`, `run`, `spy`, `decode` and `wait` promise. */
import type { RequirementRow } from "./row.ts";

export const MACHINE_COMMANDS: readonly RequirementRow[] = [
  // decode
  ["decode-events", "Decode prints each event of a stream as one JSON object a line", "Decode"],
  [
    "decode-rejects",
    "Decode shows a refused report only with --rejects, with the reason",
    "Decode",
  ],
  ["decode-records", "Decode --records prints the final records, oldest update first", "Decode"],
  [
    "decode-safe-json",
    "JSON of decode can be looked at in a terminal: no control, no bidi",
    "Decode",
  ],
  ["decode-missing-file", "A stream that cannot be read is exit 1 with the reason", "Decode"],
  ["decode-any-size", "Decode reads streams of any size in bounded memory", "Decode"],
  ["decode-quiet-pipe", "Decode ends quietly when nobody reads its output any more", "Decode"],
];
