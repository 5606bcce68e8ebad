/**
 * The context of a session between two renders. Payloads lose it for a moment (while a menu is open) or
 * for good until the next answer (after a summary); this decides what may be shown meanwhile.
 */
import { join } from "node:path";
import { asCount, asRecord, asText, known } from "../../base/shape.ts";
import type { ContextMeasured } from "../../status/facts/context.ts";
import { readMemory, writeMemory } from "./memory-file.ts";
import { sessionFileName } from "./session-file-name.ts";

/** What a payload says of the context. */
export interface PayloadContext {
  readonly sessionId: string;
  /**
   * `measured`: a use above zero; `unknown`: nothing is said, so what is remembered still holds;
   * `reset`: a use of nothing at all, as after a summary.
   */
  readonly state: "measured" | "unknown" | "reset";
  readonly usedTokens?: number;
  readonly usedPct?: number;
}

/** The context by the transcript, if that was read to its end. */
export interface ContextEvidence {
  readonly usedTokens: number;
  readonly source: "usage" | "estimate";
  readonly replacedTokens?: number;
}

/** The last known use of a session. */
export interface ContextMemory {
  readonly sessionId: string;
  readonly usedTokens?: number;
  readonly usedPct?: number;
  readonly source?: "usage" | "estimate";
}

/** What to show, and what to keep for the next render. */
export interface RememberedContext {
  /** What is to be shown; absent: unknown. It takes the place of what the payload's own facts say. */
  readonly fact?: ContextMeasured;
  /** What the next render should find; undefined: nothing. */
  readonly next?: ContextMemory;
}

/**
 * Decides what is known of the context now.
 *
 * - A summary that stands in the transcript after the last usage wins over everything older: over an
 *   empty or all-zero payload, and over one that repeats the usage from before the summary.
 * - A measured use is shown and remembered.
 * - An all-zero use means that the old one is gone: unknown, not 0 %.
 * - An empty one keeps what was last known of the same session; a session that was just resumed has
 *   the last usage of its transcript.
 */
export function rememberContext(
  previous: ContextMemory | undefined,
  payload: PayloadContext,
  transcript?: ContextEvidence,
): RememberedContext {
  const { sessionId } = payload;
  const before = previous?.sessionId === sessionId ? previous : undefined;
  const summary = transcript?.source === "estimate" ? transcript : undefined;
  switch (payload.state) {
    case "measured":
      return summary !== undefined && isReplaced(payload, summary)
        ? show(evidence(sessionId, summary))
        : show(measured(payload));
    case "reset":
      return summary === undefined ? { next: { sessionId } } : show(evidence(sessionId, summary));
    case "unknown":
      if (summary !== undefined) return show(evidence(sessionId, summary));
      if (before !== undefined) return show(before);
      return transcript === undefined ? {} : show(evidence(sessionId, transcript));
    default:
      return payload.state satisfies never;
  }
}

function isReplaced(payload: PayloadContext, summary: ContextEvidence): boolean {
  return payload.usedTokens !== undefined && payload.usedTokens === summary.replacedTokens;
}

function measured(payload: PayloadContext): ContextMemory {
  const { sessionId, usedTokens, usedPct } = payload;
  return known({ sessionId, usedTokens, usedPct, source: "usage" as const });
}

function evidence(sessionId: string, transcript: ContextEvidence): ContextMemory {
  return { sessionId, usedTokens: transcript.usedTokens, source: transcript.source };
}

function show(next: ContextMemory): RememberedContext {
  const { usedTokens, usedPct, source } = next;
  if (usedTokens === undefined && usedPct === undefined) return { next };
  return { fact: known({ kind: "context-measured" as const, usedTokens, usedPct, source }), next };
}

/** An id and three numbers. */
const MAX_FILE_BYTES = 4096;

/** Where the memory of a session stands; undefined if its id is not one that we keep. */
function contextMemoryFile(cacheDir: string, sessionId: string): string | undefined {
  const name = sessionFileName(sessionId);
  return name === undefined ? undefined : join(cacheDir, "context", name);
}

/** What the last render left of this session. */
export function readContextMemory(cacheDir: string, sessionId: string): ContextMemory | undefined {
  const path = contextMemoryFile(cacheDir, sessionId);
  const raw = path === undefined ? undefined : asRecord(readMemory(path, MAX_FILE_BYTES));
  if (raw === undefined || asText(raw.sessionId) !== sessionId) return undefined;
  return known({
    sessionId,
    usedTokens: asCount(raw.usedTokens),
    usedPct: asCount(raw.usedPct),
    source: (["usage", "estimate"] as const).find((word) => word === raw.source),
  });
}

/** Keeps `next` for the next render; writes only if it says something else than `previous`. */
export function writeContextMemory(
  cacheDir: string,
  sessionId: string,
  previous: ContextMemory | undefined,
  next: ContextMemory | undefined,
  nowMs: number,
): void {
  const path = contextMemoryFile(cacheDir, sessionId);
  if (path !== undefined) writeMemory(path, previous, next, nowMs);
}
