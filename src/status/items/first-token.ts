import { span } from "../../text/span.ts";
import { requestTime } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const RESERVE_COLS = 9;

export const firstToken: Item = {
  id: "first-token",
  aliases: ["ttft"],
  describe: "Time to the first token of the latest request",
  absent: "no request has been measured",
  needs: [],
  options: [],
  sample: [{ kind: "rate-measured", firstTokenMs: 1_400 }],
  shrink: 30,
  drop: 19,
  hostOnly: true,
  render({ rate }) {
    const first = rate?.firstTokenMs;
    if (first === undefined) return null;
    return cell([[span("ttft ", "dim"), span(requestTime(first), "tool")]], RESERVE_COLS);
  },
};
