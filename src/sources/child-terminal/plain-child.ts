/**
 * A command without a terminal of its own: its streams are ours, it stays in our process group, and
 * keys that are signals (Ctrl+C, Ctrl+Z) reach it together with us.
 */
import { isatty } from "node:tty";
import { ok, type Result } from "../../base/result.ts";
import type { Tty } from "../../tty/tty.ts";
import type { ChildTerminal, ChildTerminalOptions } from "./child.ts";
import { isOpen, namedDescriptors } from "./descriptors.ts";
import type { Ending } from "./ending.ts";
import { openErrorTee } from "./error-tee.ts";
import { startJob } from "./job.ts";
import { callersFileLimit, setFileLimit } from "./open-files-limit.ts";
import { withShell } from "./shell-script.ts";
import { FORWARDED, ignoredSignals, passSignals } from "./signals.ts";

/** A timer that never comes, as the event loop has nothing else to wait for. */
const NEVER_MS = 2 ** 30;

/** Starts the program `file`; the reason is the system's error number. */
export async function runPlainly(
  file: string,
  argv: readonly string[],
  options: ChildTerminalOptions,
): Promise<Result<ChildTerminal, number>> {
  const { tty, onErrors, onEnded } = options;
  const isWatched = onErrors !== undefined && !isatty(2) && isOpen(2);
  const tee = isWatched ? openErrorTee(onErrors) : undefined;
  const exited = Promise.withResolvers<Ending>();
  setFileLimit(callersFileLimit());
  const named = namedDescriptors(argv, options.env);
  const started = inFolder(options.cwd, () =>
    withShell(file, argv, (path, words) =>
      startJob(
        {
          file: path,
          argv: words,
          env: options.env,
          descriptors: [
            ...(tee === undefined ? [] : [{ from: tee.fd, to: 2 }]),
            ...named.map((fd) => ({ from: fd, to: fd })),
          ],
          closed: tee === undefined ? [] : [tee.fd, tee.ownFd],
          ignored: ignoredSignals(),
        },
        (change) => {
          if (change.kind !== "stopped") exited.resolve(change);
        },
      ),
    ),
  );
  tee?.started();
  if (!started.ok) return started;
  const alive = setInterval(() => undefined, NEVER_MS);
  const { pid } = started.value;
  const signal = (name: NodeJS.Signals): void => sendTo(pid, name);
  const stopPassing = passSignals(
    FORWARDED.filter((name) => name !== "SIGTSTP"),
    (name) => {
      if (!isKey(name, tty)) signal(name);
    },
  );
  const { onResume } = options;
  if (onResume !== undefined) process.on("SIGCONT", onResume);
  const ended = exited.promise.then(async (ending) => {
    clearInterval(alive);
    await tee?.drained();
    await onEnded?.(ending);
    stopPassing();
    if (onResume !== undefined) process.off("SIGCONT", onResume);
    return ending;
  });
  return ok({
    pid,
    kind: "plain",
    ended,
    type: () => undefined,
    say: (sequence) => void tty?.write(sequence),
    signal,
  });
}

/** In the foreground these come from the keyboard, and the command has got them as well. */
function isKey(signal: NodeJS.Signals, tty: Tty | undefined): boolean {
  return (signal === "SIGINT" || signal === "SIGQUIT") && tty?.isForeground() === true;
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or belongs to somebody else by now (sudo).
  }
}

/** A process starts in the folder of whoever starts it. */
function inFolder<T>(folder: string, run: () => T): T {
  const before = process.cwd();
  if (folder === before) return run();
  process.chdir(folder);
  try {
    return run();
  } finally {
    process.chdir(before);
  }
}
