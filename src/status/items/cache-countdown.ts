import { span } from "../../text/span.ts";
import { countdown } from "../formats.ts";
import { cell } from "./cell.ts";
import type { Item } from "./item.ts";

/** With less than this left the next prompt should go out soon. */
const SOON_MS = 60_000;

export const cacheCountdown: Item = {
  id: "cache-countdown",
  aliases: ["prompt-cache"],
  describe: "How long the prompt cache still holds",
  absent: "nothing has been cached, or its end is not known",
  needs: [],
  options: [],
  sample: [{ kind: "cache-held", warm: true, expiresAtMs: 247_000 }],
  shrink: 30,
  drop: 32,
  time: {
    stepMs: 1_000,
    ticks: ({ cache }, nowMs) => cache?.warm !== false && (cache?.expiresAtMs ?? 0) > nowMs,
  },
  render({ cache }, { nowMs }) {
    if (cache?.expiresAtMs === undefined && cache?.warm !== false) return null;
    const left = (cache.expiresAtMs ?? 0) - nowMs;
    if (cache.warm === false || left <= 0) return cell([[span("cache cold", "muted")]]);
    const tone = left < SOON_MS ? "warning" : "muted";
    return cell([[span(`cache ${countdown(left)}`, tone)], [span(countdown(left), tone)]]);
  },
};
