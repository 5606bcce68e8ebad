/** What `telltale wait` prints at its end. Nothing from outside is in it but numbers, states and refs. */
import { known } from "../../base/shape.ts";
import { jsonText } from "../../text/json-text.ts";
import { encodeRecord } from "../../wire/record/encode.ts";
import type { Io } from "../io.ts";
import type { Verdict } from "./judge.ts";
import type { Seen } from "./reading.ts";

/** Members of the object of `--json` in their order, and when each is there. */
export const ANSWER_MEMBERS = {
  seq: "of the record, a text in base 36; of OSC 7501: how often the judgement changed",
  state: "one of the nine states",
  session: "a ref; absent for `none`, and with OSC 7501",
  turn: "a ref; absent for `none`, and with OSC 7501",
  request: "a ref; absent for `none`, and with OSC 7501",
  agents:
    "`active` and `total`, two numbers; absent with OSC 7501, which does not tell them from tasks",
  background: "a number",
  reached: "whether the exit code is 0",
  outcome:
    "`reached`, `failed`, `needs-person`, `ended` (nothing more comes), `lost` (it cannot be read), `timeout` or `stopped` (by a signal)",
  reason: "one sentence for people, also for `reached`",
} as const;

type Members = { readonly [Name in keyof typeof ANSWER_MEMBERS]?: unknown };

/** Prints the last record to stdout and, if the state was not reached, the reason to stderr. */
export function printAnswer(verdict: Verdict, json: boolean, io: Io): void {
  const { outcome, reason, last } = verdict;
  const reached = outcome === "reached";
  const end = { reached, outcome, reason } satisfies Members;
  if (json) io.out(`${jsonText({ ...(last && members(last)), ...end })}\n`);
  else if (last !== undefined) io.out(`${sentence(last)}\n`);
  if (!reached) io.err(`telltale wait: ${reason}\n`);
}

function members({ record, protocol }: Seen): Members {
  const { state, session, turn, request, activeAgents, totalAgents, backgroundTasks } = record;
  return known({
    seq: record.seq.toString(36),
    state,
    session,
    turn,
    request,
    agents: protocol === "record" ? { active: activeAgents, total: totalAgents } : undefined,
    background: backgroundTasks,
  });
}

function sentence({ record, protocol }: Seen): string {
  if (protocol === "record") return encodeRecord(record);
  const { seq, state, backgroundTasks } = record;
  return `OSC 7501: seq=${seq.toString(36)} state=${state} background=${backgroundTasks}`;
}
