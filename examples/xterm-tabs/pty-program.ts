/** A process in a PTY of its own. POSIX only, as `Bun.spawn({terminal})` is. */
import type { Program } from "./program.ts";

/** A program that was hung up on has this long to tidy up before it is killed. */
const GRACE_MS = 500;
/** The last bytes come just after the end of the process. */
const DRAIN_MS = 50;

export interface PtyOptions {
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** `command` (program and arguments) as a program for a tab. */
export function ptyProgram(
  name: string,
  command: readonly string[],
  { cwd, env }: PtyOptions,
): Program {
  return {
    name,
    start(output, size) {
      const child = Bun.spawn([...command], {
        cwd,
        env: { ...env, TERM: "xterm-256color", COLORTERM: "truecolor" },
        terminal: {
          ...size,
          // The buffer is used again after the call.
          data: (_pty, bytes) => void (ending === undefined && output.write(bytes.slice())),
        },
      });
      const pty = child.terminal;
      const tty = ttyOf(child.pid);
      let ending: Promise<void> | undefined;
      const hangUp = async () => {
        // By their terminal, which they lose when it closes: also jobs that its shell left behind.
        const isOver = child.exitCode !== null || child.signalCode !== null;
        const pids = isOver ? pidsOn(tty) : [child.pid, ...pidsOn(tty)];
        pty?.close();
        for (const pid of pids) signal(pid, "SIGHUP");
        if (pids.length > 0) await Promise.race([allGone(pids), Bun.sleep(GRACE_MS)]);
        for (const pid of pids) signal(pid, "SIGKILL");
        await child.exited;
      };
      void child.exited.then(async (code) => {
        await Bun.sleep(DRAIN_MS);
        if (ending !== undefined) return;
        ending = hangUp();
        await ending;
        output.exited(child.signalCode === null ? `exit ${code}` : String(child.signalCode));
      });
      return {
        write: (bytes) => void (ending === undefined && pty?.write(bytes)),
        resize: ({ cols, rows }) => void (ending === undefined && pty?.resize(cols, rows)),
        end() {
          ending ??= hangUp();
          return ending;
        },
      };
    },
  };
}

/** `pts/3` and the like, or undefined if the process is gone already. */
function ttyOf(pid: number): string | undefined {
  const name = listed("-o", "tty=", "-p", String(pid))[0];
  return name === undefined || name.startsWith("?") ? undefined : name;
}

function pidsOn(tty: string | undefined): readonly number[] {
  return listed("-A", "-o", "pid=,tty=")
    .map((line) => line.split(/\s+/))
    .filter(([, name]) => name === tty)
    .map(([pid]) => Number(pid));
}

/** The lines of `ps`, trimmed, empty ones left out. */
function listed(...args: readonly string[]): readonly string[] {
  const { stdout } = Bun.spawnSync(["ps", ...args]);
  return stdout
    .toString()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

async function allGone(pids: readonly number[]): Promise<void> {
  for (let wait = 5; pids.some((pid) => signal(pid, 0)); wait += 5) await Bun.sleep(wait);
}

/** Whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
