/**
 * Ends what a killed call left running. A call that is ended by SIGKILL cannot end its command; it has
 * written down which one it was, and the next call of the session, which holds the lock that the dead
 * one had, ends it before it starts its own. Linux only: elsewhere a process cannot be told apart from
 * a later one with the same id without starting another program.
 */
import fs from "node:fs";
import { asCount, asRecord } from "../../base/shape.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { writeWhole } from "../../files/write-whole.ts";

/** A record is one small JSON object. */
const RECORD_MAX_BYTES = 1_024;
/** A line of /proc/<pid>/stat is some 300 bytes. */
const STAT_MAX_BYTES = 4_096;

/** Writes down the process group of a run. Quiet on failure: it only helps after a hard kill. */
export function recordRun(file: string, pid: number): void {
  const stat = readStat(pid);
  if (stat === undefined) return;
  const text = JSON.stringify({ pid, startTicks: stat.startTicks });
  // On a read-only or full disk, or with something else in its place, there is no record.
  writeWhole(file, text, { mode: 0o600, durable: false });
}

/** The run has ended. Quiet on failure: a record of a process that has gone ends nobody. */
export function forgetRun(file: string): void {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // A folder in its place, or a read-only disk.
  }
}

/** Ends the recorded group if it is still the same one, and removes the record. */
export function endLeftover(file: string): void {
  const text = readBounded(file, RECORD_MAX_BYTES);
  if (!text.ok) return;
  try {
    const raw = asRecord(JSON.parse(text.value));
    const pid = asCount(raw?.pid);
    const startTicks = asCount(raw?.startTicks);
    if (pid !== undefined && pid > 1 && startTicks !== undefined) {
      const stat = readStat(pid);
      const same = stat?.startTicks === startTicks && stat.groupId === pid;
      if (same) process.kill(-pid, "SIGKILL");
    }
    forgetRun(file);
  } catch {
    // A torn record, or a group that has just ended.
  }
}

/** Group and start time of a process, from /proc; absent where there is none. */
function readStat(
  pid: number,
): { readonly groupId: number; readonly startTicks: number } | undefined {
  const text = readBounded(`/proc/${pid}/stat`, STAT_MAX_BYTES);
  if (!text.ok) return undefined;
  // The name in parentheses may hold spaces and parentheses; fields are counted behind its end.
  const fields = text.value.slice(text.value.lastIndexOf(")") + 2).split(" ");
  const groupId = Number(fields[2]);
  const startTicks = Number(fields[19]);
  return Number.isFinite(groupId) && Number.isFinite(startTicks)
    ? { groupId, startTicks }
    : undefined;
}
