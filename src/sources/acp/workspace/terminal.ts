/** One command that runs for an agent (ACP calls it a terminal): a process tree and its last output. */
import type { TerminalExitStatus } from "@agentclientprotocol/sdk";
import { ok, type Result } from "../../../base/result.ts";
import { rememberRun } from "../../custom-command/live-runs.ts";
import { startKeeper } from "../process/process-keeper.ts";
import { endTree, killTreeNow, MARK_VARIABLE, newMark } from "../process/process-tree.ts";
import { shellWord } from "../shell-word.ts";
import { createOutputRing } from "./output-ring.ts";
import { notFound, type ServeFault, systemFault } from "./serve-fault.ts";

export interface Terminal {
  readonly command: string;
  readonly output: () => string;
  readonly isTruncated: () => boolean;
  readonly exitStatus: () => TerminalExitStatus | undefined;
  /** Settles when the command has ended and what it printed was read. Never rejects. */
  readonly exited: Promise<TerminalExitStatus>;
  /** Ends the command with all that it started; what it printed stays. Never rejects. */
  readonly end: () => Promise<void>;
}

export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** A path to that very folder, whatever the name leads to by then. */
  readonly heldCwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitBytes: number;
  readonly platform: NodeJS.Platform;
  /** It printed something or ended. */
  readonly onChange: () => void;
}

/** What a child still prints after the command has ended comes with the next look. */
const DRAIN_MS = 300;
/** A command that is stopped has nothing to put in order for long. */
const TERM_WAIT_MS = 500;

/** Both streams in one pipe, so that lines come in the order in which they were printed. */
const ONE_STREAM = ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh"] as const;

/** What makes a line of a shell out of words: blanks, quotes, variables, and what joins commands. */
const LINE_OF_SHELL = /[\s;&|<>()$`"']/;

/** Starts a program with arguments, or what stands whole in the place of a program as a line of the shell. */
export function startTerminal(options: TerminalOptions): Result<Terminal, ServeFault> {
  const { command, cwd, env, platform } = options;
  const mark = newMark();
  const isWindows = platform === "win32";
  const words = wordsOf(options);
  if (words === undefined) return notFound(`cannot run ${command}: there is no such program`);
  let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  try {
    child = Bun.spawn(isWindows ? words : [...ONE_STREAM, ...words], {
      cwd: options.heldCwd ?? cwd,
      env: { ...env, [MARK_VARIABLE]: mark },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: !isWindows,
      windowsHide: true,
    });
  } catch (error) {
    return systemFault("run", command, error);
  }
  return ok(watched(child, mark, options));
}

/** The program and its arguments; undefined if there is none of that name. */
function wordsOf({ command, args, cwd, env, platform }: TerminalOptions): string[] | undefined {
  const program = Bun.which(command, { PATH: env.PATH ?? "", cwd });
  if (program !== null) return [program, ...args];
  const isLine = args.length === 0 && LINE_OF_SHELL.test(command);
  return isLine && platform !== "win32" ? ["/bin/sh", "-c", command] : undefined;
}

function watched(
  child: Bun.Subprocess<"ignore", "pipe", "pipe">,
  mark: string,
  { command, args, limitBytes, platform, onChange }: TerminalOptions,
): Terminal {
  const ring = createOutputRing(limitBytes);
  const tree = { pid: child.pid, mark, platform };
  const releaseKeeper = startKeeper(child.pid, platform);
  const forget = rememberRun(() => killTreeNow(tree));
  let status: TerminalExitStatus | undefined;
  const read = async (stream: ReadableStream<Uint8Array>) => {
    try {
      for await (const chunk of stream) {
        ring.add(chunk);
        onChange();
      }
    } catch {
      // The stream broke with its process.
    }
  };
  const streams = Promise.all([read(child.stdout), read(child.stderr)]);
  const exited = (async () => {
    await child.exited;
    await Promise.race([streams, Bun.sleep(DRAIN_MS)]);
    const { exitCode, signalCode } = child;
    status = signalCode === null ? { exitCode } : { signal: String(signalCode) };
    onChange();
    return status;
  })();
  let ending: Promise<void> | undefined;
  const end = async () => {
    await endTree(tree, TERM_WAIT_MS);
    await exited;
    releaseKeeper();
    forget();
  };
  return {
    command: [command, ...args.map(shellWord)].join(" "),
    output: ring.text,
    isTruncated: ring.isTruncated,
    exitStatus: () => status,
    exited,
    end: () => {
      ending ??= end();
      return ending;
    },
  };
}
