/** The lines that an agent prints to its stderr: cleaned, bounded, none of them trusted. */
import { cleanLine } from "../../../text/clean.ts";

/** A line without an end is cut here, so that a program that prints one for ever fills no memory. */
const MAX_LINE_BYTES = 16_384;

/** How long after the end of the process its last lines may take to be read. */
export const DRAIN_MS = 500;

export interface StderrLines {
  /** Settles when the stream has ended. Never rejects. */
  readonly done: Promise<void>;
  readonly last: () => string | undefined;
}

/** Reads to the end of the stream; blank lines are left out. */
export function readStderrLines(
  stream: ReadableStream<Uint8Array>,
  onLine: (line: string) => void,
): StderrLines {
  let last: string | undefined;
  const take = (raw: string) => {
    const line = cleanLine(raw).trim();
    if (line === "") return;
    last = line;
    onLine(line);
  };
  return { done: readLines(stream, take), last: () => last };
}

async function readLines(
  stream: ReadableStream<Uint8Array>,
  take: (line: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of stream) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
      if (rest.length > MAX_LINE_BYTES) {
        take(rest);
        rest = "";
      }
    }
  } catch {
    // The stream broke with its process; what came before is as true.
  }
  take(rest + decoder.decode());
}
