/** How many colours may be written, from what the person asked for and what the environment says. */

/** How many colours a terminal has. */
export type ColorDepth = "none" | "16" | "256" | "truecolor";

/** `--color`: `always` and `never` are the person's word and beat every variable. */
export type ColorChoice = "auto" | "always" | "never";

/** Environment variables, as an argument. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** All that decides on colours. */
export interface ColorInput {
  readonly env: Environment;
  readonly choice: ColorChoice;
  /** Stdout is a terminal, or a harness reads it that is known to draw colours. */
  readonly takesColor: boolean;
}

/** `FORCE_COLOR` by value; any other text means at least 16 colours. */
const FORCED: ReadonlyMap<string, ColorDepth> = new Map([
  ["0", "none"],
  ["false", "none"],
  ["2", "256"],
  ["3", "truecolor"],
]);

/** Multiplexers that draw 256 colours and often leave that out of their name. */
const MULTIPLEXERS: readonly string[] = ["tmux", "screen"];

/**
 * The depth, by a fixed precedence; the first that applies wins:
 *
 * 1. choice `never`: none; choice `always`: what the terminal's name says, at least 16
 * 2. `NO_COLOR` not empty: none
 * 3. `FORCE_COLOR` set: 0/false none, 2 is 256, 3 is truecolor, else as the name says, at least 16
 * 4. `TERM=dumb`: none
 * 5. nothing that takes colour reads it: none
 * 6. as the name says: `COLORTERM`, then `TERM`; without either, 16
 *
 * With `always`, `FORCE_COLOR` 2 and 3 still choose the depth.
 */
export function colorDepth({ env, choice, takesColor }: ColorInput): ColorDepth {
  if (choice === "never") return "none";
  const force = env.FORCE_COLOR?.trim().toLowerCase();
  const forced = force === undefined ? undefined : (FORCED.get(force) ?? namedDepth(env));
  if (choice === "always")
    return forced === undefined || forced === "none" ? namedDepth(env) : forced;
  if ((env.NO_COLOR ?? "") !== "") return "none";
  if (forced !== undefined) return forced;
  return env.TERM === "dumb" || !takesColor ? "none" : namedDepth(env);
}

/**
 * What the terminal's name promises. A harness may pass no `TERM` at all: 16 colours look right in
 * every terminal with colours, more could come out wrong.
 */
function namedDepth(env: Environment): ColorDepth {
  const colorTerm = (env.COLORTERM ?? "").toLowerCase();
  if (colorTerm === "truecolor" || colorTerm === "24bit") return "truecolor";
  const term = (env.TERM ?? "").toLowerCase();
  const multiplexed = MULTIPLEXERS.some((name) => term.startsWith(name));
  return term.includes("256color") || multiplexed ? "256" : "16";
}
