/** OSC 9;4, reading side: progress in the output of a program. */
import { givenText } from "../../base/given.ts";
import { createOscFramer, type OscEvent } from "../osc/framing.ts";
import {
  OSC_NUMBER,
  PROGRESS_PARAMETER,
  PROGRESS_STATES,
  type ProgressReport,
  SEQUENCE_MAX_BYTES,
} from "./message.ts";

const BODY = new RegExp(
  `^${PROGRESS_PARAMETER};([0-${PROGRESS_STATES.length - 1}])(?:;(\\d*)(?:;|$)|$)`,
);
const PCT_MAX = 100;

export interface ProgressScanner {
  /** The reports of a chunk, in order. Chunks may end anywhere. */
  readonly feed: (bytes: Uint8Array) => readonly ProgressReport[];
}

/** A scanner at the beginning of a stream. It takes nothing out of it and holds 64 bytes at most. */
export function createProgressScanner(): ProgressScanner {
  const framer = createOscFramer({ numbers: [OSC_NUMBER], capBytes: SEQUENCE_MAX_BYTES });
  return {
    feed: (bytes) => framer.feed(bytes).events.flatMap((event) => progressIn(event) ?? []),
  };
}

/**
 * The report in the body of an OSC 9 (what follows `9;`), or undefined if it is none, as a notification
 * is. It is what a terminal with a parser of its own has, as xterm.js. A percentage above 100 is read
 * as 100, further parameters are passed over.
 */
export function parseProgress(body: string): ProgressReport | undefined {
  const text = givenText(body);
  const found = text.length > SEQUENCE_MAX_BYTES ? null : BODY.exec(text);
  const state = PROGRESS_STATES[Number(found?.[1] ?? Number.NaN)];
  if (state === undefined) return undefined;
  const digits = found?.[2] ?? "";
  if (digits === "" || state === "removed" || state === "indeterminate") return { state };
  return { state, pct: Math.min(PCT_MAX, Number(digits)) };
}

function progressIn(event: OscEvent): ProgressReport | undefined {
  if (event.kind !== "string" || event.body === undefined) return undefined;
  return parseProgress(String.fromCharCode(...event.body));
}
