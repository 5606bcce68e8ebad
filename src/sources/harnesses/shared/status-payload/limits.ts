/** What an account may still use, and what its prompt cache holds, in Claude Code's payload. */
import { asFlag, asRecord, known } from "../../../../base/shape.ts";
import type { Fact } from "../../../../status/facts/fact.ts";
import type { QuotaWindow } from "../../../../status/facts/quota.ts";
import type { Payload } from "../../harness.ts";
import { count, epochMs, pct, positive, told, word } from "../values.ts";

const FIVE_HOURS_MINUTES = 5 * 60;
const SEVEN_DAYS_MINUTES = 7 * 24 * 60;

/** The windows of the plan, and the spending limit of an account behind a gateway. */
export function adaptLimits(payload: Payload): readonly Fact[] {
  const limits = asRecord(payload.rate_limits);
  if (limits === undefined) return [];
  const windows = [
    ...windowOf("primary", FIVE_HOURS_MINUTES, limits.five_hour),
    ...windowOf("secondary", SEVEN_DAYS_MINUTES, limits.seven_day),
  ];
  // No window in a report is an answer too: the account has none.
  return [{ kind: "quota-reported", windows }, ...adaptSpend(limits.spend_limit)];
}

function windowOf(
  slot: QuotaWindow["slot"],
  windowMinutes: number,
  value: unknown,
): readonly QuotaWindow[] {
  const source = asRecord(value);
  const usedPct = pct(source?.used_percentage);
  if (usedPct === undefined) return [];
  const resetsAtMs = epochMs(source?.resets_at);
  return [{ slot, usedPct, windowMinutes, ...known({ resetsAtMs }) }];
}

function adaptSpend(value: unknown): readonly Fact[] {
  const source = asRecord(value);
  const used = count(source?.used_usd);
  const limit = count(source?.limit_usd);
  const usedPct = pct(source?.used_percentage);
  if (used === undefined && limit === undefined && usedPct === undefined) return [];
  const currency = used === undefined && limit === undefined ? undefined : "USD";
  const period = word(source?.period);
  const resetsAtMs = epochMs(source?.resets_at);
  return told({
    kind: "spend-reported",
    ...known({ usedPct, used, limit, currency, period, resetsAtMs }),
  });
}

/** The prompt cache: what it saved so far, and until when the prefix is held. */
export function adaptCache(payload: Payload): readonly Fact[] {
  const cache = asRecord(payload.prompt_cache);
  if (cache === undefined) return [];
  const hitPct = pctOf(count(cache.hit_ratio));
  const lastHitPct = lastHit(asRecord(payload.context_window)?.current_usage);
  const warm = asFlag(cache.warm);
  const expiresAtMs = epochMs(cache.expires_at);
  return [
    {
      kind: "cache-reported",
      reporting: cache.caching_observed === true ? "reported" : "unknown",
      ...known({ lastHitPct, hitPct, rebilledTokens: positive(cache.miss_recache_tokens) }),
    },
    ...told({ kind: "cache-held", ...known({ warm, expiresAtMs }) }),
  ];
}

/** Share of the latest request's prompt that was read from the cache, if it had a prompt. */
function lastHit(usage: unknown): number | undefined {
  const parts = asRecord(usage);
  const read = count(parts?.cache_read_input_tokens);
  const written = count(parts?.cache_creation_input_tokens);
  const fresh = count(parts?.input_tokens);
  if (read === undefined || written === undefined || fresh === undefined) return undefined;
  const prompt = read + written + fresh;
  return prompt > 0 ? pctOf(read / prompt) : undefined;
}

/** Four decimals of a percent: enough to round from, too few for the noise of floating point. */
function pctOf(ratio: number | undefined): number | undefined {
  return ratio === undefined || ratio > 1 ? undefined : Math.round(ratio * 1_000_000) / 10_000;
}
