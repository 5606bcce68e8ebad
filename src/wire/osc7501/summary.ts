/** A set of records in one line: the most urgent one, and how many there are beside it. */
import { givenList, givenObject } from "../../base/given.ts";
import { isRecordLike } from "./check-record.ts";
import { displayText } from "./display.ts";
import { inheritedApp } from "./lineage.ts";
import type { ProgramRecord, ProgramState } from "./message.ts";

/** Most urgent first: a person is needed, something failed, something is new, the rest. */
export const URGENCY = [
  "blocked",
  "error",
  "done",
  "working",
  "idle",
] as const satisfies readonly ProgramState[];

/** Characters of the line. */
const MAX_CHARS = 80;

export interface Summary {
  /** The most urgent record, the newest of them. Whatever is shown of title and msg stands in it. */
  readonly record: ProgramRecord;
  /** The `app` of that record or the one it inherits. */
  readonly app?: string;
  /** How many records there are in each state. */
  readonly counts: Readonly<Record<ProgramState, number>>;
}

export interface SummaryLineOptions {
  /** Characters that are left at most. 80 without it. */
  readonly maxChars?: number;
}

/** The summary of records as a store lists them, least recently updated first; none of none. */
export function summarise(records: readonly ProgramRecord[]): Summary | undefined {
  const counts = { idle: 0, working: 0, blocked: 0, done: 0, error: 0 };
  const known = givenList(records).filter(isRecordLike);
  for (const { state } of known) counts[state]++;
  const state = URGENCY.find((name) => counts[name] > 0);
  const record = known.findLast((one) => one.state === state);
  if (record === undefined) return undefined;
  const byId = new Map(known.map((one) => [one.id, one]));
  const app = inheritedApp(record.id, (id) => byId.get(id));
  return app === undefined ? { record, counts } : { record, app, counts };
}

/**
 * The same as a text: `blocked (permission) 40%: title: msg +2 working, 1 done`, cleaned for display;
 * empty for no records. It does not name the program: who reports is known by the terminal it came
 * from, and not by what it says of itself.
 */
export function summaryLine(
  records: readonly ProgramRecord[],
  options: SummaryLineOptions = {},
): string {
  const { maxChars: asked } = givenObject(options);
  const maxChars = typeof asked === "number" ? asked : MAX_CHARS;
  const summary = summarise(records);
  if (summary === undefined) return "";
  const others = othersText(summary);
  // What a program writes may not push out the count of the others.
  const room = Math.max(0, maxChars - others.length);
  const line = displayText(recordText(summary.record), { maxChars: room }).trimEnd();
  return displayText(line + others, { maxChars }).trim();
}

function recordText({ state, kind, progress, title, msg }: ProgramRecord): string {
  let status: string = state;
  if (typeof kind === "string") status += ` (${kind})`;
  if (typeof progress === "number") status += ` ${progress}%`;
  return [status, title, msg].filter((text) => typeof text === "string").join(": ");
}

/** ` +2 working, 1 done`, without the record that is shown. */
function othersText({ record, counts }: Summary): string {
  const others = { ...counts, [record.state]: counts[record.state] - 1 };
  const parts = URGENCY.filter((state) => others[state] > 0).map(
    (state) => `${others[state]} ${state}`,
  );
  return parts.length === 0 ? "" : ` +${parts.join(", ")}`;
}
