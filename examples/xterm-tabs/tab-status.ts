/** What a tab shows of its records, as plain data: which badge, and which words beside it. */
import {
  displayText,
  type ProgramRecord,
  type ProgramState,
  type RecordStore,
  summarise,
} from "telltale/osc7501";

/** Names of the shapes in index.html. */
export type Badge = "quiet" | "blocked" | "permission" | "question" | "auth" | ProgramState;

/** One record, ready to be shown. Texts are cleaned for display, and still only texts: no markup. */
export interface PartStatus {
  readonly badge: Badge;
  /** What the badge means, such as `Needs permission`. */
  readonly words: string;
  /** Absent means unknown, never 0. */
  readonly progressPct?: number;
  readonly app?: string;
  readonly title?: string;
  readonly msg?: string;
}

export interface TabStatus extends PartStatus {
  /** All records but the root, in the order of their ids, so that they keep their places. */
  readonly parts: readonly (PartStatus & { readonly id: string })[];
}

/** A line of a page is no longer; a report may carry 2048 bytes. */
const MAX_MSG_CHARS = 300;
const MAX_TITLE_CHARS = 80;

/** The most urgent record speaks for its tab; among equals the root, so that parts do not take turns. */
export function tabStatus(records: RecordStore): TabStatus {
  const list = records.list();
  const root = records.get("");
  const urgent = summarise(list)?.record;
  const deciding = root?.state === urgent?.state ? root : urgent;
  const parts = list
    .filter(({ id }) => id !== "")
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((record) => ({ id: record.id, ...partStatus(record, records) }));
  return deciding === undefined
    ? { badge: "quiet", words: "No program status", parts }
    : { ...partStatus(deciding, records), parts };
}

function partStatus(record: ProgramRecord, records: RecordStore): PartStatus {
  const { state, kind, progress } = record;
  const app = records.effectiveApp(record.id);
  const title = displayText(record.title ?? "", { maxChars: MAX_TITLE_CHARS });
  const msg = displayText(record.msg ?? "", { maxChars: MAX_MSG_CHARS });
  return {
    badge: kind ?? state,
    words: wordsOf(state, kind),
    ...(progress !== undefined && { progressPct: progress }),
    ...(app !== undefined && { app }),
    ...(title !== "" && { title }),
    ...(msg !== "" && { msg }),
  };
}

function wordsOf(state: ProgramState, kind: ProgramRecord["kind"]): string {
  switch (state) {
    case "idle":
      return "Ready";
    case "working":
      return "Working";
    case "done":
      return "Done";
    case "error":
      return "Failed";
    case "blocked":
      switch (kind) {
        case "permission":
          return "Needs permission";
        case "question":
          return "Asks a question";
        case "auth":
          return "Needs a login";
        case undefined:
          return "Waits for you";
        default:
          return kind satisfies never;
      }
    default:
      return state satisfies never;
  }
}

/** The status in one line, most telling part first. */
export function lineOf({ words, progressPct, title, msg }: PartStatus): string {
  const progress = progressPct === undefined ? "" : ` ${progressPct}%`;
  const said = [title, msg].filter((text) => text !== undefined).join(" · ");
  return said === "" ? `${words}${progress}` : `${words}${progress}: ${said}`;
}
