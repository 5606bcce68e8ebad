/**
 * The contract of a harness: an agent program that hands its state to a status line command.
 * To add one: a folder here with its manifest and its adapter, and a line in `registry.ts`.
 */
import type { Fact } from "../../status/facts/fact.ts";
import type { Tokens } from "../../status/facts/tokens.ts";
import type { Observation } from "../sessions/observation.ts";

/** Environment variables, as an argument: nothing here reads the process's own. */
export type Env = Readonly<Record<string, string | undefined>>;

/** A payload after parsing: a mapping whose members may be missing, wrong or unheard of. */
export type Payload = Readonly<Record<string, unknown>>;

/** What is known of a harness without running it. Plain data. */
export interface HarnessManifest {
  /** Kebab-case; equals the folder name, and is what `--harness` takes. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Colours in a row reach the screen. */
  readonly takesColor: boolean;
  /** Blanks at the start of a row are removed: a row must start with a character that is none. */
  readonly trimsRows: boolean;
  /** Columns of the terminal's width that the harness keeps for itself. */
  readonly keptCols: number;
  /** Rows beyond this many are not shown; absent: no limit is known. */
  readonly maxRows?: number;
  /** Name under which workflows bind the sessions of this harness; absent where nothing binds them. */
  readonly boundAs?: string;
  /** Where the figures come from: a version, and whether they were seen or read. */
  readonly basis: string;
}

/**
 * What a payload says about the use of the context window:
 * - `measured`: the facts hold a measurement;
 * - `unknown`: nothing; what is remembered of the same session still holds;
 * - `reset`: nothing yet, and what was measured before no longer holds (the context was
 *   summarised). The facts then hold a measurement without numbers, which clears older ones.
 */
export type ContextState = "measured" | "unknown" | "reset";

/** A payload in words of the model. */
export interface Adapted {
  /** In the order in which they are to be folded: the session first. */
  readonly facts: readonly Fact[];
  readonly context: ContextState;
}

/** Which session a witness beside the payload is asked about. */
export interface SessionQuery {
  readonly env: Env;
  readonly sessionId: string;
}

/** What the harness's own record of a session says. Absent members are unknown. */
export interface History {
  /** Billed tokens of the session. */
  readonly totals?: Tokens;
  /** The use by the record; after a summary an estimate, with the use that it took the place of. */
  readonly context?: {
    readonly usedTokens: number;
    readonly source: "usage" | "estimate";
    readonly replacedTokens?: number;
  };
  readonly permissionMode?: { readonly mode: string; readonly atMs?: number };
  readonly title?: string;
  /** False: there is more than could be read this time, and nothing is said yet. */
  readonly caughtUp: boolean;
  readonly notes: readonly string[];
}

/** One event of the harness's hooks, to be kept for the line. */
export interface HookRun {
  /** The hook's JSON, parsed. */
  readonly payload: unknown;
  readonly stateDir: string;
  readonly nowMs: number;
}

/** A harness with what reads its payloads; members beyond `adapt` are what only some can do. */
export interface Harness extends HarnessManifest {
  /** Whether this harness sent the payload. Asked in the order of the registry; never throws. */
  readonly recognises: (payload: Payload, env: Env) => boolean;
  /** The facts of a payload. A wrong member costs itself and nothing else; never throws. */
  readonly adapt: (payload: Payload) => Adapted;
  /** Columns of `COLUMNS` that are not ours; may read the harness's settings of that directory. */
  readonly widthTakenCols: (env: Env, projectDir?: string) => number;
  /** Columns of one row as the payload itself says them: no more is taken off. */
  readonly rowWidthCols?: (payload: Payload) => number | undefined;
  /** Directory in which the harness keeps its settings and sessions; absent without a home. */
  readonly dataDir?: (env: Env) => string | undefined;
  /** What the harness itself says a live session is doing, and since when. */
  readonly observe?: (query: SessionQuery) => Observation | undefined;
  /** Reads on in the record that the harness keeps of a session. */
  readonly readHistory?: (query: { path: string; cacheFile?: string }) => History;
}
