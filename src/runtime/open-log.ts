/** The log of a session: a new one, one read back from the disk, or one in memory. */
import { failed, ok, type Result } from "../base/result.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { SessionChange } from "../wire/runtime/event.ts";
import type { Refusal } from "../wire/runtime/request.ts";
import { EMPTY_STATE } from "../wire/runtime/state.ts";
import { EventLog } from "./session/event-log.ts";
import { openJournal } from "./store/journal.ts";
import { replayJournal } from "./store/replay.ts";
import { type SessionFolder, sessionFolder } from "./store/session-folder.ts";
import { lockSession, removeSession, type SessionLock } from "./store/session-lock.ts";
import { summarize, writeSummary } from "./store/summaries.ts";

export interface LogMakers {
  readonly stateDir: string | undefined;
  readonly nowMs: () => number;
  readonly newId: () => string;
}

export interface OpenedLog {
  readonly log: EventLog;
  /** Writes what is left, lets go of the session, and takes its folder away if nothing was ever said. */
  readonly release: () => Promise<void>;
}

type Opened = Result<OpenedLog, Refusal>;

/** A list of sessions may be so much older than the sessions. */
const SUMMARY_EVERY_MS = 500;

type OpeningChange = Extract<SessionChange, { readonly kind: "session-opened" }>;

/** `change` is its first event. Where nothing can be written it is kept in memory, and says so. */
export async function openNewLog(makers: LogMakers, change: OpeningChange): Promise<Opened> {
  const { stateDir } = makers;
  if (stateDir === undefined) return ok(inMemory(makers, change));
  const kept = await openNewOnDisk(makers, stateDir, change);
  if (kept.ok) return kept;
  const opened = inMemory(makers, change);
  const reason = kept.reason.message;
  const text = `This session is not kept on the disk: ${reason}. Make room there, or name another folder in TELLTALE_HOME`;
  tell(opened.log, makers.newId, text);
  return ok(opened);
}

function inMemory({ nowMs, newId }: LogMakers, change: OpeningChange): OpenedLog {
  const log = new EventLog({ state: EMPTY_STATE, fates: new Map(), nowMs, newId });
  log.record(change);
  return { log, release: async () => log.close() };
}

async function openNewOnDisk(
  { nowMs, newId }: LogMakers,
  stateDir: string,
  change: OpeningChange,
): Promise<Opened> {
  const folder = sessionFolder(stateDir, change.sessionId);
  if (folder === undefined) return refuse("failed", "the session has no proper id");
  const lock = await lockSession(folder);
  if (!lock.ok) return refuse("unavailable", lock.reason);
  const journal = openJournal(folder, 0);
  if (!journal.ok) return await letGo(lock.value, "unavailable", journal.reason);
  const state = EMPTY_STATE;
  const log = new EventLog({ state, fates: new Map(), journal: journal.value, nowMs, newId });
  const kept = log.recordFlushed(change);
  if (!kept.ok) {
    log.close();
    const refusal = await letGo(lock.value, "unavailable", kept.reason);
    removeSession(folder);
    return refusal;
  }
  return ok(keptOnDisk(folder, log, lock.value));
}

/** Reads one back; the rest of a damaged journal is put aside. */
export async function openOldLog(makers: LogMakers, sessionId: string): Promise<Opened> {
  const { stateDir, nowMs, newId } = makers;
  const folder = stateDir === undefined ? undefined : sessionFolder(stateDir, sessionId);
  if (folder === undefined || !(await Bun.file(folder.journal).exists())) {
    return refuse("not-found", `there is no session ${sessionId}`);
  }
  const lock = await lockSession(folder);
  if (!lock.ok) return refuse("conflict", lock.reason);
  const replay = replayJournal(folder);
  if (!replay.ok) return await letGo(lock.value, "failed", replay.reason);
  const { state, fates, endBytes, damaged } = replay.value;
  if (state.sessionId !== sessionId) {
    return await letGo(lock.value, "failed", `${folder.journal} cannot be understood`);
  }
  // Put aside before it is cut off.
  const aside = damaged === undefined ? undefined : writeWhole(folder.damaged, damaged);
  if (aside?.ok === false) return await letGo(lock.value, "failed", aside.reason);
  const journal = openJournal(folder, endBytes);
  if (!journal.ok) return await letGo(lock.value, "unavailable", journal.reason);
  const log = new EventLog({ state, fates, journal: journal.value, nowMs, newId });
  if (damaged !== undefined) tellDamage(log, folder, newId);
  return ok(keptOnDisk(folder, log, lock.value));
}

function tellDamage(log: EventLog, folder: SessionFolder, newId: () => string): void {
  const text = `The journal of this session is damaged: what follows here was lost. Its rest is in ${folder.damaged}`;
  tell(log, newId, text);
}

function tell(log: EventLog, newId: () => string, text: string): void {
  const entry = {
    kind: "notice",
    entryId: newId(),
    atMs: log.nowMs(),
    level: "error",
    text,
  } as const;
  log.record({ kind: "entry-added", entry });
}

function keptOnDisk(folder: SessionFolder, log: EventLog, lock: SessionLock): OpenedLog {
  let timer: Timer | undefined;
  const write = (): void => {
    timer = undefined;
    writeSummary(folder, summarize(log.state(), false));
  };
  write();
  log.subscribe(({ kind }) => {
    if (kind !== "entry-continued") timer ??= setTimeout(write, SUMMARY_EVERY_MS);
  });
  return {
    log,
    async release() {
      clearTimeout(timer);
      const { turns, entries, queue, title } = log.state();
      log.close();
      const isEmpty =
        turns === 0 &&
        queue.length === 0 &&
        title === undefined &&
        !entries.some(({ kind }) => kind === "user");
      if (!isEmpty) write();
      await lock.release();
      if (isEmpty) removeSession(folder);
    },
  };
}

async function letGo(lock: SessionLock, code: Refusal["code"], message: string): Promise<Opened> {
  await lock.release();
  return refuse(code, message);
}

function refuse(code: Refusal["code"], message: string): Opened {
  return failed({ code, message });
}
