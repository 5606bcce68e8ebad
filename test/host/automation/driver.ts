/**
 * A program that drives an agent in a pane of tmux and knows the `[V]` contract alone: it types, waits with
 * `telltale wait`, and reads nothing else from the screen.
 */
import type { Tmux } from "../../../src/testing/tmux.ts";

/** A record as `telltale wait --json` prints it. */
export interface SeenRecord {
  readonly seq: string;
  readonly state: string;
  readonly session?: string;
  readonly turn?: string;
  readonly request?: string;
  readonly agents: { readonly active: number; readonly total: number };
  readonly background: number;
}

/** What a driver saw, and when at the latest. */
export interface Sighting {
  readonly record: SeenRecord;
  readonly atMs: number;
}

export interface Driver {
  /** Waits for one of the states, in a record after `seq`. Throws if another end comes first. */
  readonly wait: (states: string, seq?: string, more?: readonly string[]) => Promise<Sighting>;
  readonly type: (text: string) => void;
  readonly press: (...keys: readonly string[]) => void;
}

/** Longer than any turn of these takes, also on a busy machine. */
const TIMEOUT = "60s";

export function createDriver(tmux: Tmux, program: string): Driver {
  return {
    async wait(states, seq, more = []) {
      const words = [program, "wait", "--pane", "main", "--socket", tmux.socket, "--json"];
      words.push(
        "--state",
        states,
        "--timeout",
        TIMEOUT,
        ...(seq ? ["--after", seq] : []),
        ...more,
      );
      const child = Bun.spawn(words, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
      const [out, err, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      const atMs = Date.now();
      if (code !== 0) throw new Error(`wait ${states} after ${seq}: code ${code}\n${out}${err}`);
      return { record: JSON.parse(out), atMs };
    },
    type(text) {
      tmux.type(text);
      tmux.sendKeys("Enter");
    },
    press: (...keys) => tmux.sendKeys(...keys),
  };
}
