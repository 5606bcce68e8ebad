import { runLeader } from "../../sources/child-terminal/leader.ts";
import type { LeaderPlan } from "../../sources/child-terminal/leader-messages.ts";
import { type Command, EXIT_USAGE } from "../command.ts";

/** Started by `run`, `spy` and `wait` inside of the terminal that they make for a command. */
export const terminalLeader: Command = {
  name: "terminal-leader",
  summary: "Leads the terminal session of a command",
  usage: ["terminal-leader PLAN -- CMD ..."],
  options: [],
  examples: [],
  exitCodes: [{ code: EXIT_USAGE, when: "it was started by hand" }],
  run({ operands, io }) {
    const [text = "", ...argv] = operands;
    let plan: LeaderPlan;
    try {
      plan = JSON.parse(text);
    } catch {
      io.err("telltale terminal-leader: it is started by telltale itself\n");
      return EXIT_USAGE;
    }
    return runLeader(plan, argv, io.env);
  },
};
