/** Names and values of what is known of a session, its use and its context. */
import { remainingPct, usedPct } from "../../../../status/context.ts";
import type { Context } from "../../../../status/facts/context.ts";
import {
  barMoney,
  capacity,
  compactCount,
  shortPct,
  timeLeft,
} from "../../../../status/formats.ts";
import { glyphs } from "../../../../text/ascii.ts";
import { cleanLine } from "../../../../text/clean.ts";
import { span } from "../../../../text/span.ts";
import type { QuotaWindow, TokenCounts } from "../../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../../wire/runtime/state.ts";
import type { HostContext } from "../../context.ts";
import type { FactRow } from "./fact-panel.ts";

const METER_CELLS = 10;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A row, or none for what is not known. */
export function fact(name: string, value: string | undefined): readonly FactRow[] {
  const clean = value === undefined ? "" : cleanLine(value);
  return clean === "" ? [] : [{ name, value: [span(clean, "text")] }];
}

/** What was read from the cache, came fresh and was written to it, and what was answered. */
export function tokenRows(
  { texts }: HostContext,
  totals: TokenCounts | undefined,
): readonly FactRow[] {
  if (totals === undefined) return [];
  const words = texts.panels.rows;
  const { input, output, cacheRead, cacheWrite } = totals;
  const prompt = input + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const told = (count: number | undefined) =>
    count === undefined ? undefined : compactCount(count);
  const share =
    cacheRead === undefined || prompt === 0 ? undefined : shortPct((100 * cacheRead) / prompt);
  return [
    ...fact(words.read, told(cacheRead)),
    ...fact(words.fresh, compactCount(input)),
    ...fact(words.written, told(cacheWrite)),
    ...fact(words.output, compactCount(output)),
    ...fact(words.cacheShare, share),
  ];
}

/** Money in the currency that was reported. */
export function costText(cost: SessionState["usage"]["cost"]): string | undefined {
  if (cost === undefined || !Number.isFinite(cost.amount)) return undefined;
  if (cost.currency === "USD") return barMoney(cost.amount);
  return `${cost.amount.toFixed(2)} ${cost.currency}`;
}

/** A row for each window of the plan. */
export function quotaRows(
  { texts, ports }: HostContext,
  windows: readonly QuotaWindow[] | undefined,
): readonly FactRow[] {
  const words = texts.panels.rows;
  const nowMs = ports.system.nowMs();
  return (windows ?? []).flatMap(({ slot, usedPct: used, windowMinutes, resetsAtMs }) => {
    const reset = resetsAtMs === undefined ? undefined : timeLeft(resetsAtMs - nowMs, " ");
    const name = windowMinutes === undefined ? slot : windowName(windowMinutes);
    return fact(words.quota(name), words.quotaValue(shortPct(used), reset));
  });
}

function windowName(minutes: number): string {
  if (minutes % DAY_MINUTES === 0) return `${minutes / DAY_MINUTES}d`;
  return minutes % HOUR_MINUTES === 0 ? `${minutes / HOUR_MINUTES}h` : `${minutes}m`;
}

/** `10.6k / 200k (5.3%)`; `10.6k / ?` without a window. Undefined while the use is unknown. */
export function usedText(context: Context | undefined): string | undefined {
  const used = context?.usedTokens;
  const pct = usedPct(context);
  if (used === undefined) return pct === undefined ? undefined : `${pct}%`;
  const window = context?.windowTokens;
  if (window === undefined) return `${compactCount(used)} / ?`;
  return `${compactCount(used)} / ${capacity(window)}${pct === undefined ? "" : ` (${pct}%)`}`;
}

/** The rows of `/context`: what is not reported has none. */
export function contextRows(
  { texts, painter }: HostContext,
  context: Context | undefined,
): readonly FactRow[] {
  const words = texts.panels.rows;
  const used = usedText(context);
  if (context === undefined || used === undefined) return [];
  const { usedTokens, windowTokens, autoCompactAt } = context;
  const isCounted = usedTokens !== undefined && windowTokens !== undefined;
  const left = isCounted ? Math.max(0, windowTokens - usedTokens) : undefined;
  const toGo =
    usedTokens === undefined || autoCompactAt === undefined
      ? undefined
      : autoCompactAt - usedTokens;
  const compact =
    autoCompactAt === undefined || toGo === undefined
      ? undefined
      : words.autoCompactAt(compactCount(autoCompactAt), toGo > 0 ? compactCount(toGo) : undefined);
  const isReported = context.source === undefined || context.source === "usage";
  const percent = remainingPct(context);
  const meter = glyphs(painter.isAscii);
  const full = percent === undefined ? 0 : Math.round(((100 - percent) / 100) * METER_CELLS);
  const bar: readonly FactRow[] =
    percent === undefined
      ? []
      : [
          {
            value: [
              span(meter.meterFull.repeat(full), "accent"),
              span(meter.meterEmpty.repeat(METER_CELLS - full), "dim"),
            ],
          },
        ];
  return [
    ...fact(words.used, used),
    ...fact(words.left, left === undefined ? undefined : words.tokens(compactCount(left))),
    ...fact(words.source, isReported ? words.reported : words.estimated),
    ...fact(words.autoCompact, compact),
    ...bar,
  ];
}
