/**
 * The context window in Claude Code's payload. What is used counts input, cache writes and cache
 * reads of the latest reply, as the harness's own percentage does; output is not part of it.
 */
import { asRecord, asText } from "../../../../base/shape.ts";
import type { Fact } from "../../../../status/facts/fact.ts";
import type { Adapted, Payload } from "../../harness.ts";
import { count, pct, positive } from "../values.ts";

/** The window that `[1m]` in a model id and "(1M context)" in a name stand for. */
const LONG_WINDOW_TOKENS = 1_000_000;

/** From here on the totals are those of the latest reply; before, they add up all replies. */
const TOTALS_PER_REPLY_SINCE = [2, 1, 132] as const;

const USED_KEYS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];

/** Facts about the window and its use, and whether an older measurement still holds. */
export function adaptContext(payload: Payload): Adapted {
  const source = asRecord(payload.context_window) ?? {};
  const windowTokens = windowOf(source, payload.model);
  const facts: Fact[] = [];
  if (windowTokens !== undefined) facts.push({ kind: "context-window-known", windowTokens });
  const used = usedTokens(source, payload.version);
  const usedPct = statedPct(source);
  if (used !== undefined && used > 0) {
    // The share is only worth keeping where it cannot be worked out.
    const share = windowTokens === undefined && usedPct !== undefined ? { usedPct } : {};
    facts.push({ kind: "context-measured", usedTokens: used, ...share, source: "usage" });
    return { facts, context: "measured" };
  }
  if (used === undefined && usedPct !== undefined && usedPct > 0) {
    facts.push({ kind: "context-measured", usedPct, source: "usage" });
    return { facts, context: "measured" };
  }
  if (used === undefined && usedPct === undefined) return { facts, context: "unknown" };
  // Zeros are sent after the context was summarised, when nobody has counted it yet.
  facts.push({ kind: "context-measured" });
  return { facts, context: "reset" };
}

function windowOf(source: Payload, model: unknown): number | undefined {
  const size = positive(source.context_window_size);
  if (size !== undefined) return size;
  const record = asRecord(model);
  const id = asText(record?.id) ?? asText(model) ?? "";
  const name = asText(record?.display_name) ?? "";
  const long = id.toLowerCase().endsWith("[1m]") || name.toLowerCase().includes("(1m context)");
  return long ? LONG_WINDOW_TOKENS : undefined;
}

/** Tokens of the latest reply; undefined when the payload does not say them, or not reliably. */
function usedTokens(source: Payload, version: unknown): number | undefined {
  const usage = source.current_usage;
  if (typeof usage === "number") return count(usage);
  if (usage === null) return undefined;
  const record = asRecord(usage);
  if (record !== undefined) return sumOf(record);
  if (!atLeast(version, TOTALS_PER_REPLY_SINCE)) return undefined;
  return positive(source.total_input_tokens);
}

/** A missing part counts as none; one wrong part makes the sum a wrong number, so there is none. */
function sumOf(usage: Payload): number | undefined {
  let sum: number | undefined;
  for (const key of USED_KEYS) {
    const part = usage[key];
    if (part === undefined || part === null) continue;
    const tokens = count(part);
    if (tokens === undefined) return undefined;
    sum = (sum ?? 0) + tokens;
  }
  return count(sum);
}

function statedPct(source: Payload): number | undefined {
  const used = pct(source.used_percentage);
  if (used !== undefined) return used;
  const left = pct(source.remaining_percentage);
  return left === undefined || left > 100 ? undefined : pct(100 - left);
}

function atLeast(version: unknown, wanted: readonly [number, number, number]): boolean {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})/.exec(asText(version) ?? "");
  if (parts === null) return false;
  for (const [index, least] of wanted.entries()) {
    const part = Number(parts[index + 1]);
    if (part !== least) return part > least;
  }
  return true;
}
