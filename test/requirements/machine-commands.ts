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
  // report
  [
    "report-asks-first",
    "Report asks the terminal and sends only if it says that it reads",
    "Report",
  ],
  ["report-speaks-for-the-caller", "Report names a program only if it is told one", "Report"],
  [
    "report-capabilities",
    "Report leaves out a kind, or a state, that the terminal takes not",
    "Report",
  ],
  ["report-quiet-in-multiplexers", "Report auto sends nothing at all in tmux and screen", "Report"],
  [
    "report-passthrough",
    "Report --when on wraps for tmux or screen, and it leaves them whole",
    "Report",
  ],
  ["report-without-terminal", "Report without a terminal fails only with --when on", "Report"],
  ["report-refuses", "A report that cannot be encoded is exit 2 and writes nothing", "Report"],
];
