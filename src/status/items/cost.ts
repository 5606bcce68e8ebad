import { span } from "../../text/span.ts";
import { barMoney } from "../formats.ts";
import type { Snapshot } from "../snapshot.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const cost: Item = {
  id: "cost",
  aliases: ["session-cost"],
  describe: "Cost of the session in US dollars, as its harness counts it",
  absent: "nothing has been spent, or nothing was used that could have cost",
  needs: [],
  options: [],
  sample: [{ kind: "cost-counted", sessionUsd: 1.234 }],
  shrink: 30,
  drop: 58,
  render(snapshot) {
    const session = snapshot.cost?.sessionUsd;
    if (session === undefined) {
      return usedSomething(snapshot) ? cell([[span("$?", "warning")]]) : null;
    }
    const usd = session + (snapshot.cost?.externalUsd ?? 0);
    return usd > 0 ? cell([[span(barMoney(usd), "warning")]]) : null;
  },
};

function usedSomething({ tokens }: Snapshot): boolean {
  if (tokens === undefined) return false;
  return tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite > 0;
}
