/**
 * OSC 9;4 for terminals without OSC 7501: one progress for the terminal as a whole. An option, and
 * never beside OSC 7501, which says the same and more.
 */
import type { Snapshot } from "../../status/snapshot.ts";
import type { ProgramState } from "../../wire/osc7501/message.ts";
import { encodeProgress } from "../../wire/progress/encode.ts";
import type { ProgressReport, ProgressState } from "../../wire/progress/message.ts";
import { rootRecord } from "./shared/root-record.ts";

/** What terminals draw for each state: a bar that moves, one that stands still in yellow, a red one. */
const SHOWN: Readonly<Record<ProgramState, ProgressState>> = {
  idle: "removed",
  working: "indeterminate",
  blocked: "paused",
  done: "removed",
  error: "error",
};

/** What the terminal should show; `removed` also where nothing is known. */
export function progressReport(snapshot: Snapshot): ProgressReport {
  const root = rootRecord(snapshot);
  if (root === undefined) return { state: "removed" };
  const pct = root.progress;
  if (root.state === "working" && pct !== undefined) return { state: "set", pct };
  return { state: SHOWN[root.state], ...(pct !== undefined && { pct }) };
}

/**
 * What to write after a change, and what to remember of it; an empty text where nothing changed. On
 * leaving, or before the first report of OSC 7501, write `encodeProgress({ state: "removed" })`.
 */
export function encodeProgressChange(
  previous: ProgressReport | undefined,
  snapshot: Snapshot,
): { readonly memory: ProgressReport; readonly text: string } {
  const memory = progressReport(snapshot);
  const before = previous ?? { state: "removed" };
  const isSame = memory.state === before.state && memory.pct === before.pct;
  return { memory, text: isSame ? "" : encodeProgress(memory) };
}
