/** How an agent is started and what is odd about it: data, one file an agent in `agents/`. */

export interface AgentSpec {
  /** The name by which a person chooses it. */
  readonly name: string;
  readonly title: string;
  /** Program and arguments; the program is looked up on PATH. `{telltale}` is this program itself. */
  readonly command: readonly string[];
  /** Added to the environment of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What to do if the program is missing. */
  readonly hint: string;
  readonly quirks: AgentQuirks;
}

/** What the runtime must know of an agent that ACP does not say. Absent: as ACP has it. */
export interface AgentQuirks {
  /** Mode that is set after a session was opened, as the one it starts in asks for nothing. */
  readonly initialMode?: string;
  /** Only in place of one of these modes. Absent: of any. */
  readonly silentModes?: readonly string[];
  /** Titles of permission requests that are a plan to approve, beside tool kind `switch_mode`. */
  readonly planTitles?: readonly string[];
  /** Names of tools that delegate to a member, where tool calls are all that tells of members. */
  readonly delegateTools?: readonly string[];
  /** Words of the mode that is plan mode. Absent: `plan`. */
  readonly planMode?: string;
  /** Milliseconds that `initialize` and `session/new` may take; some programs start slowly. */
  readonly startTimeoutMs?: number;
  /** The first usage that it reports is of before any request and says nothing. */
  readonly ignoresZeroUsage?: true;
  /** Method with which a running turn takes more text, where it announces that in `_meta`. */
  readonly steerMeta?: string;
  /** What `session/load` replays comes after its answer, and nothing says where it ends. */
  readonly replaysLate?: true;
  /** Its modes are how much it thinks, which it also offers as an option; they are not modes of asking. */
  readonly modesAreThinking?: true;
  /** Members of a call's input that are the agent's own books and say nothing of what the call does. */
  readonly inputBooks?: readonly string[];
}
