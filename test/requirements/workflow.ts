/** What the `smllm` state machines promise: their files, engine, store, row, hooks, commands and installs. */
import type { RequirementRow } from "./row.ts";

const COMMANDS = "Smllm, commands";
const CONFIGS = "Smllm, config files and precedence";
const FORMAT = "Smllm, machine files";
const ENGINE = "Smllm, engine";
const BUILT_INS = "Smllm, built-in events";
const IDLE = "Smllm, idle events";
const RUNS = "Smllm, command guards and actions";
const TEXT = "Smllm, agent text";
const STORAGE = "Smllm, storage on disk";
const ROW = "Smllm, status line row";
const HOOKS = "Smllm, hooks and binding";
const FIRE = "Smllm, fire";
const MCP = "Smllm, MCP server";
const VALIDATE = "Smllm, validate";
const GRAPH = "Smllm, graph and compile";
const INSTALL = "Smllm, harness installs";
const EMBED = "Smllm, engine in JavaScript";

export const WORKFLOW: readonly RequirementRow[] = [
  // commands
  ["smllm-exit-codes", "Exit 0 is fine, 1 errors found, 2 usage or an internal fault", COMMANDS],
  ["smllm-usage-writes-nothing", "A command that ends in 2 leaves every file as it was", COMMANDS],
  ["smllm-json-alone", "With --json a command prints one object and nothing else", COMMANDS],
  ["smllm-closed-pipe", "A reader that closes the pipe early is a clean end", COMMANDS],
  ["smllm-help", "No command shows the help with the exit codes, --version the version", COMMANDS],
  ["smllm-flow", "The commands are in the other program too, as telltale flow", COMMANDS],
  ["smllm-init", "Init writes a first config and keeps one that is there", COMMANDS],
  ["smllm-init-harness-only", "Init puts [machines] before the harness table it finds", COMMANDS],
  [
    "smllm-new",
    "New prints a starter machine that validates clean, --write registers it",
    COMMANDS,
  ],
  [
    "smllm-new-refuses",
    "New refuses a bad id, a file that is there and a missing config",
    COMMANDS,
  ],
  ["smllm-session-list", "Sessions are listed newest first, in the known form", COMMANDS],
  ["smllm-session-show", "A session is shown as its view, and nothing is written", COMMANDS],
  ["smllm-instance-list", "Instances are listed with state, status and holder", COMMANDS],
  ["smllm-instance-show", "An instance is shown with its visits and its whole history", COMMANDS],
  ["smllm-info-schema", "Info schema prints a JSON Schema that machines keep", COMMANDS],
  ["smllm-completions", "Completions for five shells are made from the commands", COMMANDS],
  ["smllm-man", "The manual has commands, exit status and files", COMMANDS],

  // configs
  [
    "smllm-config-lookup",
    "One config by option or variable, else the user's and the nearest",
    CONFIGS,
  ],
  ["smllm-config-strict", "An unknown key makes a config unusable, with its line", CONFIGS],
  ["smllm-config-needs-machines", "A file without [machines] switches no hook on", CONFIGS],
  ["smllm-config-replaces", "A later config replaces a machine in its place, and is told", CONFIGS],
  [
    "smllm-config-twice",
    "One id twice in a config is an error, also in other letter case",
    CONFIGS,
  ],
  ["smllm-config-withdraws", "A broken replacement takes the earlier machine away too", CONFIGS],
  ["smllm-config-recorded", "A session keeps to the configs that it was made with", CONFIGS],
  ["smllm-config-idle-text", "The on-enter text of idle stands in the idle list", CONFIGS],
  [
    "smllm-config-state-dir",
    "Instances are kept beside the config that lists the machine",
    CONFIGS,
  ],
  ["smllm-config-one-bad-file", "A machine with errors is left out and the others work", CONFIGS],

  // machine files
  [
    "smllm-format-keys",
    "Only the known keys stand in a machine, others are errors with the list",
    FORMAT,
  ],
  ["smllm-format-subset", "XState beyond the flat subset is refused as such", FORMAT],
  ["smllm-format-null", "A null value is an absent key", FORMAT],
  ["smllm-format-duplicates", "A key given twice is one error that names it", FORMAT],
  ["smllm-format-literal", "Braces and any other text of the author stay as written", FORMAT],
  ["smllm-format-forms", "Actions and transitions may be one or a list, text or mapping", FORMAT],
  ["smllm-implied-prompt", "A state without a prompt takes enter-STATE.md if it is there", FORMAT],
  ["smllm-guidance", "A transition's description goes before that of its event", FORMAT],
  ["smllm-param-descriptions", "A state words a parameter anew and defines none", FORMAT],
  ["smllm-shared-actions", "Shared actions stand around a state's own, in file order", FORMAT],
  [
    "smllm-hostile-machine",
    "Hostile text in a machine or config is refused or shown harmless",
    FORMAT,
  ],

  // engine
  [
    "smllm-engine-offers",
    "A state offers its events in file order, then the built-in ones",
    ENGINE,
  ],
  ["smllm-engine-params", "Parameters are checked in their order, unknown ones first", ENGINE],
  [
    "smllm-engine-first-passing",
    "The first transition whose guard passes is taken, else none",
    ENGINE,
  ],
  ["smllm-engine-rejected", "A rejected event writes nothing", ENGINE],
  ["smllm-engine-setref", "A ref is set once, and belongs to one instance of the machine", ENGINE],
  [
    "smllm-engine-visits",
    "A state is visited anew by leaving and entering, not from inside",
    ENGINE,
  ],
  ["smllm-engine-always", "Always-states are left at once, and no more than 32 in a row", ENGINE],
  ["smllm-engine-visits-guard", "A visits guard counts entries, the present one included", ENGINE],
  [
    "smllm-engine-final",
    "A final state completes the instance and leaves the session idle",
    ENGINE,
  ],
  [
    "smllm-engine-action-fails",
    "A failed command skips its list's other commands and blocks nothing",
    ENGINE,
  ],
  ["smllm-engine-order", "Prompts come in the order exit, transition, shared, own, shared", ENGINE],
  [
    "smllm-engine-conflict",
    "Whoever writes second is told, and loses no work of the first",
    ENGINE,
  ],
  [
    "smllm-engine-deterministic",
    "The same store, input and guards give the same text and store",
    ENGINE,
  ],
  ["smllm-engine-monotone", "Visits and versions never go down", ENGINE],
  [
    "smllm-engine-never-rests",
    "A session never rests in an always-state that has a way out",
    ENGINE,
  ],
  [
    "smllm-engine-model",
    "The engine agrees with a small model on random machines and events",
    ENGINE,
  ],
  ["smllm-engine-scales", "Time at 1,000 instances is at most five times that at 100", ENGINE],
  ["smllm-engine-moved", "Work that moved is told once, and a view of it writes nothing", ENGINE],
  [
    "smllm-engine-unconfigured",
    "A broken machine file moves nobody: the place outlasts it",
    ENGINE,
  ],
  ["smllm-engine-lets-go", "Pause and enter let go of work in a broken machine", ENGINE],
  [
    "smllm-engine-removed-state",
    "In a state that is gone only pause and unmatched are offered",
    ENGINE,
  ],
  [
    "smllm-engine-stranded",
    "Held work whose state became final is told so, and may be put aside",
    ENGINE,
  ],
  ["smllm-yield", "Yield lets the turn end, stays in the state and counts no visit", BUILT_INS],
  ["smllm-pause", "Pause puts work aside for anybody and says so", BUILT_INS],
  [
    "smllm-unmatched-idle",
    "Unmatched without a fallback interrupts the work and goes idle",
    BUILT_INS,
  ],
  [
    "smllm-unmatched-fallback",
    "Unmatched goes to the fallback state, resume back from it",
    BUILT_INS,
  ],
  ["smllm-one-interrupted", "A second interruption pauses the first, and says so", BUILT_INS],
  ["smllm-enter-new", "Enter starts new work, at the initial state or an entry point", IDLE],
  ["smllm-enter-known", "Enter goes on with known work, by its ref or its id", IDLE],
  ["smllm-enter-jump", "Enter with a state jumps there, to entry points alone", IDLE],
  ["smllm-enter-reopens", "Completed work is reopened at an entry point alone", IDLE],
  ["smllm-enter-repairs", "Work in a state that is gone is repaired by naming any state", IDLE],
  ["smllm-enter-params", "Enter takes the chosen machine's own parameters, each once", IDLE],
  ["smllm-takeover", "Whoever enters held work takes it over, and is told from whom", IDLE],
  ["smllm-resume-idle", "Resume goes back to interrupted work if it is still the session's", IDLE],
  ["smllm-list-paused", "ListPaused shows all paused work, newest first, and writes nothing", IDLE],

  // command guards and actions
  ["smllm-run-env", "Values reach a command as environment, never as text of it", RUNS],
  ["smllm-run-names", "A parameter's variable is its name in upper case, words apart", RUNS],
  ["smllm-run-forms", "A text runs in the shell, a list without one", RUNS],
  ["smllm-run-cwd", "A command runs in its own folder, else the session's", RUNS],
  ["smllm-run-timeout", "A command that takes too long is ended with all its children", RUNS],
  [
    "smllm-run-ends-with-us",
    "A command ends with its caller, children and all, however that ends",
    RUNS,
  ],
  [
    "smllm-run-bounded",
    "What a command prints takes a bounded place, and its end is told exactly",
    RUNS,
  ],
  ["smllm-run-details", "How a command failed is told with the end of its output", RUNS],
  ["smllm-run-no-wait", "A passing command does not wait for what it left running", RUNS],

  // agent text
  ["smllm-text-order", "The lines of a reply stand in their fixed order in one fence", TEXT],
  ["smllm-text-header", "The header names session, machine, state, visit and work", TEXT],
  ["smllm-text-arrival", "A reply tells how the state was reached, and through which", TEXT],
  ["smllm-text-guards", "Each evaluated guard is shown with its result", TEXT],
  ["smllm-text-failures", "Each failed action is shown with its place and reason", TEXT],
  ["smllm-text-escapes", "No value of outside can forge a fence or a line", TEXT],
  ["smllm-text-menu", "The menu shows each event with guidance and parameters", TEXT],
  ["smllm-text-no-menu", "The reply to a valid transition carries no menu", TEXT],
  ["smllm-text-view", "A view shows instructions and menu again, and runs no command", TEXT],
  ["smllm-text-rejection", "A rejection has error and menu, no instructions", TEXT],
  ["smllm-text-idle-list", "The idle list shows machines, interrupted and ten paused works", TEXT],

  // storage
  ["smllm-ids", "Keys and ids are a prefix and six letters that cannot be confused", STORAGE],
  ["smllm-store-layout", "Records lie in their known places, named injectively", STORAGE],
  ["smllm-store-shelves", "An instance lies on the shelf of its status", STORAGE],
  ["smllm-store-records", "Records have their known members and order", STORAGE],
  [
    "smllm-store-refs",
    "A ref is found again and belongs to one instance, in any letter case",
    STORAGE,
  ],
  ["smllm-store-race", "Two who make the same ref at once make one instance", STORAGE],
  ["smllm-store-history", "Each event adds one line to the history of its instance", STORAGE],
  ["smllm-store-corrupt", "A broken record is skipped, and validate tells of it", STORAGE],
  ["smllm-store-whole", "A reader never sees half a record, whoever writes or dies", STORAGE],
  ["smllm-store-no-loss", "Writers side by side lose no update, and versions add up", STORAGE],
  ["smllm-store-full", "A full disk is told as a fault, and nothing is lost", STORAGE],
  ["smllm-store-gitignore", "The state folder ignores itself in git", STORAGE],

  // the row
  ["smllm-row-forms", "The row has its two forms, with the parts that apply", ROW],
  ["smllm-row-nothing", "Nothing to show is zero bytes, or {} as JSON", ROW],
  ["smllm-row-exit", "The status line ends with 0, whatever happens", ROW],
  ["smllm-row-fault", "A fault of the store is told on stderr alone", ROW],
  ["smllm-row-json", "The JSON has its nine keys, always all, each of its type", ROW],
  ["smllm-row-session", "--session names the session, and stdin is not read", ROW],
  ["smllm-row-colours", "Each part has its colour", ROW],
  ["smllm-row-colour-choice", "--color decides, then NO_COLOR if it is not empty", ROW],
  ["smllm-row-reads-only", "The status line writes nothing and takes no lock", ROW],
  ["smllm-row-moved", "Work that moved or cannot be read shows as idle, without a word", ROW],
  ["smllm-row-paused", "Paused work of the session's own machines is counted", ROW],
  ["smllm-row-clean", "No control character of a value reaches the row", ROW],
  ["smllm-row-lean", "The row loads no YAML, TOML, schema or protocol library", ROW],
  ["smllm-row-item", "The item workflow shows the same on the other status line", ROW],

  // hooks
  ["smllm-hook-output", "A hook prints one JSON line with exit 0, or nothing with exit 1", HOOKS],
  [
    "smllm-hook-session-start",
    "A session start binds the conversation and shows where it is",
    HOOKS,
  ],
  [
    "smllm-hook-same-session",
    "The same conversation gets the same session, another its own",
    HOOKS,
  ],
  ["smllm-hook-prompt", "A prompt of the user ends a yield", HOOKS],
  ["smllm-hook-unconfigured", "Without a config hooks answer {} and write nothing", HOOKS],
  ["smllm-hook-bad-input", "Broken input of a hook is read as none", HOOKS],
  ["smllm-stop-allow", "Idle, yielded and unconfigured sessions may stop", HOOKS],
  ["smllm-stop-table", "A stop is blocked until an event, and again after each", HOOKS],
  ["smllm-stop-moved", "A stop with moved work is blocked once, with the new holder", HOOKS],

  // fire
  ["smllm-fire-keyless", "Enter without a session makes one, kept only if it succeeds", FIRE],
  [
    "smllm-fire-own-session",
    "A command cannot fire an event of the session that waits for it",
    FIRE,
  ],
  ["smllm-fire-unknown", "An unknown session is exit 2 with its name", FIRE],
  ["smllm-fire-params", "A parameter is split at its first =, and must have one", FIRE],
  ["smllm-fire-json", "Fire --json prints the reply with its location", FIRE],

  // MCP
  ["smllm-mcp-tool", "The server has one tool, with three optional members", MCP],
  ["smllm-mcp-revisions", "Clients of both revisions of the protocol are answered", MCP],
  ["smllm-mcp-malformed", "Malformed arguments are a tool error that names the member", MCP],
  ["smllm-mcp-pipelined", "Calls sent at once run one after the other", MCP],
  ["smllm-mcp-reloads", "A machine that was edited is read anew, however quickly", MCP],
  ["smllm-mcp-keyless", "Enter without a session binds one to the server's folder", MCP],

  // validate, graph, compile
  ["smllm-validate-form", "A finding is one line with file, line, level, place and rule", VALIDATE],
  ["smllm-validate-all", "All problems are told at once, each once", VALIDATE],
  ["smllm-validate-errors", "What cannot work in a machine is an error of its rule", VALIDATE],
  [
    "smllm-validate-variables",
    "Params that commands would see as one variable are named",
    VALIDATE,
  ],
  [
    "smllm-validate-warnings",
    "Doubtful things are warnings, listed on demand and counted",
    VALIDATE,
  ],
  ["smllm-validate-exit", "Validate is 1 with an error, 0 without, 2 without a config", VALIDATE],
  ["smllm-validate-json", "Validate --json gives errors, warnings and info as data", VALIDATE],
  [
    "smllm-validate-store",
    "Validate tells of work in removed states and of broken records",
    VALIDATE,
  ],
  ["smllm-graph-text", "Graph lists states with marks and transitions", GRAPH],
  ["smllm-graph-mermaid", "Graph --mermaid is a diagram that Mermaid reads", GRAPH],
  ["smllm-graph-json", "Graph --json is the same as data", GRAPH],
  ["smllm-compile", "Compile gives one line with all texts inside, the same from anywhere", GRAPH],
  ["smllm-compile-errors", "Compile of a broken file prints findings on stderr alone", GRAPH],

  // installs
  [
    "smllm-install-claude",
    "Install puts block, server, hooks, permission and skill in place",
    INSTALL,
  ],
  ["smllm-install-again", "A second install writes nothing", INSTALL],
  ["smllm-install-user-content", "What the user wrote around ours stays as it was", INSTALL],
  ["smllm-install-edited", "An edited part is left alone, and restored with --force", INSTALL],
  ["smllm-install-without", "A declined part is remembered and not even read", INSTALL],
  ["smllm-install-target", "The block goes to the agents file that counts", INSTALL],
  [
    "smllm-install-note",
    "A status line that lacks smllm is told, once the first is found",
    INSTALL,
  ],
  [
    "smllm-install-user-scope",
    "User scope registers the server through the claude program",
    INSTALL,
  ],
  ["smllm-install-codex", "Codex gets block, server and hooks", INSTALL],
  ["smllm-install-copilot", "Copilot gets block and server, and its hooks stay silent", INSTALL],
  ["smllm-install-beside", "Both programs' hooks live in one settings file", INSTALL],

  // JavaScript
  ["smllm-embed-anywhere", "The engine runs in Node and in a browser", EMBED],
  [
    "smllm-embed-compiled",
    "What compile prints is what the engine takes, with the same status",
    EMBED,
  ],
  ["smllm-embed-unknown", "Status of an unknown session throws", EMBED],
  ["smllm-embed-host", "A host method that throws is a failed guard, action or read", EMBED],
  ["smllm-embed-storage", "Each saved record is written through to the storage", EMBED],
  ["smllm-embed-state", "Exported state is taken up by another engine", EMBED],
  ["smllm-embed-tool", "The tool is the one of the server, and never throws", EMBED],
  ["smllm-embed-unsupported", "What the host cannot run is listed", EMBED],
  ["smllm-embed-node-files", "In Node records are kept as files, and commands run", EMBED],
];
