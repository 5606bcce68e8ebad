/** The state that Codex hands to a status line provider over MCP. */
import { asRecord, asText, known } from "../../../base/shape.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import type { QuotaWindow } from "../../../status/facts/quota.ts";
import type { Adapted, Payload } from "../harness.ts";
import { count, epochMs, MAX_MEMBERS, pct, positive, text, told, word } from "../shared/values.ts";
import { manifest } from "./manifest.ts";

/** The limit that the session itself counts against, among those of the account. */
const OWN_LIMIT_ID = "codex";

/** The facts of such a state. A wrong member costs itself; never throws. */
export function adaptCodex(payload: Payload): Adapted {
  const thread = asRecord(payload.thread) ?? {};
  const usage = asRecord(thread.usage) ?? {};
  const context = adaptContext(asRecord(usage.context) ?? {});
  const facts = [
    ...adaptSession(thread),
    ...adaptProgram(payload.app),
    ...adaptPlace(thread.workspace),
    ...adaptModel(thread.model),
    ...adaptApproval(thread.approval),
    ...adaptTurn(thread.agent),
    ...context.facts,
    ...adaptTokens(usage.total),
    ...adaptCost(usage.cost),
    ...adaptLimits(payload.account),
  ];
  return { facts, context: context.context };
}

function adaptSession(thread: Payload): readonly Fact[] {
  const sessionId = word(thread.id);
  const title = text(thread.name);
  return [
    ...(sessionId === undefined ? [] : [{ kind: "session-started" as const, sessionId }]),
    ...told({ kind: "session-titled", ...known({ title }) }),
  ];
}

function adaptProgram(value: unknown): readonly Fact[] {
  const version = word(asRecord(value)?.cli_version);
  return [{ kind: "harness-known", name: manifest.name, ...known({ version }) }];
}

function adaptPlace(value: unknown): readonly Fact[] {
  return told({ kind: "place-known", ...known({ cwd: text(asRecord(value)?.cwd) }) });
}

function adaptModel(value: unknown): readonly Fact[] {
  const model = asRecord(value);
  const id = text(model?.id);
  const displayName = text(model?.display_name);
  const provider = text(model?.provider);
  const effort = word(model?.reasoning_level);
  return [
    ...told({ kind: "model-selected", ...known({ id, displayName, provider }) }),
    ...told({ kind: "reasoning-set", ...known({ effort }) }),
  ];
}

function adaptApproval(value: unknown): readonly Fact[] {
  const mode = word(asRecord(value)?.policy);
  return mode === undefined ? [] : [{ kind: "permission-mode-set", mode }];
}

/**
 * `waiting` is a turn that runs and waits for something: an approval, an answer or a background
 * terminal. Which one is not said, so no interaction is made of it.
 */
function adaptTurn(value: unknown): readonly Fact[] {
  switch (asText(asRecord(value)?.state)) {
    case "working":
    case "thinking":
    case "waiting":
      return [{ kind: "turn-started" }];
    case "ready":
      return [{ kind: "turn-idle" }];
    default:
      return [];
  }
}

function adaptContext(source: Payload): Adapted {
  const facts: Fact[] = [];
  const windowTokens = positive(source.context_window_size);
  if (windowTokens !== undefined) facts.push({ kind: "context-window-known", windowTokens });
  const usedTokens = count(source.used_tokens);
  const usedPct = pct(source.used_percentage);
  if (usedTokens === undefined && usedPct === undefined) return { facts, context: "unknown" };
  if (usedTokens !== undefined && usedTokens > 0) {
    facts.push({ kind: "context-measured", usedTokens, source: "usage" });
    return { facts, context: "measured" };
  }
  if (usedTokens === undefined && usedPct !== undefined && usedPct > 0) {
    facts.push({ kind: "context-measured", usedPct, source: "usage" });
    return { facts, context: "measured" };
  }
  facts.push({ kind: "context-measured" });
  return { facts, context: "reset" };
}

function adaptTokens(value: unknown): readonly Fact[] {
  const total = asRecord(value);
  const whole = count(total?.total_input_tokens);
  const output = count(total?.output_tokens);
  if (whole === undefined || output === undefined) return [];
  const cacheRead = count(total?.cache_read_input_tokens) ?? 0;
  const cacheWrite = count(total?.cache_write_input_tokens) ?? 0;
  const rest = Math.max(0, whole - cacheRead - cacheWrite);
  const input = count(total?.other_input_tokens) ?? rest;
  return [{ kind: "tokens-counted", input, output, cacheRead, cacheWrite }];
}

function adaptCost(value: unknown): readonly Fact[] {
  const sessionUsd = count(asRecord(value)?.total_cost_usd);
  return told({ kind: "cost-counted", ...known({ sessionUsd }) });
}

function adaptLimits(value: unknown): readonly Fact[] {
  const listed = asRecord(value)?.rate_limits;
  if (!Array.isArray(listed)) return [];
  const limits: Payload[] = [];
  for (const limit of listed.slice(0, MAX_MEMBERS)) {
    const record = asRecord(limit);
    if (record !== undefined) limits.push(record);
  }
  const own = limits.find((limit) => limit.limit_id === OWN_LIMIT_ID) ?? limits[0];
  const windows = [
    ...windowOf("primary", own?.primary_limit),
    ...windowOf("secondary", own?.secondary_limit),
  ];
  return [{ kind: "quota-reported", windows }];
}

function windowOf(slot: QuotaWindow["slot"], value: unknown): readonly QuotaWindow[] {
  const source = asRecord(value);
  const usedPct = pct(source?.used_percent);
  if (usedPct === undefined) return [];
  const windowMinutes = positive(source?.window_minutes);
  const resetsAtMs = epochMs(source?.resets_at);
  return [{ slot, usedPct, ...known({ windowMinutes, resetsAtMs }) }];
}
