import { RECORD_STATES, STATE_MEANINGS } from "../../wire/record/message.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import type { Io } from "../io.ts";
import { stopSignals } from "../stop-signals.ts";
import { printAnswer } from "../wait/answer.ts";
import { type Place, readCall, type WaitCall } from "../wait/call.ts";
import { commandSource } from "../wait/command-source.ts";
import { createJudge, type Verdict } from "../wait/judge.ts";
import { logSource } from "../wait/log-file.ts";
import { waitFor } from "../wait/loop.ts";
import { paneSource } from "../wait/pane.ts";
import type { WaitSource } from "../wait/reading.ts";
import { stdinSource } from "../wait/stdin-stream.ts";

/** A person must answer before anything goes on. */
const EXIT_NEEDS_PERSON = 3;
/** As the program timeout(1) has it. */
const EXIT_TIMEOUT = 124;

/** Waits until an agent is surely in a state. */
export const wait: Command = {
  name: "wait",
  summary: "Waits until an agent has surely finished, or is in another state that you name",
  usage: [
    "wait [OPTIONS] --pane TMUX_TARGET [--socket PATH]",
    "wait [OPTIONS] --log FILE",
    "wait [OPTIONS] --stdin",
    "wait [OPTIONS] -- CMD [ARGUMENTS]",
  ],
  takesCommand: true,
  options: [
    {
      name: "state",
      value: "LIST",
      describe: "States to wait for, with commas; done if absent",
    },
    {
      name: "timeout",
      value: "TIME",
      describe: "How long at most, such as 500ms, 30s, 10m or 1h; 10m if absent",
    },
    { name: "all-agents", describe: "Take done for reached only when no agent is active" },
    {
      name: "after",
      value: "SEQ",
      describe: "The record with this seq is an old one and does not count; of a pane or a log",
    },
    { name: "json", describe: "Print the last record as one JSON object" },
    {
      name: "pane",
      value: "TMUX_TARGET",
      describe: "Read the screen of a tmux pane, also while somebody scrolls in it",
    },
    { name: "socket", value: "PATH", describe: "The socket of the tmux server, as for tmux -S" },
    {
      name: "log",
      value: "FILE",
      describe: "Follow a growing file: output of a terminal, or a log of telltale spy",
    },
    { name: "stdin", describe: "Read such a stream from standard input" },
  ],
  examples: [
    {
      command: "telltale wait --pane work --timeout 1h",
      describe: "Until the agent in a tmux session has finished",
    },
    {
      command: "seq=$(telltale wait --pane work --state ready,done --json | jq -r .seq)",
      describe: "Send a prompt and wait for its end and not for an old one: first the seq there is",
    },
    {
      command: "tmux send-keys -t work 'fix the build' Enter",
      describe: "Then the prompt",
    },
    {
      command: 'telltale wait --pane work --after "$seq"',
      describe: "Then a record with another seq",
    },
    {
      command: "seq=$(telltale wait --log events.jsonl --state ready,done --json | jq -r .seq)",
      describe: "The same with a log of telltale spy: first the seq, then the prompt",
    },
    {
      command: 'telltale wait --log events.jsonl --after "$seq"',
      describe: "Then its end",
    },
    {
      command: "telltale wait --log typescript --state perm,ask,plan,done",
      describe: "Until the agent has finished or asks something, by a recording of script(1)",
    },
    {
      command: "telltale wait --timeout 30m -- claude 'fix the build'",
      describe: "Run an agent in this terminal, and end it when it has finished",
    },
  ],
  table: {
    title: "States:",
    rows: RECORD_STATES.map((state) => [state, STATE_MEANINGS[state]]),
  },
  exitCodes: [
    { code: EXIT_OK, when: "a state of the list is reached" },
    {
      code: EXIT_FAILED,
      when: "fail, cancel or error is reached and not in the list, or nothing more can be read",
    },
    { code: EXIT_USAGE, when: "the call could not be understood" },
    { code: EXIT_NEEDS_PERSON, when: "perm, ask or plan is reached and not in the list" },
    { code: EXIT_TIMEOUT, when: "the time was over first" },
    { code: 130, when: "it was ended by SIGINT; 143: by SIGTERM, 129: by SIGHUP" },
  ],
  async run(invocation) {
    const { io } = invocation;
    const call = readCall(invocation);
    if (!call.ok) {
      io.err(`telltale wait: ${call.reason}\n`);
      return EXIT_USAGE;
    }
    return await waitForCall(call.value, io);
  },
};

async function waitForCall({ place, wish, timeoutMs, json }: WaitCall, io: Io): Promise<number> {
  const signals = stopSignals();
  const tell = (notice: string): void => io.err(`telltale wait: ${notice}\n`);
  const options = { timeoutMs, tell, stop: signals.stopped };
  const verdict = await waitFor(sourceOf(place, io), createJudge(wish), options);
  signals.close();
  printAnswer(verdict, json, io);
  return exitCode(verdict, signals.exitCode());
}

function sourceOf(place: Place, io: Io): WaitSource {
  switch (place.kind) {
    case "pane":
      return paneSource({ ...place, io });
    case "log":
      return logSource(place.file, io.cwd);
    case "stdin":
      return stdinSource(io.stdin);
    case "command":
      return commandSource(place.argv, io);
    default:
      return place satisfies never;
  }
}

function exitCode({ outcome }: Verdict, ofSignal: number): number {
  switch (outcome) {
    case "reached":
      return EXIT_OK;
    case "failed":
    case "ended":
    case "lost":
      return EXIT_FAILED;
    case "needs-person":
      return EXIT_NEEDS_PERSON;
    case "timeout":
      return EXIT_TIMEOUT;
    case "stopped":
      return ofSignal;
    default:
      return outcome satisfies never;
  }
}
