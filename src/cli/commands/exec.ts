import { jsonText } from "../../text/json-text.ts";
import { createStreamCleaner } from "../../text/stream-clean.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import { type ExecCall, readCall } from "../exec/call.ts";
import { execTurn } from "../exec/exec-turn.ts";
import type { ExecResult } from "../exec/result.ts";
import type { Io } from "../io.ts";
import { stopSignals } from "../stop-signals.ts";

/** A person must answer before anything goes on. */
const EXIT_NEEDS_PERSON = 3;
/** The turn was cancelled, and not by a signal or by the time. */
const EXIT_CANCELLED = 4;
/** As the program timeout(1) has it. */
const EXIT_TIMEOUT = 124;

/** Runs one turn of an agent without a screen. */
export const exec: Command = {
  name: "exec",
  summary: "Runs one turn of an agent without a screen and prints the answer",
  notes: [
    "A question that only a person can answer ends the turn as blocked.",
    "Nothing that it has started runs on afterwards.",
    "In the JSON object what is not known is left out.",
  ],
  usage: ["exec [OPTIONS] PROMPT", "exec [OPTIONS] -"],
  options: [
    { name: "agent", value: "NAME", describe: "Agent that answers; else the one of the config" },
    { name: "json", describe: "Print one JSON object at the end instead of the text" },
    {
      name: "permission",
      value: "POLICY",
      choices: ["allow", "deny", "block"],
      describe: "Answer to every permission that is asked for, once each; block if absent",
    },
    { name: "cwd", value: "DIR", describe: "Where the agent works; else here" },
    {
      name: "timeout",
      value: "SECONDS",
      describe: "How long at most, also as 500ms, 10m or 1h; without end if absent",
    },
    { name: "resume", value: "ID", describe: "Go on with this session instead of a new one" },
  ],
  examples: [
    { command: "telltale exec 'say hello'", describe: "The answer of the built-in agent" },
    {
      command: "git diff | telltale exec --agent claude -",
      describe: "The prompt from standard input, to another agent",
    },
    {
      command: "telltale exec --json --permission allow 'run the tests' | jq -r .status",
      describe: "Allow what is asked for, and read how it ended",
    },
  ],
  table: {
    title: "Members of the JSON object:",
    place: "end",
    rows: [
      ["status", "succeeded, failed, blocked or cancelled"],
      ["text", "what the agent answered"],
      ["reason", "why it did not succeed"],
      ["request", "what nobody could answer: id, asks, title, body, options, fields, url"],
      ["session_id", "for --resume"],
      ["agent", "name of the agent"],
      [
        "usage",
        "billed tokens: input_tokens, output_tokens, cache_read_tokens, cache_write_tokens",
      ],
      ["context", "tokens, window, percent"],
      ["cost", "amount, currency"],
      ["duration_ms", "from the call to the end of the turn"],
    ],
  },
  exitCodes: [
    { code: EXIT_OK, when: "the turn succeeded" },
    { code: EXIT_FAILED, when: "the turn failed, or could not begin" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
    { code: EXIT_NEEDS_PERSON, when: "the turn is blocked: a person must answer" },
    { code: EXIT_CANCELLED, when: "the turn was cancelled, but by none of the following" },
    { code: EXIT_TIMEOUT, when: "the time was over first" },
    { code: 130, when: "it was ended by SIGINT; 143: by SIGTERM, 129: by SIGHUP" },
  ],
  async run(invocation) {
    const { io } = invocation;
    const call = readCall(invocation);
    if (!call.ok) {
      io.err(`telltale exec: ${call.reason}\n`);
      return EXIT_USAGE;
    }
    return await execCall(call.value, io);
  },
};

async function execCall(call: ExecCall, io: Io): Promise<number> {
  const signals = stopSignals();
  const { promise, resolve } = Promise.withResolvers<string>();
  let ofTime: number | undefined;
  const timer =
    call.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          ofTime = EXIT_TIMEOUT;
          resolve("the time was over");
        }, call.timeoutMs);
  const cleaner = createStreamCleaner();
  let printed = "";
  const result = await execTurn({
    ...{ call, io },
    stopped: Promise.race([signals.stopped, promise]),
    onText(text) {
      if (io.outIsGone?.() === true) resolve("nobody reads the answer");
      const clean = call.json ? "" : cleaner.push(text);
      if (clean === "") return;
      printed = clean;
      io.out(clean);
    },
  });
  clearTimeout(timer);
  signals.close();
  if (call.json) io.out(`${jsonText(result)}\n`);
  else printEnd(result, printed, io);
  return exitCode(result, signals.exitCode(), ofTime);
}

function printEnd({ status, reason }: ExecResult, printed: string, io: Io): void {
  if (printed !== "" && !printed.endsWith("\n")) io.out("\n");
  if (status === "succeeded") return;
  io.err(`telltale exec: ${status}${reason === undefined ? "" : `: ${reason}`}\n`);
}

/** What `stopSignals` gives while there was no signal. */
const NO_SIGNAL = 128;

function exitCode({ status }: ExecResult, ofSignal: number, ofTime: number | undefined): number {
  switch (status) {
    case "succeeded":
      return EXIT_OK;
    case "failed":
      return EXIT_FAILED;
    case "blocked":
      return EXIT_NEEDS_PERSON;
    case "cancelled":
      return ofSignal === NO_SIGNAL ? (ofTime ?? EXIT_CANCELLED) : ofSignal;
    default:
      return status satisfies never;
  }
}
