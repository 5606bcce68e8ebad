/** Runs a command for `run` and `spy`: starts it, says why it did not start, ends as it did. */
import type { ChildTerminal, ChildTerminalOptions } from "../../sources/child-terminal/child.ts";
import { startInTerminal } from "../../sources/child-terminal/child-terminal.ts";
import { type Ending, endLike } from "../../sources/child-terminal/ending.ts";
import type { Tty } from "../../tty/tty.ts";
import { printable } from "../arguments.ts";
import type { Io } from "../io.ts";

/** What `run` and `spy` say of a command that cannot start, in the codes of shells. */
export const COMMAND_EXIT_CODES = [
  { code: 126, when: "CMD cannot be run" },
  { code: 127, when: "there is no CMD" },
] as const;

export interface CommandRun {
  readonly name: string;
  readonly argv: readonly string[];
  readonly io: Io;
  readonly tty: Tty | undefined;
  /** Everything about the command's terminal but what is above; `env` absent: ours. */
  readonly options: Omit<ChildTerminalOptions, "program" | "env" | "cwd" | "tty"> &
    Partial<Pick<ChildTerminalOptions, "env">>;
  readonly onStarted: (child: ChildTerminal) => void;
  /** Everything is put back; what is written now stands below the command's output. */
  readonly onEnded?: (ending: Ending) => void;
}

/** The exit code; where the command died by a signal this process does too, and does not return. */
export async function runCommand(run: CommandRun): Promise<number> {
  const { argv, io, tty, options } = run;
  // It lives as long as its command, and all output passes through it.
  Bun.unsafe.setJITPolicy(1);
  const started = await startInTerminal(argv, {
    env: io.env,
    ...options,
    program: io.program,
    cwd: io.cwd,
    ...(tty !== undefined && { tty }),
  });
  if (!started.ok) {
    tty?.close();
    const { code, reason } = started.reason;
    io.err(`telltale ${run.name}: ${printable(argv[0] ?? "")}: ${reason}\n`);
    return code;
  }
  run.onStarted(started.value);
  const ending = await started.value.ended;
  tty?.close();
  run.onEnded?.(ending);
  return endLike(ending);
}
