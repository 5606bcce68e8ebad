/** Turns that do not end well. */
import { TurnFailed } from "../turn-fault.ts";
import { type AgentRequest, numberIn } from "./agent-request.ts";

export const fail: AgentRequest = {
  name: "fail",
  hint: "[MESSAGE]",
  summary: "Answers with an error",
  words: /^(?:please )?fail[.!]?$/i,
  async run(turn, rest) {
    await turn.say("Now I fail.");
    throw new TurnFailed(rest.trim() === "" ? "failed as you asked" : rest.trim());
  },
};

export const refuse: AgentRequest = {
  name: "refuse",
  summary: "Refuses to go on (stop reason refusal)",
  words: /^(?:please )?refuse[.!]?$/i,
  async run(turn) {
    await turn.say("I refuse, as you asked.");
    return "refusal";
  },
};

export const reachLimit: AgentRequest = {
  name: "limit",
  hint: "[tokens|requests]",
  summary: "Ends in the middle, as at a limit of tokens or of requests",
  async run(turn, rest) {
    await turn.say("This answer ends in the mid");
    return /request/i.test(rest) ? "max_turn_requests" : "max_tokens";
  },
};

export const hang: AgentRequest = {
  name: "hang",
  hint: "[hard]",
  summary: "Does nothing until you cancel; hard: not even then",
  words: /^(?:please )?hang[.!]?$/i,
  async run(turn, rest) {
    await turn.activity("hanging");
    await turn.sayAtOnce("I hang now.");
    if (/hard/i.test(rest)) await new Promise<never>(() => {});
    await new Promise<void>((resolve) => {
      if (turn.signal.aborted) resolve();
      else turn.signal.addEventListener("abort", () => resolve());
    });
    turn.check();
    return undefined;
  },
};

export const crash: AgentRequest = {
  name: "crash",
  hint: "[EXIT-CODE|kill]",
  summary: "Ends its process in the middle of the turn",
  words: /^(?:please )?crash[.!]?$/i,
  async run(turn, rest) {
    await turn.say("Now I crash.");
    turn.session.save();
    turn.session.outlet.crash(/kill/i.test(rest) ? "kill" : numberIn(rest, 1, 255));
    return undefined;
  },
};

export const talkNonsense: AgentRequest = {
  name: "nonsense",
  summary: "Writes lines to its stdout that are no protocol, then goes on",
  async run(turn) {
    const { writeRaw } = turn.session.outlet;
    await writeRaw("Warning: this line is no JSON\n");
    await writeRaw('{"jsonrpc":"2.0","method":"session/update","params":{"update":7}}\n');
    await writeRaw('{"jsonrpc":"2.0","id":987654,"result":{}}\n');
    await writeRaw("\u001b[31m{half\n");
    await turn.say("I wrote nonsense to my stdout and went on.");
    return undefined;
  },
};
