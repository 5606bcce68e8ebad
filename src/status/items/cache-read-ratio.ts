import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const cacheReadRatio: Item = {
  id: "cache-read-ratio",
  aliases: ["cache-read"],
  describe: "Share of the session's prompt tokens that were read from the cache",
  absent: "no prompt tokens are known",
  needs: ["tokens"],
  options: [],
  sample: [{ kind: "tokens-counted", input: 1_200, output: 42, cacheRead: 8_000, cacheWrite: 800 }],
  shrink: 48,
  drop: 10,
  render({ tokens, cache }) {
    const read = counted(tokens?.cacheRead);
    const prompt = counted(tokens?.input) + read + counted(tokens?.cacheWrite);
    const ratio = prompt > 0 ? (read / prompt) * 100 : cache?.hitPct;
    if (ratio === undefined || !Number.isFinite(ratio)) return null;
    const pct = `${Math.round(Math.min(100, Math.max(0, ratio)))}%`;
    return cell([`Cache ${pct}`, `C ${pct}`, pct].map((form) => [span(form, "muted")]));
  },
};

/** A count as it enters the sum: one that is missing or no count adds nothing. */
function counted(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}
