import { closeSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isatty } from "node:tty";
import { failed, ok, type Result } from "../../base/result.ts";
import { errorCode, errorText } from "../../files/system-error.ts";
import { jsonText } from "../../text/json-text.ts";
import { eventJson, recordJson } from "../../wire/osc7501/event-json.ts";
import type { ProgramEvent } from "../../wire/osc7501/message.ts";
import { createScanner } from "../../wire/osc7501/scan.ts";
import { createRecordStore } from "../../wire/osc7501/store.ts";
import { printable } from "../arguments.ts";
import { type Command, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../command.ts";
import type { Io } from "../io.ts";

/** What one read may give: as much as a pipe holds. The memory of the command does not grow with its input. */
const CHUNK_BYTES = 65_536;

/** Pause before a descriptor that must not be waited for is read again. */
const SILENCE_MS = 5;

/** What the log of `spy` begins with; a few bytes of a stream tell whether it is one. */
const SPY_LINE = /^\{"event":"[a-z-]+"/;
const HEAD_BYTES = 64;

/** Shows what programs said of themselves in a recorded or running byte stream. */
export const decode: Command = {
  name: "decode",
  summary: "Prints what programs said with OSC 7501 in a byte stream, as JSON",
  notes: ["Programs report to their terminal and not into a pipe; telltale spy listens there."],
  usage: ["decode [--rejects] [FILE|-]", "decode --records [FILE|-]"],
  options: [
    { name: "records", describe: "Only the records at the end, as one array, oldest update first" },
    { name: "rejects", describe: "Also a line for each refused report, with the reason" },
  ],
  examples: [
    { command: "telltale decode typescript", describe: "What a recording by script(1) holds" },
    {
      command: "telltale decode --records typescript",
      describe: "What stands at its end",
    },
    {
      command: "telltale spy --log events.jsonl -- make",
      describe: "What a program says while it runs, as the same lines, without decode",
    },
  ],
  exitCodes: [
    { code: EXIT_OK, when: "the stream was read to its end, or nobody read on" },
    { code: EXIT_FAILED, when: "it could not be read, or the answer not be written" },
    { code: EXIT_USAGE, when: "the call could not be understood" },
  ],
  run({ options, operands, io }) {
    const [name = "-", ...more] = operands;
    const wrong =
      more[0] !== undefined
        ? `it reads one FILE, so there is no place for ${printable(more[0])}`
        : options.records === true && options.rejects === true
          ? "--rejects stands among events: leave --records or --rejects out"
          : name === ""
            ? "the name of its FILE is empty"
            : undefined;
    if (wrong !== undefined) {
      io.err(`telltale decode: ${wrong}; see: telltale decode --help\n`);
      return EXIT_USAGE;
    }
    const stream = openStream(name, io);
    if (!stream.ok) return failure(name, stream.reason, io);
    if (name === "-" && isatty(io.stdin)) {
      io.err("telltale decode: reading from the keyboard; end with Ctrl+D\n");
    }
    const write = options.records === true ? recordWriter(io) : eventWriter(io, options.rejects);
    const read = readStream(stream.value, io, write);
    // What came before a fault is no less true.
    write.end();
    if (!read.ok) return failure(name, read.reason, io);
    if (read.value.isNothing) io.err(`telltale decode: ${nothingIn(read.value)}\n`);
    return EXIT_OK;
  },
};

function failure(name: string, reason: string, io: Io): number {
  const what = name === "-" ? "standard input" : printable(name);
  io.err(`telltale decode: cannot read ${what}: ${reason}\n`);
  return EXIT_FAILED;
}

/** Reports go to the terminal, so that in a pipe there is often none, and silence would be no answer. */
function nothingIn({ sizeBytes, head }: Read): string {
  const isLog = SPY_LINE.test(head);
  const why = isLog ? ": this is a log of spy, which is decoded already" : "";
  return `no OSC 7501 in ${sizeBytes} bytes${why}`;
}

interface Writer {
  readonly events: (events: readonly ProgramEvent[]) => void;
  readonly end: () => void;
}

function eventWriter(io: Io, rejects: unknown): Writer {
  return {
    events(events) {
      const shown = events.filter(({ event }) => event !== "reject" || rejects === true);
      // One write a chunk: a log may hold a hundred thousand reports.
      if (shown.length > 0) {
        io.out(shown.map((event) => `${jsonText(eventJson(event))}\n`).join(""));
      }
    },
    end() {},
  };
}

function recordWriter(io: Io): Writer {
  const store = createRecordStore();
  return {
    events(events) {
      for (const event of events) store.apply(event);
    },
    end() {
      const records = store.list().map((record) => {
        const effectiveApp = store.effectiveApp(record.id);
        return { ...recordJson(record), ...(effectiveApp !== undefined && { effectiveApp }) };
      });
      io.out(`${jsonText(records)}\n`);
    },
  };
}

interface Stream {
  readonly fd: number;
  /** Standard input belongs to the process and stays open. */
  readonly close: () => void;
}

function openStream(name: string, io: Io): Result<Stream> {
  if (name === "-") return ok({ fd: io.stdin, close() {} });
  try {
    const path = resolve(io.cwd, name);
    // Where it can be opened at all, a folder is only refused by the first read.
    if (statSync(path).isDirectory()) return failed("it is a folder");
    const fd = openSync(path, "r");
    return ok({ fd, close: () => closeSync(fd) });
  } catch (error) {
    return failed(errorText(error));
  }
}

/** What is known of a stream beside its events. */
interface Read {
  /** It was read to its end and no event was in it. */
  readonly isNothing: boolean;
  readonly sizeBytes: number;
  /** How it begins; bytes beyond ASCII are other characters in it. */
  readonly head: string;
}

/** Reads to the end, or until nobody reads what is written; gives the reason where it cannot. */
function readStream({ fd, close }: Stream, io: Io, { events }: Writer): Result<Read> {
  const scanner = createScanner();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let isNothing = true;
  let sizeBytes = 0;
  let head = "";
  try {
    for (;;) {
      const bytes = readSome(fd, chunk);
      if (bytes.length === 0) return ok({ isNothing, sizeBytes, head });
      if (io.outIsGone?.() === true) return ok({ isNothing: false, sizeBytes, head });
      sizeBytes += bytes.length;
      head += String.fromCharCode(...bytes.subarray(0, HEAD_BYTES - head.length));
      const found = scanner.feed(bytes).events;
      if (found.length > 0) isNothing = false;
      events(found);
    }
  } catch (error) {
    return failed(errorText(error));
  } finally {
    close();
  }
}

/** The next bytes; none at the end. */
function readSome(fd: number, into: Uint8Array): Uint8Array {
  for (;;) {
    try {
      return into.subarray(0, readSync(fd, into, 0, into.length, null));
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
      Bun.sleepSync(SILENCE_MS);
    }
  }
}
