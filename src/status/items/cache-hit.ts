import { span } from "../../text/span.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

export const cacheHit: Item = {
  id: "cache-hit",
  aliases: [],
  describe: "Cache hit rate of the latest request, and whether the cache is kept warm",
  absent: "nothing has been billed",
  needs: [],
  options: [],
  sample: [{ kind: "cache-reported", reporting: "reported", lastHitPct: 83, warming: true }],
  shrink: 30,
  drop: 22,
  render({ cache }, { glyphs }) {
    if (cache?.reporting === undefined) return null;
    const rate = cache.lastHitPct ?? cache.hitPct;
    const text =
      cache.reporting === "silent"
        ? "cache not reported"
        : cache.reporting === "unknown" || rate === undefined
          ? `cache ${glyphs.dash}`
          : `cache ${Math.round(rate)}%`;
    return cell([[span(cache.warming === true ? `${text} ${glyphs.warm}` : text, "dim")]]);
  },
};
