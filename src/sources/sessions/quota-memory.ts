/**
 * The limits of an account between sessions. A payload repeats what its session heard with its last
 * answer, which may be hours ago; the newest answer that any session of the account got is the true one.
 */
import { join } from "node:path";
import { asCount, asRecord, known } from "../../base/shape.ts";
import type { QuotaReported, QuotaWindow } from "../../status/facts/quota.ts";
import { readMemory, writeMemory } from "./memory-file.ts";
import { HASH_CHARACTERS, hashName } from "./session-file-name.ts";

/** Resets of one window are given in whole seconds and differ a little between answers. */
const SAME_RESET_MS = 60_000;

/** Sessions whose last report is kept; more than run at once. */
const MAX_SESSIONS = 50;

const MEMORY_VERSION = 1;

/** What a session last reported of one window, and since when it says so. */
interface Report {
  readonly usedPct: number;
  readonly windowMinutes?: number;
  readonly resetsAtMs?: number;
  readonly sinceMs: number;
}

type Slots = Readonly<Partial<Record<QuotaWindow["slot"], Report>>>;

/** What sessions of one account reported. */
export interface QuotaMemory {
  readonly v: typeof MEMORY_VERSION;
  /** The newest known report of each window of the account. */
  readonly windows: Slots;
  /** The last reports by session, the one that changed last at the end. */
  readonly sessions: readonly { readonly key: string; readonly slots: Slots }[];
}

/** What to show, and what to keep for the next render. */
export interface RememberedQuota {
  /** The payload's windows with the newest values; absent if the payload has none. */
  readonly fact?: QuotaReported;
  readonly next?: QuotaMemory;
}

/**
 * Decides which value of each window is the newest. A report counts from the moment at which this
 * session first made it. A later reset is a newer window and may have a lower value; an earlier one is
 * older. But no account has two windows at once: of two resets that are both to come, what a session
 * has just heard counts, as the person has changed the account. Within one window a session that was
 * never seen before may raise the value but not lower it, as nothing says how old its report is.
 */
export function rememberQuota(
  previous: QuotaMemory | undefined,
  sessionId: string,
  windows: readonly QuotaWindow[] | undefined,
  nowMs: number,
): RememberedQuota {
  if (windows === undefined || windows.length === 0) {
    return known({ next: previous });
  }
  const key = hashName(sessionId);
  const memory = previous ?? { v: MEMORY_VERSION, windows: {}, sessions: [] };
  const mine = memory.sessions.find((session) => session.key === key)?.slots ?? {};
  const best: Record<string, Report> = { ...memory.windows };
  const slots: Record<string, Report> = {};
  const shown: QuotaWindow[] = [];
  for (const window of windows) {
    const before = mine[window.slot];
    const report = since(window, before, nowMs);
    slots[window.slot] = report;
    const newest = knownBy(memory.windows[window.slot], nowMs);
    const chosen =
      newest === undefined || isNewer(report, before !== undefined, newest, nowMs)
        ? report
        : newest;
    best[window.slot] = chosen;
    const { sinceMs: _, ...value } = chosen;
    shown.push({ slot: window.slot, ...value });
  }
  const unchanged = JSON.stringify(slots) === JSON.stringify(mine);
  const others = memory.sessions.filter((session) => session.key !== key);
  const sessions = unchanged ? memory.sessions : [...others, { key, slots }].slice(-MAX_SESSIONS);
  return {
    fact: { kind: "quota-reported", windows: shown },
    next: { v: MEMORY_VERSION, windows: best, sessions },
  };
}

/** A report from the future was made before the clock was set back, and is older than any made now. */
function knownBy(report: Report | undefined, nowMs: number): Report | undefined {
  return report === undefined || report.sinceMs <= nowMs
    ? report
    : { ...report, sinceMs: nowMs - 1 };
}

function since(window: QuotaWindow, before: Report | undefined, nowMs: number): Report {
  const { usedPct, windowMinutes, resetsAtMs } = window;
  const same = before?.usedPct === usedPct && before.resetsAtMs === resetsAtMs;
  return known({ usedPct, windowMinutes, resetsAtMs, sinceMs: same ? before.sinceMs : nowMs });
}

function isNewer(report: Report, isKnownSession: boolean, newest: Report, nowMs: number): boolean {
  const isJustHeard = isKnownSession && report.sinceMs > newest.sinceMs;
  if (report.resetsAtMs !== undefined && newest.resetsAtMs !== undefined) {
    const laterMs = report.resetsAtMs - newest.resetsAtMs;
    if (laterMs > SAME_RESET_MS) {
      return report.sinceMs >= newest.sinceMs || newest.resetsAtMs <= nowMs;
    }
    if (laterMs < -SAME_RESET_MS) return isJustHeard && report.resetsAtMs > nowMs;
  }
  if (!isKnownSession && report.usedPct < newest.usedPct) return false;
  return report.sinceMs >= newest.sinceMs;
}

/** Fifty sessions with two windows each. */
const MAX_FILE_BYTES = 64 * 1024;

/** Where the limits of an account stand. The account is known by its configuration folder. */
export function quotaMemoryFile(cacheDir: string, account: string): string {
  return join(cacheDir, "quota", `${hashName(account)}.json`);
}

/** What any session of the account left; a part of a wrong shape is dropped. */
export function readQuotaMemory(path: string): QuotaMemory | undefined {
  const raw = asRecord(readMemory(path, MAX_FILE_BYTES));
  if (raw?.v !== MEMORY_VERSION) return undefined;
  const list: readonly unknown[] = Array.isArray(raw.sessions) ? raw.sessions : [];
  const sessions = list.slice(-MAX_SESSIONS).flatMap((member) => {
    const session = asRecord(member);
    const key = session?.key;
    if (typeof key !== "string" || key.length !== HASH_CHARACTERS) return [];
    return [{ key, slots: readSlots(session?.slots) }];
  });
  return { v: MEMORY_VERSION, windows: readSlots(raw.windows), sessions };
}

/** Keeps `next`; writes only if it says something else than `previous`. */
export function writeQuotaMemory(
  path: string,
  previous: QuotaMemory | undefined,
  next: QuotaMemory | undefined,
  nowMs: number,
): void {
  writeMemory(path, previous, next, nowMs);
}

function readSlots(value: unknown): Slots {
  const raw = asRecord(value);
  return known({ primary: readReport(raw?.primary), secondary: readReport(raw?.secondary) });
}

function readReport(value: unknown): Report | undefined {
  const raw = asRecord(value);
  const [usedPct, sinceMs] = [asCount(raw?.usedPct), asCount(raw?.sinceMs)];
  if (usedPct === undefined || sinceMs === undefined) return undefined;
  return known({
    usedPct,
    windowMinutes: asCount(raw?.windowMinutes),
    resetsAtMs: asCount(raw?.resetsAtMs),
    sinceMs,
  });
}
