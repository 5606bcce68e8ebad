/** The entities that our extension carries (members, tasks, tokens, quota), read from what an agent sent. */
import { asCount, asFlag, asNumber, asRecord, known } from "../../base/shape.ts";
import type { Member, QuotaWindow, Task, TokenCounts } from "../../wire/runtime/entities.ts";
import { readId, readLabel, readWord } from "./outside.ts";

const MEMBER_STATUSES = ["queued", "running", "waiting", "done", "failed", "cancelled"] as const;
const TASK_STATUSES = ["queued", "running", "stopping", "done", "failed", "cancelled"] as const;
const TASK_TYPES = ["bash", "workflow", "custom"] as const;
const SLOTS = ["primary", "secondary"] as const;

/** A member with an id and a status that is one of ours. */
export function readMember(value: unknown): Member | undefined {
  const raw = asRecord(value);
  const memberId = readId(raw?.memberId);
  const status = readWord(raw?.status, MEMBER_STATUSES);
  if (raw === undefined || memberId === undefined || status === undefined) return undefined;
  return known({
    memberId,
    status,
    name: readLabel(raw.name),
    title: readLabel(raw.title),
    activity: readLabel(raw.activity),
    parentId: readId(raw.parentId),
    taskId: readId(raw.taskId),
    deliveryTurnId: readId(raw.deliveryTurnId),
    usedTokens: asCount(raw.usedTokens),
    windowTokens: asCount(raw.windowTokens),
  });
}

/** A task with an id and a status that is one of ours. */
export function readTask(value: unknown): Task | undefined {
  const raw = asRecord(value);
  const taskId = readId(raw?.taskId);
  const status = readWord(raw?.status, TASK_STATUSES);
  if (raw === undefined || taskId === undefined || status === undefined) return undefined;
  return known({
    taskId,
    status,
    type: readWord(raw.type, TASK_TYPES),
    title: readLabel(raw.title),
    foreground: asFlag(raw.foreground) === true ? (true as const) : undefined,
    startedAtMs: asCount(raw.startedAtMs),
  });
}

/** A window of a quota; a share beyond 100 % stays as it is told. */
export function readQuotaWindow(value: unknown): QuotaWindow | undefined {
  const raw = asRecord(value);
  const slot = readWord(raw?.slot, SLOTS);
  const usedPct = asCount(raw?.usedPct);
  if (raw === undefined || slot === undefined || usedPct === undefined) return undefined;
  return known({
    slot,
    usedPct,
    windowMinutes: asCount(raw.windowMinutes),
    resetsAtMs: asNumber(raw.resetsAtMs),
  });
}

/** Token counts; of the cache only what is told. */
export function readTokens(value: unknown): TokenCounts | undefined {
  const raw = asRecord(value);
  if (raw === undefined) return undefined;
  const input = asCount(raw.input);
  const output = asCount(raw.output);
  if (input === undefined || output === undefined) return undefined;
  return known({
    input,
    output,
    cacheRead: asCount(raw.cacheRead),
    cacheWrite: asCount(raw.cacheWrite),
  });
}
