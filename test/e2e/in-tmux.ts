/** A call of the program in a real tmux, and what of it leaves tmux for the terminal outside. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPty } from "../../src/testing/pty.ts";
import { startTmux } from "../../src/testing/tmux.ts";
import { TELLTALE, WAIT_MS } from "./in-terminal.ts";

const ENV = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TERM: "xterm-256color" };

export interface LeavingTmux {
  /** It ended in time; the row `ended CODE` is in `rows`. */
  readonly ended: boolean;
  /** Every byte that the terminal outside got. */
  readonly outside: string;
  /** Every byte that was written in the pane. */
  readonly pane: string;
  /** The rows of the pane at the end, joined. */
  readonly rows: string;
}

/** Types the call, without the program's name, into a shell in tmux with a client on a terminal. */
export async function leavingTmux(passthrough: "on" | "off", call: string): Promise<LeavingTmux> {
  const folder = mkdtempSync(join(tmpdir(), "telltale-tmux-"));
  const pane = join(folder, "pane");
  const tmux = startTmux(["/bin/sh"], {
    env: { PS1: "> ", ENV: "", BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
    setup: [["set", "-g", "allow-passthrough", passthrough]],
  });
  const client = startPty(["tmux", "-u", "-S", tmux.socket, "attach"], { env: ENV });
  try {
    await client.wait((rows) => rows[0]?.startsWith(">"), WAIT_MS);
    tmux.run("pipe-pane", "-t", "main", `cat >> ${pane}`);
    const program = TELLTALE.map((word) => `'${word}'`).join(" ");
    // The end is not in the command as it is typed, so it is seen only once it is over.
    tmux.type(`clear; ${program} ${call}; echo en''ded $?`);
    tmux.sendKeys("Enter");
    const isOver = (rows: readonly string[]) => rows.some((row) => /^ended \d/.test(row));
    const ended = await tmux.wait(isOver, WAIT_MS);
    await client.wait(isOver, WAIT_MS);
    return {
      ended,
      outside: Buffer.from(client.raw()).toString(),
      pane: readFileSync(pane, "utf8"),
      rows: tmux.capture().join("\n"),
    };
  } finally {
    await client.end();
    await tmux.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
