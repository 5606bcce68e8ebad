/**
 * What the status line promises in public, as data. A test that proves a promise says so in a
 * comment, `// covers: ID, ID`, or names it in its title; a promise that no test names fails the run.
 */

export interface Requirement {
  /** Kebab-case; never used for anything else again. */
  readonly id: string;
  /** The promise, one sentence without a full stop. */
  readonly text: string;
  /** Document and section that make it. */
  readonly source: string;
}

const CONFIG = "Status line configuration, table of configurations";
const ITEMS = "Status line configuration, available items";
const CUSTOM = "Status line configuration, custom command";
const RECORD = "Status line configuration, machine-readable format";
const FORMS = "Items layout, every item";
const FITTING = "Items layout, fitting";
const BLOCK = "Items layout, block display";
const PROCESS = "Items layout, custom command, process";
const CLEANING = "Items layout, custom command, cleaning and width";
const LAYOUTS = "Agent status bar, layouts";
const COMMAND = "Design, command statusline";
const LAWS = "Design, laws";
const FILES = "Design, files on disk";
const REPORTS = "Public reports on status lines";
const INSTALLER = "Design, install and doctor";

/** Id, promise, source. */
const TABLE: readonly (readonly [id: string, text: string, source: string])[] = [
  ["config-missing", "Without tui.statusLine the defaults show, without the record", CONFIG],
  ["config-empty", "An empty list hides the line", CONFIG],
  ["config-unknown", "Unknown names are passed over, the known items show", CONFIG],
  ["config-duplicate", "Of names for the same item the first place counts", CONFIG],
  ["config-build-mode", "A list with build-mode shows the record and nothing else", CONFIG],
  ["config-damaged", "A damaged config means the defaults, and stays as it is", CONFIG],
  ["config-write-one-key", "Saving changes one key and keeps the rest of the file", FILES],
  ["config-write-link", "A linked config stays a link, its target is changed", FILES],
  ["config-write-failure", "A save that fails leaves the old file and no other", FILES],
  ["config-writers", "Two writers never lose each other's change", FILES],
  ["item-names", "Ids and aliases are found whatever their case and blanks", ITEMS],
  ["items-default-adapts", "By default the capacity gives way to what is left of it", ITEMS],
  ["meter-replaces", "The meter takes the place of the percentage", ITEMS],
  ["item-forms", "Every item has its forms, from wide to narrow", FORMS],
  ["item-absent", "An item of which nothing is known shows nothing", FORMS],
  ["fit-order", "Items shrink, then drop, lowest number first, order kept", FITTING],
  ["fit-keeps", "Narrow rows keep permission, context and review number", FITTING],
  ["fit-last-cut", "The last resort is a cut between characters, with an ellipsis", FITTING],
  ["layouts-worked-examples", "The layouts full and compact hold to the character", LAYOUTS],
  ["formats", "Tokens, money, times and percentages have their fixed forms", LAYOUTS],
  ["context-arithmetic", "Shares, thresholds and levels of the context", LAYOUTS],
  ["own-lines", "Lines of one's own have sides, groups and an order of dropping", COMMAND],
  ["powerline", "Powerline separators colour segments, never the text", COMMAND],
  ["custom-no-shell", "The command is split into words and run without a shell", CUSTOM],
  ["custom-stdin-line", "The command gets one line of JSON in a fixed order", CUSTOM],
  ["custom-first-line", "Inline shows the first line of the output", CUSTOM],
  ["custom-inline-limits", "Inline takes at most 60 columns, then 24, then 12", CUSTOM],
  ["custom-keeps-last", "A failed run leaves the last good output", CUSTOM],
  ["custom-empty-hides", "A good run without output hides the item", CUSTOM],
  ["custom-changes-clear", "Another session or directory clears the output", CUSTOM],
  ["custom-output-cap", "Output beyond 8192 units is read and thrown away", CUSTOM],
  ["custom-timeout", "A command that is too slow ends with all its children", PROCESS],
  ["custom-one-run", "The command runs at most once a call and at a time", CUSTOM],
  ["custom-build-mode", "With build-mode no command runs", CUSTOM],
  ["custom-colour-filter", "Of the command's sequences only permitted colours stay", CLEANING],
  ["custom-lines-carry", "A colour goes on in the next line, blanks are trimmed", CLEANING],
  ["block-rows", "A block stands above or below, and never costs the line its row", BLOCK],
  ["block-max-lines", "A block has at most maxLines rows, from 1 to 5", BLOCK],
  ["block-blank", "A block without text leaves the line as it was", BLOCK],
  ["record-format", "The record has fixed keys in a fixed order and no colour", RECORD],
  ["record-refs", "Ids stand in the record as six characters that tell nothing", RECORD],
  ["git-head-files", "HEAD is read from files, without a process", COMMAND],
  ["git-worktree", "Worktrees, submodules and bare repositories are followed", COMMAND],
  ["git-unborn", "A branch without commits shows its name and nothing more", COMMAND],
  ["git-reftable", "References in tables are asked of Git", COMMAND],
  ["git-wait", "A slow Git holds a row up for 300 ms at the most", COMMAND],
  ["git-one-refresher", "One background process at a time asks Git", COMMAND],
  ["git-no-lock-left", "Git is run without optional locks and stopped softly", REPORTS],
  ["git-numstat", "Added and removed lines are those of text files", LAYOUTS],
  ["no-process-by-default", "Nothing is started unless an item needs it", LAWS],
  ["stdin-open", "The row is there as soon as one whole value is", COMMAND],
  ["no-stdin", "Without stdin the row tells of the directory", COMMAND],
  ["exit-0", "The exit code is 0, and stdout holds rows or nothing", COMMAND],
  ["payload-broken", "Of a broken stream shows what can be read", COMMAND],
  ["payload-large", "Ten megabytes cost bounded memory and time", COMMAND],
  ["payload-missing-members", "A missing or wrong member costs itself alone", COMMAND],
  ["payload-future-members", "Members of later versions are passed over", COMMAND],
  ["items-option", "--items replaces the list", COMMAND],
  ["format-plain", "--format plain is text alone", COMMAND],
  ["format-json", "--format json is rows, items and facts on one line", COMMAND],
  ["format-tmux", "--format tmux is styles of tmux, and nothing is expanded", COMMAND],
  ["explain", "--explain tells where facts come from and why items are absent", COMMAND],
  ["width-order", "Width: option, COLUMNS less what is kept, terminal, unknown", COMMAND],
  ["width-padding", "The harness's padding is taken off COLUMNS", COMMAND],
  ["trim-survives", "Rows survive a reader that trims them", COMMAND],
  ["row-fits", "No row is wider than its width, from 1 column up", LAWS],
  ["hostile-text", "No text from outside brings a control byte or a second row", LAWS],
  ["unknown-is-absent", "What is unknown is absent, never a figure", LAWS],
  ["colour-precedence", "Colours follow a fixed order of options and variables", COMMAND],
  ["colour-never-changes-text", "Colour never changes the text", LAWS],
  ["links-zero-width", "A link takes no columns and is never cut inside", COMMAND],
  ["links-encoded", "Names in addresses are encoded segment by segment", REPORTS],
  ["ascii-mode", "ASCII mode swaps glyphs and keeps the words", COMMAND],
  ["home-as-tilde", "Only the home itself and what is below it becomes a tilde", REPORTS],
  ["no-home", "Without a home, or with one that is read-only, the row shows", FILES],
  ["no-orphan", "No child outlives a render but the one refresher", REPORTS],
  ["sigterm-clean", "SIGTERM leaves no lock, no half file and no child", REPORTS],
  ["concurrent-starts", "Calls at the same time each print a row", REPORTS],
  ["write-whole", "Files are written whole, private, and behind their links", FILES],
  ["context-after-compact", "Usage from before a summary is not shown after it", REPORTS],
  ["context-zeros-unknown", "Zeros after a summary are no use of nothing", REPORTS],
  ["context-flicker", "A payload without usage keeps that of its session", REPORTS],
  ["context-overflow", "More use than window is told as doubtful", REPORTS],
  ["context-window-source", "The payload's size counts, then the name, else none", REPORTS],
  ["context-no-hidden-buffer", "A stated percentage is shown as stated", REPORTS],
  ["tokens-once", "Each answer counts once, with its largest output", REPORTS],
  ["numbers-rounding", "Rounding never shows 1000k, noise or minus zero", REPORTS],
  ["spend-without-limit", "Spending without a limit has no percentage", REPORTS],
  ["quota-null-is-an-answer", "An account without windows is a complete answer", REPORTS],
  ["quota-newest-wins", "The newest report of an account counts in all sessions", REPORTS],
  ["install-round-trip", "Install twice changes once; uninstall gives every byte back", INSTALLER],
  ["install-keeps-file", "Order, formatting and other keys stay", INSTALLER],
  ["install-refuses-broken", "Broken JSON or comments: refused, with the snippet", INSTALLER],
  ["install-foreign-kept", "A foreign status line is kept or chained, as asked", INSTALLER],
  ["install-read-only-link", "A read-only target: link and file stay", INSTALLER],
  ["install-writers", "Writers at once and kill -9 lose nothing", INSTALLER],
  ["install-json-quoting", "Dollars, quotes and backslashes come back as they were", REPORTS],
  ["install-windows-path", "On Windows the command has forward slashes, quoted", REPORTS],
  ["hook-quiet", "A hook prints nothing and ends with 0", INSTALLER],
  ["hook-many", "Hooks at the same moment lose no update", INSTALLER],
  ["hook-counter", "A sub-agent that stops without a start counts nothing", REPORTS],
  ["hook-prose", "Prose is no evidence of a question", REPORTS],
  ["hook-interrupt", "An interrupt is seen though no hook tells of it", INSTALLER],
  ["doctor-runs-line", "Doctor runs the line as the harness does, and times it", INSTALLER],
  ["doctor-blank-row", "Doctor says why a row is blank", INSTALLER],
];

export const REQUIREMENTS: readonly Requirement[] = TABLE.map(([id, text, source]) => ({
  id,
  text,
  source,
}));
