import { span } from "../../text/span.ts";
import { rateFigure } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

const RESERVE_COLS = 7;

export const averageRate: Item = {
  id: "average-rate",
  aliases: [],
  describe: "Mean output tokens a second of the session",
  absent: "no request has been long enough to measure",
  needs: [],
  options: [],
  sample: [{ kind: "rate-averaged", averageTokensPerSecond: 92.6 }],
  shrink: 30,
  drop: 18,
  hostOnly: true,
  render({ rate }) {
    const mean = rate?.averageTokensPerSecond;
    if (mean === undefined) return null;
    return cell([[span("avg ", "dim"), span(rateFigure(mean), "accent")]], RESERVE_COLS);
  },
};
