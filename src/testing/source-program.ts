/**
 * The program from its sources as a process of its own, for tests of commands that wait, signal and
 * end. Whoever starts one awaits its answer, or ends it.
 */
import { resolve } from "node:path";

const MAIN = resolve(import.meta.dir, "../cli/main.ts");

export interface SourceProgramOptions {
  readonly cwd: string;
  /** The whole environment but PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: "ignore" | "pipe" | Blob;
}

/** What a call has said in the end. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface SourceProgram {
  readonly pid: number;
  readonly answer: Promise<Answer>;
  /** What is said on stderr first. */
  readonly told: Promise<string>;
  /** Writes to its standard input, if that is a pipe. */
  readonly say: (text: string) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Whether it still runs after a time. */
  readonly isOpen: (ms: number) => Promise<boolean>;
}

/** Starts `telltale` with arguments. */
export function startSource(
  args: readonly string[],
  { cwd, env = {}, stdin = "ignore" }: SourceProgramOptions,
): SourceProgram {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  const told = Promise.withResolvers<string>();
  const readErrors = async (): Promise<string> => {
    let text = "";
    for await (const bytes of child.stderr) {
      text += new TextDecoder().decode(bytes);
      told.resolve(text);
    }
    return text;
  };
  const answer = Promise.all([child.exited, child.stdout.text(), readErrors()]).then(
    ([code, out, err]): Answer => ({ code, out, err }),
  );
  return {
    pid: child.pid,
    answer,
    told: told.promise,
    say(text) {
      if (typeof child.stdin !== "object") throw new Error("its standard input is no pipe");
      child.stdin.write(text);
      child.stdin.flush();
    },
    kill: (signal) => child.kill(signal),
    isOpen: async (ms) =>
      (await Promise.race([answer, Bun.sleep(ms).then(() => undefined)])) === undefined,
  };
}
