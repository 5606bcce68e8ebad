/**
 * A terminal's reading of OSC 7501 that shares nothing with the product's: sequences by a pattern,
 * their members by splitting. It answers for the terminal when a client is recorded, and what it
 * reads is what the recordings expect of the product.
 */
import type {
  BlockedKind,
  ProgramEvent,
  ProgramRecord,
  ProgramState,
  Terminator,
} from "../../src/wire/osc7501/message.ts";

/** A sequence as it came, byte by byte as Latin-1, and what it says. */
export interface SeenSequence {
  readonly bytes: string;
  readonly event: ProgramEvent;
}

export interface StatusTap {
  /** Takes what the program wrote. */
  feed(bytes: Uint8Array): void;
  seen(): readonly SeenSequence[];
}

const SEQUENCE = /\x1b\]7501;([^\x07\x1b]*)(\x07|\x1b\\)/g;
/** The protocol's limit of one sequence: an unfinished one cannot begin further back. */
const UNFINISHED_BYTES_CAP = 4096;

/** What the terminal answers to the query: everything is read. */
export const TERMINAL_REPLY = "\x1b]7501;?\x1b\\";

function decodeText(base64: string | undefined): string | undefined {
  return base64 === undefined ? undefined : Buffer.from(base64, "base64").toString("utf8");
}

function readBody(body: string, terminator: Terminator): ProgramEvent {
  if (body === "?") return { event: "query", terminator };
  const pairs = body.split(":").map((pair): [string, string] => {
    const cut = pair.indexOf("=");
    return [pair.slice(0, cut), pair.slice(cut + 1)];
  });
  const { id = "", state, kind, progress, app, title, msg } = Object.fromEntries(pairs);
  if (state === "clear") return { event: "clear", id };
  const texts = { title: decodeText(title), msg: decodeText(msg) };
  return {
    event: "report",
    record: {
      id,
      state: state as ProgramState,
      ...(kind !== undefined && { kind: kind as BlockedKind }),
      ...(progress !== undefined && { progress: Number(progress) }),
      ...(app !== undefined && { app }),
      ...(texts.title !== undefined && { title: texts.title }),
      ...(texts.msg !== undefined && { msg: texts.msg }),
    },
  };
}

export function createStatusTap(): StatusTap {
  const seen: SeenSequence[] = [];
  let rest = "";
  return {
    feed(bytes) {
      const text = rest + Buffer.from(bytes).toString("latin1");
      let end = 0;
      for (const match of text.matchAll(SEQUENCE)) {
        end = match.index + match[0].length;
        const terminator = match[2] === "\x07" ? "bel" : "st";
        seen.push({ bytes: match[0], event: readBody(match[1] ?? "", terminator) });
      }
      rest = text.slice(Math.max(end, text.length - UNFINISHED_BYTES_CAP));
    },
    seen: () => seen,
  };
}

/** The records that a terminal has after these sequences, least recently updated first. */
export function recordsAfter(seen: readonly SeenSequence[]): readonly ProgramRecord[] {
  return seen.reduce<readonly ProgramRecord[]>((records, { event }) => {
    if (event.event === "report")
      return [...records.filter(({ id }) => id !== event.record.id), event.record];
    if (event.event !== "clear") return records;
    const goes = (id: string): boolean => `${id}/`.startsWith(`${event.id}/`) || event.id === "";
    return records.filter(({ id }) => !goes(id));
  }, []);
}
