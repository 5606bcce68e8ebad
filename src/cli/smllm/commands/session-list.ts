import { cleanLine } from "../../../text/clean.ts";
import { jsonText } from "../../../text/json-text.ts";
import type { SessionRecord } from "../../../workflow/engine/records.ts";
import { utcMinute } from "../../../workflow/engine/text/lines.ts";
import { workflowPlaces } from "../../../workflow/places.ts";
import { listSessions } from "../../../workflow/store/listings.ts";
import { type Command, EXIT_OK } from "../../command.ts";
import { saysFaults } from "../call-place.ts";
import { fault } from "../fault.ts";
import { EXIT_CODES } from "../globals.ts";
import { noOperands } from "../operands.ts";
import { tellUnreadable } from "../unreadable.ts";

/** All sessions of the person. */
export const sessionList: Command = {
  name: "session list",
  summary: "Lists sessions with what each works on, the latest first",
  usage: ["session list [--json]"],
  options: [{ name: "json", describe: "Print JSON: sessions, as they are stored" }],
  examples: [{ command: "smllm session list", describe: "Who is where?" }],
  exitCodes: EXIT_CODES,
  async run(invocation) {
    const { io, options } = invocation;
    const none = noOperands(invocation, "session list [--json]");
    if (!none.ok) return fault(io, none.reason);
    const { stateDir } = workflowPlaces(io.env, io.platform);
    return await saysFaults(io, undefined, () => {
      const { records, unreadable } =
        stateDir === undefined ? { records: [], unreadable: [] } : listSessions(stateDir);
      tellUnreadable(io, "session", unreadable);
      if (options.json === true) io.out(`${jsonText({ sessions: records })}\n`);
      else io.out(records.length === 0 ? "no sessions\n" : records.map(sessionLine).join(""));
      return EXIT_OK;
    });
  },
};

function sessionLine({ key, harness, holding, lastActive, cwd }: SessionRecord): string {
  const work = holding === null ? "idle" : `${holding.machine} ${holding.id}`;
  const parts = [key, harness, work, `last active ${utcMinute(lastActive)}`, cwd];
  return `${parts.map(cleanLine).join("  ")}\n`;
}
