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
  // wait
  ["wait-usage", "A wrong call of wait is exit 2 and one line with the right form", "Wait"],
  ["wait-finished", "Wait takes done for reached at the second look in a row", "Wait"],
  ["wait-end-of-stream", "At the end of a stream the last record stands", "Wait"],
  ["wait-timeout", "A wait that is over is exit 124 with the reason", "Wait"],
  ["wait-signals", "Wait ends by SIGINT and SIGTERM with 130 and 143", "Wait"],
  ["wait-json", "Wait --json prints the last record as one object", "Wait"],
  ["wait-after", "A record from before the prompt does not count", "Wait"],
  ["wait-recipe", "The script of the documents sends prompts and knows how each ended", "Wait"],
  ["wait-pane", "Wait follows a pane through its states, also when scrolled and split", "Wait"],
  ["wait-pane-narrow", "Wait judges nothing in a pane that cuts the record, and says so", "Wait"],
  ["wait-pane-gone", "A pane that is gone, and no tmux, are exit 1 with the reason", "Wait"],
  ["wait-log", "Wait follows a growing, cut or replaced file of output or of events", "Wait"],
  ["wait-command", "Wait runs a command in a terminal, judges it, and ends all of it", "Wait"],
  ["wait-osc7501", "OSC 7501 is judged where there is no record, and never against it", "Wait"],
];
