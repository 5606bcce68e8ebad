import { cleanLine } from "../../text/clean.ts";
import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { lastPart } from "./shared/paths.ts";

export const subagent: Item = {
  id: "subagent",
  aliases: ["sub-agent"],
  describe: "Name of the sub-agent whose session this is",
  absent: "the session is not a sub-agent's",
  needs: [],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "s-1", role: "subagent", subagentName: "team/explore" },
  ],
  shrink: 40,
  drop: 60,
  hostOnly: true,
  render({ session }) {
    if (session?.role !== "subagent") return null;
    const name = lastPart(cleanLine(session.subagentName ?? "").trim()) || "sub-agent";
    return cell([[span(`Sub: ${name}`, "muted")], [span(`Sub:${name}`, "muted")]]);
  },
};
