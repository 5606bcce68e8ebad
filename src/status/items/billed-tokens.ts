import { type Span, span } from "../../text/span.ts";
import { barTokens } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const billedTokens: Item = {
  id: "billed-tokens",
  aliases: ["tokens"],
  describe: "Billed tokens of the session: prompt, output, cache reads and writes",
  absent: "nothing has been billed, or the totals are not known",
  needs: ["tokens"],
  options: [
    {
      name: "style",
      type: "string",
      values: ["full", "short"],
      default: "full",
      describe: "`short` leaves out the sign of the total and the cache",
    },
  ],
  sample: [
    { kind: "tokens-counted", input: 6_400, output: 5_200, cacheRead: 118_000, cacheWrite: 6_200 },
  ],
  shrink: 30,
  drop: 25,
  render({ tokens }, { glyphs, itemOptions }) {
    if (tokens === undefined) return null;
    const prompt = tokens.input + tokens.cacheRead + tokens.cacheWrite;
    if (prompt <= 0 && tokens.output <= 0) return null;
    const flow = `${glyphs.up}${barTokens(prompt)} ${glyphs.down}${barTokens(tokens.output)}`;
    if (itemOptions?.style === "short") return cell([[span(flow, "dim")]]);
    const spans: Span[] = [span(`${glyphs.total}${flow}`, "dim")];
    if (tokens.cacheRead > 0) spans.push(span(` R${barTokens(tokens.cacheRead)}`, "dim"));
    if (tokens.cacheWrite > 0) spans.push(span(` W${barTokens(tokens.cacheWrite)}`, "dim"));
    return cell([spans, [span(flow, "dim")]]);
  },
};
