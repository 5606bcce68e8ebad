/**
 * The leader of a command's terminal session: a process between us and the command, started inside of
 * the new terminal. Only a process of the same session can give the terminal to a process group, and
 * only a command whose parent is in its session can be stopped by Ctrl+Z; see README.md.
 */
import { writeSync } from "node:fs";
import { constants } from "node:os";
import type { Result } from "../../base/result.ts";
import { readBytes } from "../../tty/read-bytes.ts";
import { terminalCalls } from "../../tty/terminal-calls.ts";
import { type Job, type JobChange, startJob } from "./job.ts";
import {
  encodeMessage,
  type FromLeader,
  type LeaderPlan,
  messageReader,
  type ToLeader,
} from "./leader-messages.ts";
import { setFileLimit } from "./open-files-limit.ts";
import { processCalls } from "./process-calls.ts";
import { withShell } from "./shell-script.ts";

/** The slave of the new terminal. */
const TERMINAL = 0;
const IGNORE = 1n;
/** Keys of the command's terminal reach its foreground group, which may be ours. */
const FROM_TERMINAL = ["SIGINT", "SIGQUIT", "SIGTSTP", "SIGTTIN", "SIGTTOU"] as const;

/** Runs the command of the plan, and ends with it. */
export function runLeader(
  plan: LeaderPlan,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<never> {
  const calls = processCalls();
  const terminal = terminalCalls();
  if (!calls.ok || !terminal.ok) process.exit(126);
  const { c } = calls.value;
  for (const name of [...FROM_TERMINAL, ...plan.ignored]) {
    c.signal(constants.signals[name], IGNORE);
  }
  if (plan.mode !== undefined) {
    terminal.value.setMode(TERMINAL, Buffer.from(plan.mode, "base64"));
  }
  setFileLimit(plan.openFiles);
  lead(plan, argv, env, {
    ownGroup: terminal.value.ownGroup(),
    give: (group) => void c.tcsetpgrp(TERMINAL, group),
  });
  return new Promise(() => undefined);
}

interface Foreground {
  readonly ownGroup: number;
  /** Gives the terminal to a group of this session. */
  readonly give: (group: number) => void;
}

function lead(
  plan: LeaderPlan,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { ownGroup, give }: Foreground,
): void {
  const say = (message: FromLeader): void => {
    try {
      writeSync(plan.control, encodeMessage(message));
    } catch {
      // Nobody is there any more; the end of the socket ends us.
    }
  };
  let { foreground } = plan;
  let group: number | undefined;
  const signalJob = (signal: NodeJS.Signals): void => {
    if (group !== undefined) signalGroup(group, signal);
  };
  const resume = (): void => {
    give(foreground ? (group ?? ownGroup) : ownGroup);
    signalJob("SIGCONT");
  };
  const started = startPlanned(plan, argv, env, (change) => {
    if (change.kind === "stopped") {
      // It looked at the terminal before it was given to it.
      if (foreground && isTerminalStop(change.signal)) return resume();
      return say(change);
    }
    // The end of a session hangs up on its foreground: what the command left behind may be there.
    give(ownGroup);
    say({ kind: "ended", ending: change });
    process.exit(0);
  });
  if (!started.ok) {
    say({ kind: "not-started", errno: started.reason });
    process.exit(127);
  }
  group = started.value.pid;
  say({ kind: "started", pid: group });
  const isDeaf = plan.ignored.includes("SIGHUP");
  const hangUp = (): void => {
    if (!isDeaf) for (const signal of ["SIGHUP", "SIGCONT"] as const) signalJob(signal);
    process.exit(129);
  };
  if (!isDeaf) process.on("SIGHUP", hangUp);
  const take = messageReader<ToLeader>((message) => {
    switch (message.kind) {
      case "continue":
        foreground = message.foreground;
        return resume();
      case "signal":
        return signalJob(message.signal);
      default:
        return message satisfies never;
    }
  });
  readBytes(plan.control, take, hangUp);
}

function startPlanned(
  { file, descriptors, control, foreground, ignored }: LeaderPlan,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onChange: (change: JobChange) => void,
): Result<Job, number> {
  const ours = [control, ...descriptors.map(({ from }) => from)];
  const group = foreground ? { terminal: TERMINAL } : {};
  return withShell(file, argv, (path, words) =>
    startJob({ file: path, argv: words, env, descriptors, closed: ours, group, ignored }, onChange),
  );
}

/** A command that wants the terminal and is not in its foreground is stopped by these. */
export function isTerminalStop(signal: NodeJS.Signals): boolean {
  return signal === "SIGTTIN" || signal === "SIGTTOU";
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has ended in between, or belongs to somebody else by now (sudo).
  }
}
