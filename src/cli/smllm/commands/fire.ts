import { failed, ok, type Result } from "../../../base/result.ts";
import { callSession } from "../../../workflow/call-session.ts";
import type { GivenParams } from "../../../workflow/engine/reply.ts";
import { printable } from "../../arguments.ts";
import type { Command } from "../../command.ts";
import { callPlace, saysFaults } from "../call-place.ts";
import { fault } from "../fault.ts";
import { oneOperand } from "../operands.ts";
import { printReply } from "../reply-out.ts";

const USAGE = "fire EVENT [--session KEY] [--param NAME=VALUE]... [--json]";

/** As `harness` of sessions that a shell began. */
const SHELL = "none";

/** The tool of the agent, from a shell. */
export const fire: Command = {
  name: "fire",
  summary: "Fires an event of a session, as the agent's tool does",
  notes: [
    "Without --session only `enter` is understood: it begins a session, which is kept if it succeeds.",
    "A session goes on with the configs that it began with, wherever it is called from.",
    "In a command of a guard or an action, the session that waits for it is refused; SMLLM_SESSION tells it.",
  ],
  usage: [USAGE],
  options: [
    { name: "session", value: "KEY", describe: "Key of the session, sm- and six characters" },
    {
      name: "param",
      value: "NAME=VALUE",
      repeats: true,
      describe: "A parameter of the event; the first = ends its name",
    },
    { name: "json", describe: "Print JSON: ok, session, location and text" },
  ],
  examples: [
    {
      command: "smllm fire enter --param stateMachine=work",
      describe: "Begin; the answer has the key of the session",
    },
    {
      command: "smllm fire done --session sm-nqvfvw --param note='two tests are new'",
      describe: "An event with a parameter",
    },
  ],
  exitCodes: [
    { code: 0, when: "the event was taken" },
    { code: 1, when: "it was rejected; the answer says why and what is offered" },
    { code: 2, when: "the call could not be understood, or there is no such session" },
  ],
  async run(invocation) {
    const { io, options, repeated } = invocation;
    const event = oneOperand(invocation, "the EVENT", USAGE);
    if (!event.ok) return fault(io, event.reason);
    const params = givenParams(repeated.param ?? []);
    if (!params.ok) return fault(io, params.reason);
    const { session } = options;
    const key = typeof session === "string" ? session : undefined;
    return await saysFaults(io, key, async () => {
      const call = { event: event.value, params: params.value };
      const reply = await callSession(key === undefined ? call : { ...call, session: key }, {
        harness: SHELL,
        place: callPlace(invocation),
      });
      return printReply(reply, options.json === true, io);
    });
  },
};

function givenParams(given: readonly string[]): Result<GivenParams> {
  const pairs: (readonly [string, string])[] = [];
  for (const one of given) {
    const equals = one.indexOf("=");
    if (equals < 1) return failed(`--param is NAME=VALUE, not ${printable(one)}: smllm ${USAGE}`);
    pairs.push([one.slice(0, equals), one.slice(equals + 1)]);
  }
  return ok(pairs);
}
