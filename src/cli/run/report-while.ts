/** Runs a command with a reporter beside it. */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { failed, ok, type Result } from "../../base/result.ts";
import type { ChildTerminal } from "../../sources/child-terminal/child.ts";
import { openTty, type Tty } from "../../tty/tty.ts";
import type { Io } from "../io.ts";
import { askFirst, NO_REPLY } from "../report/ask-first.ts";
import { WRAP, WRAPPED } from "../report/send.ts";
import { type Way, WITHOUT_ASKING } from "../report/way.ts";
import type { AskedWay } from "../report/way-options.ts";
import { createReporter, type ReporterOptions } from "./reporter.ts";
import { runCommand } from "./run-command.ts";

const NEWLINE = 0x0a;

export interface ReportWhile
  extends Pick<ReporterOptions, "record" | "readsPercentages">,
    Omit<AskedWay, "when"> {}

/** How reports go out; or one sentence, without its end, why none does. */
type Mode = Result<Exclude<ReporterOptions["mode"], "off">>;

/** The exit code of the command; see `runCommand`. */
export async function reportWhile(
  argv: readonly string[],
  io: Io,
  { record, readsPercentages, way, explains }: ReportWhile,
): Promise<number> {
  const opened = openTty();
  const tty = opened.ok ? opened.value : undefined;
  const wrapping = way.kind === "send" ? way.wrapping : "plain";
  const mode = opened.ok ? await modeOf(way, opened.value, io) : notWithout(way, opened.reason);
  const explain = (text: string): void => {
    if (explains) io.err(`${text}\n`);
  };
  explain(`telltale run: ${explanation(mode, WRAPPED[wrapping])}`);
  let child: ChildTerminal | undefined;
  let lastByte = NEWLINE;
  const reporter = createReporter({
    record,
    readsPercentages,
    mode: mode.ok ? mode.value : "off",
    hasOwnErrors: !isatty(2),
    say(sequence) {
      const bytes = WRAP[wrapping](sequence);
      if (child === undefined) tty?.write(bytes);
      else child.say(bytes);
    },
    type: (bytes) => child?.type(bytes),
    nowMs: io.nowMs,
  });
  return runCommand({
    name: "run",
    argv,
    io,
    tty,
    options: {
      terminal: "auto",
      onOutput(bytes) {
        lastByte = bytes.at(-1) ?? lastByte;
        return reporter.output(bytes);
      },
      onErrors: reporter.errors,
      onInput: reporter.input,
      awaitsInput: reporter.awaitsInput,
      onForeground: reporter.foreground,
      onStop: reporter.stop,
      onResume: reporter.resume,
      onNotStarted: reporter.giveUp,
      onEnded: reporter.end,
    },
    onStarted(started) {
      child = started;
      reporter.begin();
    },
    onEnded() {
      // Only now is it known whether the terminal, asked beside the command, has answered.
      if (!mode.ok || reporter.isHeard()) return;
      explain(`${lastByte === NEWLINE ? "" : "\n"}telltale run: nothing sent: ${NO_REPLY}`);
    },
  });
}

function explanation(mode: Mode, wrapped: string): string {
  if (!mode.ok) return `nothing sent: ${mode.reason}`;
  return mode.value === "ask"
    ? "the terminal is asked, and gets reports if it says that it reads them"
    : `reports are sent, ${wrapped}`;
}

/** Without a terminal; that nothing was to be sent in any case says more. */
function notWithout(way: Way, reason: string): Mode {
  return failed(way.kind === "nothing" ? way.why : reason);
}

async function modeOf(way: Way, tty: Tty, io: Io): Promise<Mode> {
  switch (way.kind) {
    case "nothing":
      return failed(way.why);
    case "send":
      return ok("on");
    case "ask": {
      // In front of the command's terminal all keys pass through us, and so do the answers.
      if (isatty(1) || isatty(2)) return ok("ask");
      // What reads the pipe may be about to take the terminal for itself.
      if (isPipe(1))
        return failed(`in a pipeline another program may read the keys; ${WITHOUT_ASKING}`);
      const asked = await askFirst(tty, io);
      return asked.ok ? ok({ asked: asked.value }) : asked;
    }
    default:
      return way satisfies never;
  }
}

function isPipe(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    return false;
  }
}
