import { span } from "../../text/span.ts";
import { barTokens, requestTime } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const RESERVE_COLS = 16;

export const amount: Item = {
  id: "amount",
  aliases: [],
  describe: "Output and time of the latest request",
  absent: "no request has been measured",
  needs: [],
  options: [],
  sample: [{ kind: "rate-measured", outputTokens: 546, elapsedMs: 5_500 }],
  shrink: 30,
  drop: 12,
  hostOnly: true,
  render({ rate }) {
    if (rate?.outputTokens === undefined || rate.elapsedMs === undefined) return null;
    const spans = [
      span(barTokens(rate.outputTokens), "accent"),
      span(" tok / ", "dim"),
      span(requestTime(rate.elapsedMs), "accent"),
    ];
    return cell([spans], RESERVE_COLS);
  },
};
