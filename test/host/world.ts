/**
 * The host in a real terminal for tests of everybody: the real program with its own home, its runtime and the
 * built-in agent, or the host alone on a played session (`fake-host.ts`). Whoever opens a world must
 * `await world.end()`; nothing of it is left then.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Pty, type PtyOptions, startPty } from "../../src/testing/pty.ts";

export interface HostWorldOptions {
  readonly cols?: number;
  readonly rows?: number;
  /** Text of `config.yaml`. */
  readonly config?: string;
  /** Text of a scenario for the built-in agent; it becomes the configured agent `played`. */
  readonly agentScript?: string;
  readonly mode?: "regular" | "fullscreen";
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of the program. */
  readonly args?: readonly string[];
  /** `played`: the host alone on a session that is played by `fake-host.ts`. */
  readonly program?: "real" | "played";
  /** A program of its own, such as the compiled one, before the arguments. */
  readonly command?: readonly string[];
  readonly osc?: PtyOptions["osc"];
  readonly onBytes?: PtyOptions["onBytes"];
  /** Puts files into the folders before the program starts. */
  readonly prepare?: (folders: Pick<HostWorld, "folder" | "cwd" | "home">) => void;
  /** Text that is on the screen when the world is ready; false: it is not waited for. */
  readonly until?: string | false;
}

export interface HostWorld {
  readonly pty: Pty;
  /** Everything of it lies in here. */
  readonly folder: string;
  /** The folder that is worked in. */
  readonly cwd: string;
  /** `TELLTALE_HOME`; `config.yaml` is in it. */
  readonly home: string;
  readonly screen: () => readonly string[];
  readonly text: () => string;
  readonly type: (text: string) => void;
  /** Keys by name: `enter`, `escape`, `up`, `shift+tab`, `pageup`, `ctrl+g` ..., or a character. */
  readonly press: (...names: readonly string[]) => void;
  /** A bracketed paste. */
  readonly paste: (text: string) => void;
  /** Waits until the text is on the screen; throws with the screen if it does not come. */
  readonly waitForText: (text: string | RegExp, timeoutMs?: number) => Promise<void>;
  /** Waits until it is not on the screen any more. */
  readonly waitForNoText: (text: string | RegExp, timeoutMs?: number) => Promise<void>;
  readonly waitFor: (
    predicate: (screen: readonly string[]) => unknown,
    timeoutMs?: number,
  ) => Promise<void>;
  /** Nothing was written for a while. */
  readonly rest: (quietMs?: number) => Promise<void>;
  /** Number of bytes that the program has written so far. */
  readonly written: () => number;
  readonly end: () => Promise<void>;
}

/** A busy machine starts a program slowly. */
const WAIT_MS = 30_000;
const QUIET_MS = 300;
const ROOT = resolve(import.meta.dir, "../..");

export const BUN = join(ROOT, "node_modules/.bin/bun");
/** How the program is started from the sources. */
export const FROM_SOURCES: readonly string[] = [
  BUN,
  "--no-env-file",
  "--config=/dev/null",
  join(ROOT, "src/cli/main.ts"),
];

const KEYS: Readonly<Record<string, string>> = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  space: " ",
  "shift+tab": "\x1b[Z",
  backspace: "\x7f",
  delete: "\x1b[3~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageup: "\x1b[5~",
  pagedown: "\x1b[6~",
  "ctrl+end": "\x1b[1;5F",
  "ctrl+home": "\x1b[1;5H",
  "alt+enter": "\x1b\r",
  "shift+enter": "\x1b[27;2;13~",
};

/** The bytes of a key as an xterm sends it. */
export function keyBytes(name: string): string {
  const known = KEYS[name];
  if (known !== undefined) return known;
  const control = /^ctrl\+([a-z])$/.exec(name)?.[1];
  if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) - 0x60);
  return name;
}

/** Opens the host; ready when its welcome is on the screen. */
export async function openHostWorld(options: HostWorldOptions = {}): Promise<HostWorld> {
  const folder = mkdtempSync(join(tmpdir(), "host-world-"));
  const home = join(folder, "home");
  const cwd = join(folder, "work");
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(cwd);
  writeFileSync(join(home, "config.yaml"), configText(options, folder), { mode: 0o600 });
  options.prepare?.({ folder, home, cwd });
  let written = 0;
  const pty = startPty(commandOf(options), {
    cols: options.cols ?? 80,
    rows: options.rows ?? 24,
    cwd: options.program === "played" ? ROOT : cwd,
    env: {
      PATH: process.env.PATH ?? "",
      TERM: "xterm-256color",
      LANG: "en_US.UTF-8",
      HOME: folder,
      TMPDIR: folder,
      TELLTALE_HOME: home,
      TELLTALE_AGENT_SPEED: "0",
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
      ...options.env,
    },
    ...(options.osc !== undefined && { osc: options.osc }),
    onBytes: (bytes) => {
      written += bytes.length;
      options.onBytes?.(bytes);
    },
  });
  const world = worldOf(pty, { folder, home, cwd }, () => written);
  const { until = "Telltale" } = options;
  if (until === false) return world;
  try {
    await world.waitForText(until);
  } catch (error) {
    await world.end();
    throw error;
  }
  return world;
}

function commandOf(options: HostWorldOptions): readonly string[] {
  const mode = options.mode ?? "regular";
  if (options.program === "played") return [BUN, join(import.meta.dir, "fake-host.ts"), mode];
  return [...(options.command ?? FROM_SOURCES), "host", `--${mode}`, ...(options.args ?? [])];
}

function configText({ config = "", agentScript }: HostWorldOptions, folder: string): string {
  if (agentScript === undefined) return config;
  const script = join(folder, "scenario.yaml");
  writeFileSync(script, agentScript);
  const command = JSON.stringify(
    [...FROM_SOURCES, "agent", "--script", script].map(quote).join(" "),
  );
  return `${config}\nagent: played\nagents:\n  played:\n    command: ${command}\n`;
}

function quote(word: string): string {
  return `'${word}'`;
}

function worldOf(
  pty: Pty,
  folders: Pick<HostWorld, "folder" | "home" | "cwd">,
  written: () => number,
): HostWorld {
  const waitFor: HostWorld["waitFor"] = async (predicate, timeoutMs = WAIT_MS) => {
    if (await pty.wait(predicate, timeoutMs)) return;
    throw new Error(`what was waited for did not come; the screen:\n${pty.text()}`);
  };
  const has = (text: string | RegExp): boolean =>
    typeof text === "string" ? pty.text().includes(text) : text.test(pty.text());
  let ended: Promise<void> | undefined;
  return {
    ...folders,
    pty,
    screen: pty.screen,
    text: pty.text,
    type: pty.type,
    press: (...names) => {
      for (const name of names) pty.type(keyBytes(name));
    },
    paste: (text) => pty.type(`\x1b[200~${text}\x1b[201~`),
    waitFor,
    waitForText: (text, timeoutMs = WAIT_MS) => waitFor(() => has(text), timeoutMs),
    waitForNoText: (text, timeoutMs = WAIT_MS) => waitFor(() => !has(text), timeoutMs),
    rest: async (quietMs = QUIET_MS) => {
      if (!(await pty.rest(quietMs, WAIT_MS))) throw new Error("it never rests");
    },
    written,
    end() {
      ended ??= pty.end().finally(() => {
        rmSync(folders.folder, { recursive: true, force: true });
      });
      return ended;
    },
  };
}
