/** Figures of the OSC 7501 scanner, which all output of a program goes through. */
import { createScanner } from "../src/wire/osc7501/scan.ts";
import type { Figure } from "./figure.ts";

/** More than the caches of a processor hold, so that memory is read as it would be. */
const STREAM_BYTES = 32 * 1024 * 1024;
/** What one read of a terminal gives at most. */
const CHUNK_BYTES = 65_536;
/** The best of some runs: what interrupts one is no cost of the code. */
const RUNS = 12;

/** Lines of a build, without a control sequence. */
const PLAIN = "  CC      drivers/net/ethernet/intel/e1000/e1000_main.o, 4 warnings, 0 errors\r\n";
/** Every character in a colour of its own: there is no denser output. */
const DENSE_SGR = "\x1b[38;5;208mX\x1b[0m";
/** What a session of an agent that reports sounds like: painted lines, now and then a report. */
const SESSION = `${"\x1b[2K\x1b[1G\x1b[36m⠋\x1b[39m Thinking… (esc to interrupt)\r\n".repeat(40)}\x1b]7501;state=working:app=claude-code:msg=UnVubmluZyBiYXNo\x07`;

/** All figures of the scanner. */
export function scannerFigures(): readonly Figure[] {
  return [
    {
      what: "OSC scanner over output with no ESC",
      value: bestMbPerSecond(PLAIN, false),
      unit: "MB/s",
      budget: { atLeast: 1_000 },
    },
    {
      what: "OSC scanner over dense SGR",
      value: bestMbPerSecond(DENSE_SGR, false),
      unit: "MB/s",
      budget: { atLeast: 150 },
    },
    {
      what: "OSC scanner over dense SGR, taking reports out",
      value: bestMbPerSecond(DENSE_SGR, true),
      unit: "MB/s",
      budget: { atLeast: 150 },
    },
    {
      what: "OSC scanner over an agent's session, taking reports out",
      value: bestMbPerSecond(SESSION, true),
      unit: "MB/s",
    },
  ];
}

function bestMbPerSecond(text: string, strip: boolean): number {
  const stream = Buffer.alloc(STREAM_BYTES, text);
  let bestMs = Number.POSITIVE_INFINITY;
  let outputBytes = 0;
  for (let run = 0; run < RUNS; run++) {
    const scanner = createScanner({ strip });
    const startedAtMs = performance.now();
    for (let at = 0; at < stream.length; at += CHUNK_BYTES) {
      outputBytes += scanner.feed(stream.subarray(at, at + CHUNK_BYTES)).output.length;
    }
    bestMs = Math.min(bestMs, performance.now() - startedAtMs);
  }
  if (outputBytes === 0) throw new Error("nothing was passed on");
  return STREAM_BYTES / 1e6 / (bestMs / 1_000);
}
