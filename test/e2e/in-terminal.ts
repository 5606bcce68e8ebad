/** The program, from the sources, in a real terminal that reads its reports. */
import { resolve } from "node:path";
import { processTree } from "../../src/testing/process-tree.ts";
import { type Pty, startPty } from "../../src/testing/pty.ts";

/** The program as a shell calls it. */
export const TELLTALE: readonly string[] = [
  process.execPath,
  resolve(import.meta.dir, "../../src/cli/main.ts"),
];

/** Longer than anything here takes on a machine with other work to do. */
export const WAIT_MS = 15_000;

const ENV = {
  PATH: `${import.meta.dir}/bin:${process.env.PATH ?? ""}`,
  LANG: "C.UTF-8",
  PS1: "$ ",
  HISTFILE: "/dev/null",
  // What the shells of the tests call: a word on the PATH, as the checkout may stand anywhere.
  TELLTALE: "telltale",
  TELLTALE_BUN: process.execPath,
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
};

export interface InTerminal extends Pty {
  /** Bodies of OSC 7501 that reached the terminal, texts decoded. */
  readonly reports: readonly string[];
  /** Waits for a row with this text, or fails with the screen. */
  see(text: string): Promise<void>;
  /** The same for a row that is this text. */
  seeRow(text: string): Promise<void>;
  /** Waits until the shell is alone again, so that it gets the next keys. */
  prompt(): Promise<void>;
  /** The same for a report; texts in it are decoded. */
  hear(report: string): Promise<void>;
  /** Types a line. */
  enter(line: string): void;
}

export interface InTerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
  /** What the terminal answers to a query; absent: it reads reports. */
  readonly reply?: string | null;
}

const READS = "\x1b]7501;?\x1b\\";

/** Starts any command; `telltale(...)` makes one of the program. */
export function startInside(
  command: readonly string[],
  options: InTerminalOptions = {},
): InTerminal {
  const reports: string[] = [];
  const { reply = READS, env, ...size } = options;
  const pty = startPty(command, {
    cols: 100,
    rows: 30,
    ...size,
    env: { ...ENV, ...env },
    osc: {
      7501: (body) => {
        reports.push(readable(body));
        return body === "?" ? (reply ?? undefined) : undefined;
      },
    },
  });
  const expectRow = async (found: () => boolean, what: string): Promise<void> => {
    if (await pty.wait(found, WAIT_MS)) return;
    throw new Error(`no ${what} in:\n${pty.text()}\nreports:\n${reports.join("\n")}`);
  };
  return {
    ...pty,
    reports,
    see: (text) => expectRow(() => pty.history().some((row) => row.includes(text)), text),
    seeRow: (text) => expectRow(() => pty.history().some((row) => row.trimEnd() === text), text),
    prompt: () => expectRow(() => processTree(pty.pid).length === 1, "end"),
    hear: (report) => expectRow(() => reports.includes(report), `report ${report}`),
    enter: (line) => pty.type(`${line}\r`),
  };
}

/** A call of the program. */
export function telltale(...args: readonly string[]): readonly string[] {
  return [...TELLTALE, ...args];
}

/** A person's shell in the terminal, with `$TELLTALE` for the program. */
export async function startShell(options: InTerminalOptions = {}): Promise<InTerminal> {
  const shell = startInside(["bash", "--norc", "--noprofile", "-i"], options);
  await shell.see("$ ");
  return shell;
}

function readable(body: string): string {
  return body.replaceAll(/(?<=(?:title|msg)=)[^:]+/g, (text) =>
    Buffer.from(text, "base64").toString(),
  );
}

/** Whether a process runs; one that ended and was not waited for does not. */
export function isRunning(pid: number): boolean {
  const { stdout } = Bun.spawnSync(["ps", "-o", "stat=", "-p", String(pid)]);
  const state = stdout.toString().trim();
  return state !== "" && !state.startsWith("Z");
}

/** Waits until none of the processes runs; gives those that stay. */
export async function untilEnded(pids: readonly number[]): Promise<readonly number[]> {
  const deadline = performance.now() + WAIT_MS;
  let left = pids.filter(isRunning);
  while (left.length > 0 && performance.now() < deadline) {
    await Bun.sleep(30);
    left = left.filter(isRunning);
  }
  return left;
}
