/** What is new in a session, as text: answers whole as they stream in, the rest in a line each. */
import { cleanLine } from "../../../text/clean.ts";
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

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/g;

/** A printer that takes what is there at the first call for old. */
export function entryPrinter({ out, err }: PrinterOuts): EntryPrinter {
  let sessionId: string | undefined;
  /** Units that were printed of the texts, and the ids of what was told. */
  const printed = new Map<string, number>();
  let openEntry: string | undefined;

  const endLine = (): void => {
    if (openEntry !== undefined) out("\n");
    openEntry = undefined;
  };

  const printEntry = (entry: Entry): void => {
    if (entry.kind === "agent" && entry.memberId === undefined) {
      const from = printed.get(entry.entryId) ?? 0;
      if (entry.text.length <= from) return;
      if (openEntry !== entry.entryId) endLine();
      openEntry = entry.entryId;
      out(plainLines(entry.text.slice(from)));
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

/** Everything but line ends and tabs that could move a cursor goes: the text may still reach a terminal. */
function plainLines(text: string): string {
  return Bun.stripANSI(text).replace(/\r\n?/g, "\n").replace(CONTROL, "");
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
