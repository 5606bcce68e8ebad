/** The last report of a command that was run: what its end means for the person. */
import type { Ending } from "../../sources/child-terminal/ending.ts";
import type { ProgramState } from "../../wire/osc7501/message.ts";

export interface FinalReport {
  readonly state: ProgramState;
  readonly msg?: string;
}

/** What shells give for a command that ended because of Ctrl+C. */
const INTERRUPTED_CODE = 130;

/**
 * `done` for success; `idle` where the person ended it (Ctrl+C), as there is nothing new to look at;
 * `error` for the rest, with the last line that it wrote.
 */
export function finalReport(ending: Ending, lastLine: string | undefined): FinalReport {
  switch (ending.kind) {
    case "exited":
      if (ending.code === 0) return { state: "done" };
      if (ending.code === INTERRUPTED_CODE) return { state: "idle" };
      return { state: "error", msg: lastLine ?? `exit code ${ending.code}` };
    case "signaled":
      if (ending.signal === "SIGINT") return { state: "idle" };
      return { state: "error", msg: `ended by ${ending.signal}` };
    default:
      return ending satisfies never;
  }
}
