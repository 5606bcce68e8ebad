/** What earlier renders left for this one: the context of the session, the limits of the account. */
import type { Adapted, History } from "../../sources/harnesses/harness.ts";
import {
  readContextMemory,
  rememberContext,
  writeContextMemory,
} from "../../sources/sessions/context-memory.ts";
import {
  quotaMemoryFile,
  readQuotaMemory,
  rememberQuota,
  writeQuotaMemory,
} from "../../sources/sessions/quota-memory.ts";
import type { Fact } from "../../status/facts/fact.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import type { Call } from "./call.ts";

/** The use of the context that holds now, in place of what the payload says of it. */
export function rememberedContext(
  call: Call,
  adapted: Adapted | undefined,
  payload: Snapshot,
  history: History | undefined,
): readonly Fact[] {
  const sessionId = payload.session?.id;
  if (adapted === undefined || sessionId === undefined) return [];
  const { cacheDir } = call.paths;
  const previous = cacheDir === undefined ? undefined : readContextMemory(cacheDir, sessionId);
  const { usedTokens, usedPct } = payload.context ?? {};
  const said = {
    sessionId,
    state: adapted.context,
    ...(usedTokens !== undefined && { usedTokens }),
    ...(usedPct !== undefined && { usedPct }),
  };
  const evidence = history?.caughtUp === true ? history.context : undefined;
  const { fact, next } = rememberContext(previous, said, evidence);
  if (cacheDir !== undefined) {
    writeContextMemory(cacheDir, sessionId, previous, next, call.io.nowMs());
  }
  if (adapted.context !== "measured") {
    const from = fact === undefined ? "unknown until the next reply" : `kept (${fact.source})`;
    call.notes.push(`context: the payload says nothing; ${from}`);
  }
  return [fact ?? { kind: "context-measured" }];
}

/** The limits as the newest answer to any session of the account has them. */
export function rememberedQuota(call: Call, payload: Snapshot): readonly Fact[] {
  const windows = payload.quota?.windows;
  const sessionId = payload.session?.id;
  const { cacheDir } = call.paths;
  if (windows === undefined || sessionId === undefined || cacheDir === undefined) return [];
  const account = `${call.harness?.id} ${call.harness?.dataDir?.(call.io.env) ?? ""}`;
  const file = quotaMemoryFile(cacheDir, account);
  const nowMs = call.io.nowMs();
  const previous = readQuotaMemory(file);
  const { fact, next } = rememberQuota(previous, sessionId, windows, nowMs);
  writeQuotaMemory(file, previous, next, nowMs);
  return fact === undefined ? [] : [fact];
}
