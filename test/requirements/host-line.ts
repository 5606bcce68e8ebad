/** What the host promises of its status line, the person's own command, composer, tips and terminal. */
import type { RequirementRow } from "./row.ts";

const FRAME = "Items layout, the frame around the line";
const CONFIG = "Status line configuration, table of configurations";
const ITEMS = "Status line configuration, available items";
const DEFAULTS = "Status line configuration, defaults";
const RECORD = "Status line configuration, machine-readable format";
const APPLYING = "Status line configuration, applying changes";
const GIT = "Items layout, git polling";
const CUSTOM = "Status line configuration, custom command";
const BLOCK = "Status line configuration, separate multiline block";
const COLOURS = "Status line configuration, script colors";
const TRIGGERS = "Status line configuration, triggers";
const BEHAVIOR = "Status line configuration, behavior";
const TIPS = "Status line configuration, composer tips";
const TIP_ROUND = "Items layout, composer tips";
const BAR = "Agent status bar, when the bar refreshes";
const LAYOUTS = "Agent status bar, layouts";
const OSC = "Agent status bar, OSC 7501 program status";
const LAWS = "Design, laws";
const HOST = "Host, composer";
const LINES = "Host, without a terminal";
const BUDGETS = "Design, budgets";

/** Id, promise, source. */
export const HOST_LINE: readonly RequirementRow[] = [
  ["line-empty-row-before", "An empty row stands before the line", FRAME],
  ["line-nothing-no-rows", "Nothing to show takes no row at all", FRAME],
  ["line-defaults", "Without a list the host shows the defaults", DEFAULTS],
  ["line-height-one", "In one row of room the line stands without the empty row", FRAME],
  ["line-fits-every-width", "The host's line is never wider than the terminal", LAWS],
  ["line-same-array", "What has not changed is not drawn anew", BUDGETS],
  ["line-layouts-live", "Layouts are switched while the host runs", LAYOUTS],
  ["line-record-alone", "With build-mode the line holds the record and no colour", ITEMS],
  ["line-record-width", "The record fits into 102 columns, and no reader takes a cut one", RECORD],
  ["line-record-at-start", "The record is switched on by the config at the start alone", CONFIG],
  ["line-record-number", "The record's number rises with each change of what it says", RECORD],
  ["line-git-only-when-needed", "Git is read only for items on the line", APPLYING],
  ["line-git-at-once", "An item that needs Git shows it at once", APPLYING],
  ["line-git-period", "Git is read every ten seconds until its items go", APPLYING],
  ["line-git-hidden", "Off the line Git is read no more, and nothing of it is shown", APPLYING],
  ["line-git-turn-end", "The end of a turn reads Git at once", APPLYING],
  ["line-git-workspace", "Another folder clears what was read of Git, then reads it", GIT],
  ["line-git-failure-keeps", "A failed reading of Git leaves what was known", GIT],
  ["line-place-before-session", "Before a session the line shows the host's own folder", ITEMS],
  ["line-live-context", "Use that is reported in a turn shows at once, then twice a second", BAR],
  ["line-clock-only-when-needed", "A timer runs only for items that time changes", BUDGETS],

  ["runner-startup", "The start of the host runs the command with `startup`", TRIGGERS],
  ["runner-turn-end", "The end of a turn runs it with `turn-end`", TRIGGERS],
  ["runner-session-change", "Another session clears the output and runs it", TRIGGERS],
  ["runner-workspace-change", "Another folder clears the output and runs it there", TRIGGERS],
  ["runner-interval", "An interval of ten seconds or more runs it with `interval`", TRIGGERS],
  ["runner-coalesces", "Events while it runs become one run after it, with the newest", TRIGGERS],
  ["runner-stdin-fields", "What is not known is left out of the line on stdin", CUSTOM],
  ["runner-keeps-last", "A failure leaves the last good output of the host", BEHAVIOR],
  ["runner-disable-enable", "Off the list the output goes; back on it, it starts again", APPLYING],
  ["runner-one-slot", "At most one command runs, whatever is switched off and on", APPLYING],
  ["runner-build-mode", "With build-mode the host runs no command and shows no block", BLOCK],
  ["runner-off-without-item", "Without item or usable command nothing runs", BLOCK],
  [
    "runner-exit-kills",
    "The end of the host ends the command and its children",
    "Host, custom command",
  ],
  [
    "runner-both-modes",
    "Regular and fullscreen mode drive the same command",
    "Public reports on status lines",
  ],
  ["runner-block-above", "A block stands above the line", BLOCK],
  ["runner-block-below", "With `below` it stands under the line", BLOCK],
  ["runner-block-lines", "A block has 1 to 5 lines, without blank ones", BLOCK],
  ["runner-block-height", "Where rows are few those of the block go first, and come back", BLOCK],
  ["runner-block-listed", "Without the item on the list there is no block", BLOCK],
  ["runner-inline-limits", "Inline shows at most 60, then 24, then 12 columns", CUSTOM],
  [
    "runner-stdin-line",
    "The command gets one line of JSON with keys in a fixed order, then its input is closed",
    CUSTOM,
  ],
  [
    "runner-inline-default",
    "An unknown display is inline; numbers of lines and position are for blocks",
    BLOCK,
  ],
  ["runner-exit-zero", "Output counts after exit code 0 within the time, and not else", CUSTOM],
  ["runner-empty-hides", "A good run that prints nothing hides the item", BEHAVIOR],
  ["runner-launch-error", "A command that cannot be started leaves the output, unsaid", BEHAVIOR],
  [
    "runner-timeout",
    "A run that is too slow ends with its tree, deaf to signals or not, and nothing waits",
    TRIGGERS,
  ],
  ["runner-timeout-range", "A timeout below 500 ms is raised to 500 ms", CUSTOM],
  [
    "runner-held-stdout",
    "A descendant that holds stdout costs no output and no waiting",
    "Host, custom command",
  ],
  ["runner-blank-first", "Blank lines before the first one do not hide it", "Host, custom command"],
  ["runner-line-ends", "Lines end with LF or CRLF, and blanks around them go", BLOCK],
  ["runner-serial", "At no time do two runs overlap", TRIGGERS],
  ["runner-events-only", "Without an interval events alone run the command", TRIGGERS],
  ["runner-late-dropped", "What an earlier run prints after a change is never shown", BEHAVIOR],
  ["runner-unkept", "What the command prints is no part of the conversation", BLOCK],
  ["runner-no-leftovers", "Runs leave no zombie, and no process that they started", TRIGGERS],
  [
    "runner-colour-filter",
    "Colours of 16, 256 and RGB are kept; one wrong parameter drops its whole sequence",
    COLOURS,
  ],
  ["runner-controls", "Other controls of the command never reach the terminal", COLOURS],
  ["runner-colour-reset", "Separators and the line's own items take none of its colours", COLOURS],
  ["runner-lines-inherit", "A line begins in the colours that the last one left", COLOURS],
  ["runner-plain-by-default", "An unknown colour mode is plain: one grey", COLOURS],
  ["runner-block-cut", "A row of a block is cut at the terminal's edge and never wrapped", BLOCK],
  ["runner-block-one", "A block of one line is a block still, and 0 is raised to 1", BLOCK],
  ["runner-block-blank", "A block without text leaves the line as it was", BLOCK],
  ["runner-output-cap", "Output beyond 8192 units is read and thrown away", BEHAVIOR],
  ["runner-pause-timeout", "A run that is switched off ends under its own timeout", APPLYING],
  ["runner-parse-error", "A command with an open quote disables its item alone", BEHAVIOR],
  ["runner-colour-modes", "Only `ansi` keeps colours, and none where colours are off", COLOURS],

  ["tips-right", "Tips stand at the right of the composer's header", TIPS],
  ["tips-language", "Tips are in the person's language", TIPS],
  ["tips-commands", "Each tip names a command of ours, in every language", TIP_ROUND],
  ["tips-round", "Weights mix the tips into one round", TIP_ROUND],
  ["tips-bucket", "The time in steps of 30 seconds alone decides on the tip", TIPS],
  ["tips-new-bucket", "The next drawing shows the tip of its moment", TIPS],
  ["tips-no-timer", "An idle host draws nothing to change its tip", TIPS],
  ["tips-left-stable", "What stands at the left of the header stays as it is", TIPS],
  ["tips-forms", "The long form, else the short one, else none, four columns apart", TIPS],
  ["tips-suppressed", "Welcome, turns, questions, drafts and hints go before tips", TIPS],
  ["tips-hints", "What is said in passing goes before tips too", TIPS],
  ["tips-unkept", "Tips take no row of their own and are kept nowhere", TIPS],
  ["tips-off", "The setting tui.showTips switches tips off", TIPS],

  ["composer-multi-line", "A prompt may have several lines", HOST],
  ["composer-blank", "Nothing but blanks is not sent", HOST],
  ["composer-steer", "A key gives the draft to the running turn", HOST],
  ["composer-bash-keys", "Keys for words and lines work as in a shell", HOST],
  ["composer-paste", "A long paste is folded, and sent whole", HOST],
  ["composer-controls", "No control character gets into a prompt or onto the screen", LAWS],
  ["composer-history", "Up and down go through prompts of before and keep the draft", HOST],
  ["composer-history-folder", "Prompts are remembered for each folder", HOST],
  ["composer-history-private", "The file of prompts is its owner's alone", "Design, files on disk"],
  ["composer-history-bounded", "The file of prompts does not grow without end", HOST],
  ["composer-complete-slash", "A slash completes commands", HOST],
  [
    "composer-complete-file",
    "A word that begins with `@` completes files of the session's folder",
    HOST,
  ],
  ["composer-escape", "Escape closes the completions and keeps the draft", HOST],
  ["composer-fits", "The composer fits at every size and keeps a row of input", HOST],
  ["composer-height-one", "In one row of room there is the input", HOST],
  ["composer-draft-kept", "The draft survives every change of size and mode", HOST],
  ["composer-files-git", "In a repository ignored files are not offered", HOST],
  ["composer-files-walk", "Elsewhere folders are walked, without those of dependencies", HOST],
  ["composer-files-links", "No link is followed for completion", HOST],
  ["composer-files-order", "What fits best is offered first", HOST],
  ["composer-files-cancel", "A completion that nobody waits for gives nothing", HOST],

  ["emission-detect", "The terminal is asked, and told once it has answered", OSC],
  ["emission-undetected", "A terminal that does not read reports gets none", OSC],
  ["emission-tmux", "Inside tmux reports are off unless asked for, and then wrapped", OSC],
  ["emission-off", "Switched off, nothing is asked or told", OSC],
  ["emission-children", "Members and tasks have records of their own", OSC],
  ["emission-leaving", "Leaving and suspending clear what was told", OSC],
  ["emission-seen", "A key after the end of a turn makes its record idle", OSC],
  ["emission-late-answer", "An answer that is still to come is not left to the shell", OSC],
  ["emission-title", "The title says what the session does, and is given back", OSC],

  ["line-mode-prompts", "Each line of stdin is a prompt, its answer plain text on stdout", LINES],
  ["line-mode-clean", "No escape sequence of an answer goes out", LAWS],
  ["line-mode-exit", "A turn that did not succeed gives exit code 1", LINES],
  ["line-mode-slash", "Commands that tell something are printed", LINES],
  ["line-mode-nobody", "Where nobody can answer a permission is refused", LINES],
  ["line-mode-asks", "A person answers by number", LINES],
  ["line-mode-forms", "A form is asked field by field", LINES],
  ["line-mode-status", "A configured line is printed after each turn", LINES],
];
