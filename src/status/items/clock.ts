import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 1_440;

export const clock: Item = {
  id: "clock",
  aliases: ["time"],
  describe: "Local time of day when the row was drawn",
  absent: "never",
  needs: [],
  options: [
    {
      name: "hours",
      type: "number",
      values: [24, 12],
      default: 24,
      describe: "`12` shows am and pm",
    },
  ],
  sample: [],
  shrink: 30,
  drop: 7,
  time: { stepMs: MINUTE_MS, ticks: () => true },
  render(_snapshot, { nowMs, utcOffsetMinutes, itemOptions }) {
    const minutes = Math.floor(nowMs / MINUTE_MS) + utcOffsetMinutes();
    const ofDay = ((minutes % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY;
    const hour = Math.floor(ofDay / 60);
    const minute = String(ofDay % 60).padStart(2, "0");
    if (itemOptions?.hours === 12) {
      return cell([[span(`${hour % 12 || 12}:${minute} ${hour < 12 ? "am" : "pm"}`, "muted")]]);
    }
    return cell([[span(`${String(hour).padStart(2, "0")}:${minute}`, "muted")]]);
  },
};
