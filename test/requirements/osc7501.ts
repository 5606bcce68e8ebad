/** What the OSC 7501 library promises. */
import type { RequirementRow } from "./row.ts";

const WIRE = "Program Status Protocol, wire form";
const RULES = "Program Status Protocol, tolerance and limits";
const SCANNER = "Program Status Protocol, scanner";
const WRITING = "Terminal program status, encoding";
const RECORDS = "Program Status Protocol, records and lifetime";
const DETECTION = "Program Status Protocol, support detection";
const PROGRESS = "Program Status Protocol, relation to OSC 9;4";
const LIBRARY = "Library, doors of the package";
const SENDING = "Terminal program status, emission";
const EXAMPLE = "OSC 7501, example for xterm.js";
const INBOUND = "Sources, own protocols read from a child terminal";
const EMIT = "Agent status bar, OSC 7501 program status";

export const OSC7501: readonly RequirementRow[] = [
  [
    "osc7501-pairs",
    "Pairs that are none are passed over, of a repeated key the last one counts",
    WIRE,
  ],
  ["osc7501-refuses-whole", "What breaks a rule refuses its report whole, with the reason", RULES],
  ["osc7501-limits", "Everything as long as its limit is read, a byte more is refused", RULES],
  ["osc7501-text-body", "A body that xterm.js hands on as text is read like its bytes", WIRE],
  [
    "osc7501-scanner-events",
    "The scanner gives reports, clears, queries, prompts and resets in the order of the bytes",
    SCANNER,
  ],
  ["osc7501-chunk-splits", "Where the output is split changes neither events nor output", SCANNER],
  ["osc7501-broken-off", "A sequence that is cut off or never ended says nothing", SCANNER],
  [
    "osc7501-oversized",
    "An oversized sequence is read to its end, and the next one counts",
    SCANNER,
  ],
  ["osc7501-any-platform", "Node with a browser's globals reads and writes the same", SCANNER],
  ["osc7501-passes-all", "Without strip the output is passed on byte for byte", SCANNER],
  ["osc7501-strip", "Strip takes out OSC 7501 alone and holds no more than its beginning", SCANNER],
  ["osc7501-bounded", "Whatever comes, no more than the longest sequence is kept", SCANNER],
  ["osc7501-encodes", "A report has its fixed form, and only fields that mean something", WRITING],
  ["osc7501-refuses-to-encode", "What cannot be said is refused with the field's name", WRITING],
  ["osc7501-round-trip", "What is encoded is read as it was", WRITING],
  ["osc7501-id-segment", "Any name becomes a segment of an id", WRITING],
  ["osc7501-reply", "A query is answered as it was ended, and nothing else is answered", DETECTION],
  [
    "osc7501-passthrough",
    "Wrapped for tmux or screen a sequence reaches the terminal behind, and no reader before it",
    WRITING,
  ],
  [
    "library-documents",
    "Code that the documents give others to copy compiles strictly and does what is said",
    LIBRARY,
  ],
  [
    "library-installed",
    "The installed package has both protocols as libraries with types",
    LIBRARY,
  ],
  ["progress-corpus", "OSC 9;4 is read as written in the corpus, also across chunks", PROGRESS],
  ["progress-encode", "OSC 9;4 that is written is read as it was", PROGRESS],
  [
    "progress-status",
    "Progress says no more than it means, and a status becomes the nearest one",
    PROGRESS,
  ],
  ["osc7501-replace", "A report replaces its record as a whole", RECORDS],
  [
    "osc7501-recency",
    "Each report makes its record the most recent one, also if nothing changed",
    RECORDS,
  ],
  [
    "osc7501-capacity",
    "Beyond the room of 256 records the least recently updated one goes, the root like any other",
    RECORDS,
  ],
  [
    "osc7501-clear",
    "A clear removes an id and what is beneath it by whole segments, without an id everything",
    RECORDS,
  ],
  [
    "osc7501-prompt-ends",
    "A prompt and the end of the program end working, blocked and idle, and leave done and error",
    RECORDS,
  ],
  ["osc7501-reset-ends", "A full reset ends every record", RECORDS],
  ["osc7501-seen", "Done and error end when the terminal says that they were seen", RECORDS],
  [
    "osc7501-inherit",
    "A record without an app shows the nearest ancestor's, the root's last",
    RECORDS,
  ],
  [
    "osc7501-coarse",
    "A coarser signal sets the root record until the program sends a report",
    RECORDS,
  ],
  [
    "osc7501-export",
    "Exported records can be imported, and one bad entry refuses the whole import",
    RECORDS,
  ],
  [
    "osc7501-records",
    "A stream of output gives the records that the protocol says, however it is split",
    RECORDS,
  ],
  [
    "osc7501-real-clients",
    "What Claude Code and pi really send is read as they mean it",
    "Acceptance, interoperation with real programs",
  ],
  [
    "osc7501-query",
    "The query and the request for device attributes go out together, once",
    DETECTION,
  ],
  [
    "osc7501-detect",
    "The first of reply and device attributes decides, and both are taken out of the input",
    DETECTION,
  ],
  [
    "osc7501-capabilities",
    "Lists in a reply limit states and kinds; a list that is left out limits nothing",
    DETECTION,
  ],
  ["osc7501-detect-timeout", "A reply after 299 ms is in time, one after 300 ms is not", DETECTION],
  [
    "osc7501-detect-late",
    "Answers that come late, up to ten seconds, do not reach the input",
    DETECTION,
  ],
  [
    "osc7501-detect-hold",
    "The start of an answer is held until the verdict, and given back when nothing follows",
    DETECTION,
  ],
  ["osc7501-detect-paste", "Pasted text is never taken for an answer", DETECTION],
  ["osc7501-detect-split", "The pieces in which answers come change nothing", DETECTION],
  [
    "osc7501-detect-keys",
    "Nothing but answers is taken out of the input, and nothing changes its place",
    DETECTION,
  ],
  [
    "osc7501-emit-probing",
    "Reports before the verdict are kept, the latest of each record, and written once supported",
    SENDING,
  ],
  [
    "osc7501-emit-gate",
    "Off, or auto inside tmux: nothing is written, not even the query",
    SENDING,
  ],
  ["osc7501-emit-repeat", "What the terminal has been told already is not written again", SENDING],
  [
    "osc7501-emit-coalesce",
    "Changes of text within 500 ms of a record's last write become one write with the newest",
    SENDING,
  ],
  [
    "osc7501-emit-at-once",
    "A change of state or kind is written at once and cancels what was delayed",
    SENDING,
  ],
  ["osc7501-emit-clear", "A clear is written at once and forgets what is beneath it", SENDING],
  [
    "osc7501-emit-capabilities",
    "A kind that the terminal does not take is left out, such a state is not sent",
    SENDING,
  ],
  [
    "osc7501-emit-suspend",
    "While suspended nothing is written; then working, blocked and idle are written again",
    SENDING,
  ],
  [
    "osc7501-clear-empty",
    "An empty id clears nothing: it is refused, also at the end, which may be said again",
    SENDING,
  ],
  ["osc7501-emit-teardown", "The end is one clear, and nothing is written ever after", SENDING],
  ["osc7501-emit-bounded", "An emitter remembers as many records as a terminal keeps", SENDING],
  [
    "osc7501-emit-faithful",
    "However reports, clears and stops follow, the terminal ends with the latest of each record",
    SENDING,
  ],
  [
    "osc7501-summary",
    "The most urgent and newest record speaks for all, with its own texts",
    RECORDS,
  ],
  [
    "osc7501-summary-line",
    "A set of records makes one clean line within its width that names no program",
    RECORDS,
  ],
  [
    "osc7501-display",
    "Texts are shown without controls, direction marks and invisible characters, then cut",
    RECORDS,
  ],
  ["example-tabs-badges", "A tab says in words, shape and colour what its programs do", EXAMPLE],
  [
    "example-tabs-seen",
    "Typing into a tab takes done and error away; focus and answers do not",
    EXAMPLE,
  ],
  [
    "example-tabs-lifetime",
    "A prompt, a full reset and the end of a process end records in a page as well",
    EXAMPLE,
  ],
  [
    "example-tabs-hostile",
    "Texts of programs are shown in a page as texts, without what turns or hides them",
    EXAMPLE,
  ],
  [
    "example-tabs-query",
    "A query is answered once, to the program that asked, before a later question",
    EXAMPLE,
  ],
  [
    "example-tabs-refused",
    "A refused report changes nothing, prints nothing and gets no answer",
    EXAMPLE,
  ],
  [
    "example-tabs-layout",
    "No status moves or widens the page, on a wide screen and on a narrow one",
    EXAMPLE,
  ],
  [
    "example-tabs-programs",
    "Real programs report in the tabs, and none is left when the server ends",
    EXAMPLE,
  ],
  ["example-tabs-guarded", "Only the server's own page, with its secret, starts programs", EXAMPLE],
  [
    "example-tabs-recorded",
    "The page is one file that plays without a server and asks nothing of a network",
    EXAMPLE,
  ],
  [
    "doors-survive",
    "No function of the package throws, whatever kind of value it is given",
    "Design, style",
  ],
  ["emit-root", "A session's turn, questions, login and outcome are its root record", EMIT],
  ["emit-children", "Each member and background task has a record until the next turn", EMIT],
  ["emit-differences", "Only what is new is sent, and what has gone is cleared", EMIT],
  ["emit-capped", "However many members there are, a terminal of 64 records keeps the root", EMIT],
  ["emit-progress", "Terminals without OSC 7501 can be told the progress with OSC 9;4", EMIT],
  [
    "inbound-osc7501",
    "What a child terminal reports becomes turns, questions and members",
    INBOUND,
  ],
  ["inbound-never-ready", "A child that is lost never looks ready", "Design, automation"],
  ["inbound-round-trip", "Every field that a protocol carries arrives as facts", "Design, laws"],
];
