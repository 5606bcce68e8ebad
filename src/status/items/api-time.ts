import { span } from "../../text/span.ts";
import { barDuration } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const apiTime: Item = {
  id: "api-time",
  aliases: [],
  describe: "Time that the session has waited for the model",
  absent: "it is not known, or nothing was asked yet",
  needs: [],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "s-1" },
    { kind: "session-timed", apiDurationMs: 911_340 },
  ],
  shrink: 30,
  drop: 16,
  render({ session }) {
    const spent = session?.apiDurationMs ?? 0;
    return spent > 0 ? cell([[span("api ", "dim"), span(barDuration(spent), "tool")]]) : null;
  },
};
