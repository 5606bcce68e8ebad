/** Runs a command and plays the terminal that reads its reports. */
import type { ChildTerminal } from "../../sources/child-terminal/child.ts";
import { type Ending, exitCodeOf } from "../../sources/child-terminal/ending.ts";
import { openTty } from "../../tty/tty.ts";
import { encodeReply } from "../../wire/osc7501/encode.ts";
import { eventJson } from "../../wire/osc7501/event-json.ts";
import type { ProgramEvent } from "../../wire/osc7501/message.ts";
import { createReplyLimit } from "../../wire/osc7501/reply-limit.ts";
import { createScanner } from "../../wire/osc7501/scan.ts";
import { createRecordStore } from "../../wire/osc7501/store.ts";
import { summaryLine } from "../../wire/osc7501/summary.ts";
import type { Io } from "../io.ts";
import { createLineEnd } from "../run/line-end.ts";
import { runCommand } from "../run/run-command.ts";
import type { EventLog } from "./event-log.ts";
import { playedEnvironment } from "./played-environment.ts";

/** The exit code of the command; see `runCommand`. */
export async function spyOn(
  argv: readonly string[],
  io: Io,
  log: EventLog | undefined,
): Promise<number> {
  const opened = openTty();
  const beganMs = io.nowMs();
  const scanner = createScanner({ strip: true });
  const mayReply = createReplyLimit();
  const tally = createTally();
  const note = (line: object): void =>
    log?.add({ ...line, atMs: Math.max(0, Math.round(io.nowMs() - beganMs)) });
  // A log that is appended to holds what an earlier program said.
  log?.add({ event: "start", atMs: 0 });
  let hasEnded = false;
  const lineEnd = createLineEnd();
  let child: ChildTerminal | undefined;
  /** Answers to a command that was quicker than the news of its start. */
  let early = "";
  const answer = (text: string): void => {
    if (child === undefined) early += text;
    else child.type(text);
  };
  const take = (event: ProgramEvent): void => {
    if (event.event === "query" && mayReply(io.nowMs())) answer(encodeReply(event.terminator));
    tally.add(event);
    note(eventJson(event));
  };
  const code = await runCommand({
    name: "spy",
    argv,
    io,
    tty: opened.ok ? opened.value : undefined,
    options: {
      env: playedEnvironment(io.env),
      // What is played is a terminal, whoever reads our output: a program reports to nothing else.
      terminal: "always",
      onOutput(bytes) {
        const { events, output } = scanner.feed(bytes);
        events.forEach(take);
        lineEnd.feed(output);
        return output;
      },
      onOutputEnd: () => scanner.flush(),
    },
    onStarted(started) {
      child = started;
      if (early !== "") child.type(early);
    },
    onEnded(ending) {
      hasEnded = true;
      note(exitLine(ending));
      log?.close();
      const start = lineEnd.isOpen() ? "\n" : "";
      if (log === undefined) io.err(`${start}telltale spy: ${tally.text()}\n`);
      const problem = log?.problem();
      if (problem !== undefined) io.err(`telltale spy: not all events were kept: ${problem}\n`);
    },
  });
  // It could not be started, and whoever follows the log waits for nothing.
  if (!hasEnded) note({ event: "exit", code });
  return code;
}

/** As shells count: of a signal, its name as well. */
function exitLine(ending: Ending): object {
  const code = exitCodeOf(ending);
  if (ending.kind === "exited") return { event: "exit", code };
  return { event: "exit", code, signal: ending.signal };
}

/** Counts events, and keeps the records of the end, for people. */
function createTally() {
  const store = createRecordStore();
  const counts = new Map<ProgramEvent["event"], number>();
  const count = (event: ProgramEvent["event"], one: string, many: string): string => {
    const number = counts.get(event) ?? 0;
    return `${number} ${number === 1 ? one : many}`;
  };
  return {
    add(event: ProgramEvent): void {
      counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
      store.apply(event);
    },
    text(): string {
      const parts = [count("report", "report", "reports"), count("query", "query", "queries")];
      if (counts.has("clear")) parts.push(count("clear", "clear", "clears"));
      if (counts.has("reject")) parts.push(count("reject", "refused", "refused"));
      const last = summaryLine(store.list());
      return parts.join(", ") + (last === "" ? "" : `; at the end: ${last}`);
    },
  };
}
