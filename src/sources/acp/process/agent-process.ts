/** Starts the process of an agent and ends it with everything that it started. */
import { failed, ok, type Result } from "../../../base/result.ts";
import { errorCode, errorText } from "../../../files/system-error.ts";
import { cleanLine } from "../../../text/clean.ts";
import { rememberRun } from "../../custom-command/live-runs.ts";
import { startKeeper } from "./process-keeper.ts";
import { endTree, killTreeNow, MARK_VARIABLE, newMark } from "./process-tree.ts";
import { DRAIN_MS, readStderrLines } from "./stderr-lines.ts";

export interface AgentProcess {
  /** Leads a process group and a session of its own. */
  readonly pid: number;
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: ReadableStream<Uint8Array>;
  /** Settles once, when the process is gone and all that it started with it. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Closes stdin and waits; then SIGTERM and waits; then SIGKILL, each to all that it started. Resolves
   * when `ended` has. A second call waits for the first. Never rejects.
   */
  readonly end: () => Promise<void>;
}

export interface ProcessEnd {
  readonly exitCode?: number;
  readonly signal?: string;
  /** The last line of stderr that is not blank, cleaned. */
  readonly lastStderr?: string;
}

export interface AgentProcessOptions {
  /** Program and arguments; the program is looked up on the PATH of `env`. */
  readonly command: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** A line of stderr, cleaned and bounded. Must not throw. */
  readonly onStderrLine?: (line: string) => void;
}

/** After the end of its stdin an agent puts its session in order; the known ones take less. */
const STDIN_WAIT_MS = 1500;

/** A process that waits for a disk cannot even be killed; it is not waited for without an end. */
const REAP_WAIT_MS = 3000;

/** Starts the process, or says why it could not be started. */
export function startAgentProcess(options: AgentProcessOptions): Result<AgentProcess> {
  const mark = newMark();
  const started = spawn(options, mark);
  if (!started.ok) return started;
  const child = started.value;
  const tree = { pid: child.pid, mark, platform: options.platform };
  const releaseKeeper = startKeeper(child.pid, options.platform);
  const forget = rememberRun(() => killTreeNow(tree));
  const stderr = readStderrLines(child.stderr, options.onStderrLine ?? (() => {}));
  const stdin = createStdin(child.stdin);
  const asked = Promise.withResolvers<void>();

  const run = async (): Promise<ProcessEnd> => {
    await Promise.race([child.exited, asked.promise]);
    stdin.close();
    await Promise.race([child.exited, Bun.sleep(STDIN_WAIT_MS)]);
    await endTree(tree);
    await Promise.race([child.exited, Bun.sleep(REAP_WAIT_MS)]);
    releaseKeeper();
    forget();
    await Promise.race([stderr.done, Bun.sleep(DRAIN_MS)]);
    const { exitCode, signalCode } = child;
    const lastStderr = stderr.last();
    return {
      ...(exitCode !== null && signalCode === null && { exitCode }),
      ...(signalCode !== null && { signal: String(signalCode) }),
      ...(lastStderr !== undefined && { lastStderr }),
    };
  };
  const ended = run();
  return ok({
    pid: child.pid,
    stdin: stdin.stream,
    stdout: child.stdout,
    ended,
    end: async () => {
      asked.resolve();
      await ended;
    },
  });
}

function spawn({ command, cwd, env, platform }: AgentProcessOptions, mark: string) {
  const program = command[0];
  if (program === undefined || program === "") return failed("the command of the agent is empty");
  try {
    return ok(
      Bun.spawn([...command], {
        cwd,
        env: { ...env, [MARK_VARIABLE]: mark },
        stdin: "pipe",
        stdout: "pipe",
        stderr: "pipe",
        detached: platform !== "win32",
        windowsHide: true,
      }),
    );
  } catch (error) {
    const name = cleanLine(program);
    // The system says the same of a missing folder to start in.
    if (errorCode(error) === "ENOENT") {
      return failed(`cannot start ${name}: it was not found on the PATH, or ${cwd} is no folder`);
    }
    return failed(`cannot start ${name}: ${errorText(error)}`);
  }
}

interface Stdin {
  readonly stream: WritableStream<Uint8Array>;
  /** What is written afterwards is lost; nothing throws. */
  readonly close: () => void;
}

function createStdin(sink: Bun.FileSink): Stdin {
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    // A process that does not read leaves bytes in it; their fate is that of the process.
    void Promise.resolve()
      .then(() => sink.end())
      .catch(() => {});
  };
  const stream = new WritableStream<Uint8Array>({
    async write(chunk) {
      if (isClosed) throw new Error("the agent's stdin is closed");
      sink.write(chunk);
      await sink.flush();
    },
    close,
    abort: close,
  });
  return { stream, close };
}
