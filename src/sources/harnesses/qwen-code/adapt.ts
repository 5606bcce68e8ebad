/**
 * Qwen Code's status payload: Claude Code's with a token count where the usage object was, the
 * branch, and the metrics of each model.
 */
import { asRecord, known } from "../../../base/shape.ts";
import type { Fact } from "../../../status/facts/fact.ts";
import type { Adapted, Payload } from "../harness.ts";
import { adaptStatusPayload } from "../shared/status-payload/adapt.ts";
import { count, MAX_MEMBERS, text, told } from "../shared/values.ts";
import { manifest } from "./manifest.ts";

/** The facts of such a payload. A wrong member costs itself; never throws. */
export function adaptQwenCode(payload: Payload): Adapted {
  const { facts, context } = adaptStatusPayload(payload, manifest.name);
  const branch = text(asRecord(payload.git)?.branch);
  const head: readonly Fact[] =
    branch === undefined ? [] : [{ kind: "git-head-read", repo: true, branch }];
  return { facts: [...facts, ...head, ...adaptMetrics(payload.metrics)], context };
}

function adaptMetrics(value: unknown): readonly Fact[] {
  const metrics = asRecord(value);
  const files = asRecord(metrics?.files);
  const linesAdded = count(files?.total_lines_added);
  const linesRemoved = count(files?.total_lines_removed);
  const models = Object.values(asRecord(metrics?.models) ?? {}).slice(0, MAX_MEMBERS);
  return [
    ...adaptLatency(models),
    ...adaptTokens(models),
    ...told({ kind: "edits-counted", ...known({ linesAdded, linesRemoved }) }),
  ];
}

/** Time spent waiting for the models, over all of them. */
function adaptLatency(models: readonly unknown[]): readonly Fact[] {
  const spans = models.flatMap(
    (model) => count(asRecord(asRecord(model)?.api)?.total_latency_ms) ?? [],
  );
  if (spans.length === 0) return [];
  const apiDurationMs = count(spans.reduce((sum, span) => sum + span, 0));
  return told({ kind: "session-timed", ...known({ apiDurationMs }) });
}

/** Billed tokens over all models; the prompt count holds what came from a cache. */
function adaptTokens(models: readonly unknown[]): readonly Fact[] {
  let counted = false;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (const model of models) {
    const tokens = asRecord(asRecord(model)?.tokens);
    const prompt = count(tokens?.prompt);
    const output = count(tokens?.completion);
    if (prompt === undefined || output === undefined) continue;
    const cached = Math.min(count(tokens?.cached) ?? 0, prompt);
    sum.input += prompt - cached;
    sum.output += output;
    sum.cacheRead += cached;
    counted = true;
  }
  const exact = Object.values(sum).every((tokens) => count(tokens) !== undefined);
  return counted && exact ? [{ kind: "tokens-counted", ...sum }] : [];
}
