/** Tables of `docs/record.md`. */
import { wait } from "../../src/cli/commands/wait.ts";
import { ANSWER_MEMBERS } from "../../src/cli/wait/answer.ts";
import { RECORD_STATES, STATE_MEANINGS } from "../../src/wire/record/message.ts";
import { REFUSAL_KINDS } from "../../src/wire/record/refusal.ts";
import { code, table } from "./markdown.ts";

export function recordBlocks(): Readonly<Record<string, string>> {
  const states = RECORD_STATES.map((state) => [code(state), STATE_MEANINGS[state]]);
  const refusals = Object.entries(REFUSAL_KINDS).map(([kind, text]) => [code(kind), text]);
  const codes = wait.exitCodes.map(({ code: number, when }) => [String(number), when]);
  return {
    states: table(["state", "what it tells"], states),
    refusals: table(["kind", "refused, as"], refusals),
    members: table(
      ["member", "what"],
      Object.entries(ANSWER_MEMBERS).map(([name, text]) => [code(name), text]),
    ),
    "exit-codes": table(["exit code", "when"], codes),
  };
}
