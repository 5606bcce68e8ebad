/** What is new in a session, as text: answers whole as they stream in, the rest in a line each. */
import { cleanLine } from "../../../text/clean.ts";
import { createStreamCleaner } from "../../../text/stream-clean.ts";
import type { Entry } from "../../../wire/runtime/entities.ts";
import type { SessionState } from "../../../wire/runtime/state.ts";

export interface EntryPrinter {
  /** Prints what has come since the last call. */
  readonly print: (session: SessionState | undefined) => void;
  /** Ends a line that is still open. */
  readonly endLine: () => void;
}

export interface PrinterOuts {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** A printer that takes what is there at the first call for old. */
export function entryPrinter({ out, err }: PrinterOuts): EntryPrinter {
  let sessionId: string | undefined;
  /** Units that were printed of the texts, and the ids of what was told. */
  const printed = new Map<string, number>();
  let openEntry: string | undefined;
  /** Of the open entry: a sequence may come in pieces. */
  let cleaner = createStreamCleaner();

  const endLine = (): void => {
    if (openEntry !== undefined) out("\n");
    openEntry = undefined;
  };

  const printEntry = (entry: Entry): void => {
    if (entry.kind === "agent" && entry.memberId === undefined) {
      const from = printed.get(entry.entryId) ?? 0;
      if (entry.text.length <= from) return;
      if (openEntry !== entry.entryId) {
        endLine();
        cleaner = createStreamCleaner();
      }
      openEntry = entry.entryId;
      const clean = cleaner.push(entry.text.slice(from));
      if (clean !== "") out(clean);
      printed.set(entry.entryId, entry.text.length);
      return;
    }
    const line = lineOf(entry);
    if (line === undefined || printed.has(entry.entryId)) return;
    printed.set(entry.entryId, 0);
    endLine();
    err(`${line}\n`);
  };

  return {
    print(session) {
      if (session === undefined) return;
      const isOther = session.sessionId !== sessionId;
      if (isOther) {
        endLine();
        printed.clear();
        sessionId = session.sessionId;
      }
      for (const entry of session.entries) {
        if (isOther) printed.set(entry.entryId, "text" in entry ? entry.text.length : 0);
        else printEntry(entry);
      }
    },
    endLine,
  };
}

/** One line for a person beside the answer; undefined for what says nothing yet. */
function lineOf(entry: Entry): string | undefined {
  switch (entry.kind) {
    case "tool": {
      const { status, title } = entry.call;
      if (status === "pending" || status === "running") return undefined;
      return `[${status}] ${cleanLine(title)}`;
    }
    case "notice":
      // The end of a turn is said by who waits for it.
      if (entry.outcome !== undefined) return undefined;
      return `[${entry.level}] ${cleanLine(entry.text)}`;
    case "plan":
      return entry.items.map(({ text }, at) => `${at + 1}. ${cleanLine(text)}`).join("\n");
    case "compaction":
      return entry.done === true ? cleanLine(entry.text) : undefined;
    case "agent":
    case "thought":
    case "user":
      return undefined;
    default:
      return entry satisfies never;
  }
}
