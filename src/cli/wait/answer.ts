/** What `telltale wait` prints at its end. Nothing from outside is in it but numbers, states and refs. */
import { known } from "../../base/shape.ts";
import { jsonText } from "../../text/json-text.ts";
import { encodeRecord } from "../../wire/record/encode.ts";
import type { Io } from "../io.ts";
import type { Verdict } from "./judge.ts";
import type { Seen } from "./reading.ts";

/** Prints the last record to stdout and, if the state was not reached, the reason to stderr. */
export function printAnswer(verdict: Verdict, json: boolean, io: Io): void {
  const { outcome, reason, last } = verdict;
  const reached = outcome === "reached";
  if (json) io.out(`${jsonText({ ...(last && members(last)), reached, outcome, reason })}\n`);
  else if (last !== undefined) io.out(`${sentence(last)}\n`);
  if (!reached) io.err(`telltale wait: ${reason}\n`);
}

function members({ record, protocol }: Seen): Readonly<Record<string, unknown>> {
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
