import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import type { Spend } from "../facts/quota.ts";
import { timeLeft } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";
import { quotaTone } from "./shared/quota-windows.ts";

/** Signs of the currencies that have a common one; others are written as their code. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["USD", "$"],
  ["EUR", "€"],
  ["GBP", "£"],
  ["JPY", "¥"],
]);

export const spendLimit: Item = {
  id: "spend-limit",
  aliases: ["spend"],
  describe: "Money spent against the account's limit",
  absent: "the account reports no spending",
  needs: [],
  options: [],
  sample: [
    {
      kind: "spend-reported",
      usedPct: 108.4,
      used: 54.2,
      limit: 50,
      currency: "USD",
      resetsAtMs: 7_200_000,
    },
  ],
  shrink: 42,
  drop: 67,
  time: { stepMs: 60_000 },
  render({ quota }, { glyphs, nowMs, ascii }) {
    const spend = quota?.spend;
    if (spend === undefined) return null;
    const money = moneyOf(spend, ascii);
    const pct = spend.usedPct;
    const share: Span[] = pct === undefined ? [] : [span(`${Math.round(pct)}%`, quotaTone(pct))];
    const reset = spend.resetsAtMs;
    const left: Span[] =
      reset === undefined || reset < nowMs
        ? []
        : [span(` ${glyphs.reset}${timeLeft(reset - nowMs, "")}`, "tool")];
    if (money === undefined) {
      return share.length === 0 ? null : cell([[span("spend ", "dim"), ...share, ...left], share]);
    }
    const used = span(spend.limit === undefined ? `${money} used` : money, "warning");
    const gap = share.length === 0 ? [] : [span(" "), ...share];
    return cell([[used, ...gap, ...left], [used, ...gap], [used]]);
  },
};

function moneyOf({ used, limit, currency }: Spend, ascii: boolean): string | undefined {
  if (used === undefined) return undefined;
  const written = (amount: number): string => {
    const code = cleanLine(currency ?? "USD").trim();
    const sign = SIGNS.get(code);
    const figure = amount.toFixed(2);
    return sign === undefined || (ascii && sign !== "$") ? `${figure} ${code}` : sign + figure;
  };
  return limit === undefined ? written(used) : `${written(used)}/${written(limit)}`;
}
