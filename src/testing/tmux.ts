/**
 * A program in a tmux of its own: own server, own socket, no configuration of the user, so that it
 * neither disturbs nor is disturbed by a tmux that a person runs. Whoever starts one must `end()` it.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { endProcessTree } from "./process-tree.ts";

const COMMAND_TIMEOUT_MS = 5000;
const POLL_MS = 25;

export interface TmuxOptions {
  readonly cols?: number;
  readonly rows?: number;
  /** The whole environment of the server and the program in it. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** tmux commands to run before the program starts, such as `set -g status-interval 1`. */
  readonly setup?: readonly (readonly string[])[];
}

export interface Tmux {
  /** The socket's path, for clients of one's own (`tmux -S`). */
  readonly socket: string;
  /** Runs one tmux command on this server; its stdout, or an error with its stderr. */
  run(...words: readonly string[]): string;
  /** Presses keys by tmux's names (`Enter`, `Escape`, `BTab`, `C-c`). */
  sendKeys(...keys: readonly string[]): void;
  /** Types text literally. */
  type(text: string): void;
  /** The rows of the pane without trailing blanks; with `styles`, SGR is kept. */
  capture(options?: { readonly styles?: boolean }): readonly string[];
  resize(cols: number, rows: number): void;
  cursor(): { readonly row: number; readonly col: number };
  /** Polls until `predicate` holds for the pane; false when it did not in time. */
  wait(predicate: (rows: readonly string[]) => unknown, timeoutMs: number): Promise<boolean>;
  /** Ends the server, all panes and their children, and removes the socket. */
  end(): Promise<void>;
}

/** The version (`3.3a`), or undefined where tmux is not installed. */
export function tmuxVersion(): string | undefined {
  if (Bun.which("tmux") === null) return undefined;
  const run = Bun.spawnSync(["tmux", "-V"]);
  return /tmux\s+(\S+)/.exec(run.stdout.toString())?.[1];
}

/** Starts `command` in a new tmux server. Throws if tmux is missing: ask `tmuxVersion` first. */
export function startTmux(command: readonly string[], options: TmuxOptions = {}): Tmux {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tmux-"));
  const socket = path.join(folder, "s");
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    HOME: folder,
    ...options.env,
  };
  const run = (...words: readonly string[]): string => {
    const result = Bun.spawnSync(["tmux", "-u", "-S", socket, "-f", "/dev/null", ...words], {
      env,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      timeout: COMMAND_TIMEOUT_MS,
    });
    if (result.exitCode !== 0)
      throw new Error(`tmux ${words.join(" ")}: ${result.stderr.toString().trim()}`);
    return result.stdout.toString();
  };
  const size = ["-x", String(options.cols ?? 80), "-y", String(options.rows ?? 24)];
  const resize = ["resize-window", "-t", "main", ...size];
  // A first idle window keeps the server alive while the setup runs; the program's window replaces it.
  run("new-session", "-d", "-s", "main", ...size, "sleep 3600");
  // A new session's window lacks the row of tmux's own status line; the resize makes it exact.
  for (const words of [["set", "-g", "window-size", "manual"], resize, ...(options.setup ?? [])])
    run(...words);
  run("respawn-pane", "-k", "-t", "main", "--", ...command);
  const serverPid = Number(run("display-message", "-p", "#{pid}"));
  const capture = (how: { readonly styles?: boolean } = {}): readonly string[] =>
    run("capture-pane", "-p", ...(how.styles ? ["-e"] : []), "-t", "main")
      .replace(/\n$/, "")
      .split("\n");
  return {
    socket,
    run,
    sendKeys: (...keys) => void run("send-keys", "-t", "main", ...keys),
    type: (text) => void run("send-keys", "-t", "main", "-l", "--", text),
    capture,
    resize: (cols, rows) =>
      void run("resize-window", "-t", "main", "-x", String(cols), "-y", String(rows)),
    cursor() {
      const [row, col] = run("display-message", "-p", "-t", "main", "#{cursor_y} #{cursor_x}")
        .split(" ")
        .map(Number);
      return { row: row ?? 0, col: col ?? 0 };
    },
    async wait(predicate, timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        if (predicate(capture())) return true;
        if (performance.now() >= deadline) return false;
        await Bun.sleep(POLL_MS);
      }
    },
    async end() {
      await endProcessTree(serverPid);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
