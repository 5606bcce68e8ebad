/** Runs a command with a reporter beside it. */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import type { ChildTerminal } from "../../sources/child-terminal/child.ts";
import { askTerminal } from "../../tty/ask.ts";
import { openTty, type Tty } from "../../tty/tty.ts";
import type { Io } from "../io.ts";
import { WRAP } from "../report/send.ts";
import { reportWay, type Way } from "../report/way.ts";
import { createReporter, type ReporterOptions } from "./reporter.ts";
import { runCommand } from "./run-command.ts";

export interface ReportWhile extends Pick<ReporterOptions, "record" | "readsPercentages"> {
  readonly when: "auto" | "on" | "off";
}

/** The exit code of the command; see `runCommand`. */
export async function reportWhile(
  argv: readonly string[],
  io: Io,
  { record, readsPercentages, when }: ReportWhile,
): Promise<number> {
  const opened = openTty();
  const tty = opened.ok ? opened.value : undefined;
  const way = reportWay({ when, passthrough: "auto", env: io.env });
  const wrap = WRAP[way.kind === "send" ? way.wrapping : "plain"];
  let child: ChildTerminal | undefined;
  const reporter = createReporter({
    record,
    readsPercentages,
    mode: tty === undefined ? "off" : await modeOf(way, tty, io),
    hasOwnErrors: !isatty(2),
    say(sequence) {
      const bytes = wrap(sequence);
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
      onOutput: reporter.output,
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
  });
}

async function modeOf(way: Way, tty: Tty, { nowMs }: Io): Promise<ReporterOptions["mode"]> {
  switch (way.kind) {
    case "nothing":
      return "off";
    case "send":
      return "on";
    case "ask": {
      // In front of the command's terminal all keys pass through us, and so do the answers.
      if (isatty(1) || isatty(2)) return "ask";
      // What reads the pipe may be about to take the terminal for itself.
      if (isPipe(1)) return "off";
      const asked = await askTerminal(tty, { nowMs });
      return asked.verdict === "supported" ? { asked: asked.capabilities } : "off";
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
