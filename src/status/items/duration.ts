import { span } from "../../text/span.ts";
import { barDuration } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const RESERVE_COLS = 6;

export const duration: Item = {
  id: "duration",
  aliases: ["session-time"],
  describe: "How long the session is open",
  absent: "its start is not known",
  needs: [],
  options: [],
  sample: [
    { kind: "session-started", sessionId: "s-1" },
    { kind: "session-timed", durationMs: 8_640_000 },
  ],
  shrink: 30,
  drop: 56,
  time: { stepMs: 1_000 },
  render({ session }, { nowMs }) {
    const started = session?.startedAtMs;
    const open = started === undefined ? session?.durationMs : Math.max(0, nowMs - started);
    return open === undefined ? null : cell([[span(barDuration(open), "tool")]], RESERVE_COLS);
  },
};
