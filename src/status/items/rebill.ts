import { span } from "../../text/span.ts";
import { barMoney, barTokens } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const rebill: Item = {
  id: "rebill",
  aliases: [],
  describe: "What cache misses made the session pay again",
  absent: "nothing was paid again",
  needs: [],
  options: [],
  sample: [{ kind: "cache-reported", reporting: "reported", rebilledUsd: 0.11 }],
  shrink: 30,
  drop: 21,
  render({ cache }) {
    const usd = cache?.rebilledUsd;
    if (usd !== undefined && usd > 0) return cell([[span(`rebill ${barMoney(usd)}`, "warning")]]);
    const tokens = cache?.rebilledTokens ?? 0;
    if (usd !== undefined || tokens <= 0) return null;
    return cell([[span(`rebill ${barTokens(tokens)} tok`, "warning")]]);
  },
};
