/**
 * OSC 7501, reading side: the body between `ESC ] 7501 ;` and the terminator as one event. A pair
 * that is no pair is passed over; a broken limit, an unreadable text or a control character refuses
 * the whole report. README.md lists the rules one by one.
 */
import { givenBytes, givenText } from "../../base/given.ts";
import { decodeBase64 } from "./base64.ts";
import { withoutBlanksAround } from "./blanks.ts";
import {
  type BlockedKind,
  KINDS,
  LIMITS,
  OSC_NUMBER,
  type ProgramEvent,
  type ProgramRecord,
  type RejectReason,
  STATES,
  type Terminator,
} from "./message.ts";
import { isAppName, isIdWithinLimits, isRecordId } from "./name.ts";

const KEY = /^[a-z]+$/;
const VALUE = /^[A-Za-z0-9_.,+/=-]*$/;
const PROGRESS = /^[0-9]{1,3}$/;
const PROGRESS_MAX = 100;
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

/** ESC, bracket, the number, semicolon, and the shorter terminator. */
const LEAST_FRAME_BYTES = 2 + String(OSC_NUMBER).length + 1 + 1;

/** A byte order mark is text like any other here. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const toUtf8 = new TextEncoder();
/** One character a byte. Which one a byte beyond ASCII becomes is the same: it can stand nowhere. */
const oneByteEach = new TextDecoder("latin1");

/** What well-formed pairs said so far; the last one of a key counts. */
interface Pairs {
  state?: string;
  id?: string;
  kind?: string;
  progress?: string;
  app?: string;
  title?: string;
  msg?: string;
}

/** Limits and names of the two texts. */
const TEXTS = {
  title: { encoded: LIMITS.titleEncoded, decoded: LIMITS.title, tooLong: "title-too-long" },
  msg: { encoded: LIMITS.msgEncoded, decoded: LIMITS.msg, tooLong: "msg-too-long" },
} as const;

/**
 * The event of a body. `sequenceBytes` counts what was received, from ESC to the last byte of the
 * terminator and with bytes that were not stored.
 */
export function parseBody(
  body: Uint8Array,
  sequenceBytes: number,
  terminator: Terminator,
): ProgramEvent {
  const bytes = givenBytes(body);
  // A number of the wrong kind is no measure.
  const isTooLong = typeof sequenceBytes !== "number" || sequenceBytes > LIMITS.sequence;
  if (isTooLong || bytes.length > LIMITS.sequence) return reject("sequence-too-long");
  return parsePairs(oneByteEach.decode(bytes), terminator);
}

/**
 * The event of a body that a terminal's own parser hands on as text (xterm.js `registerOscHandler`).
 * Such a parser does not say how the string ended: it is measured with the shorter terminator, and
 * a query is taken to have ended with ST.
 */
export function parseBodyText(body: string): ProgramEvent {
  // A unit is at least a byte: what is too long already need not be encoded.
  const text = givenText(body);
  if (text.length > LIMITS.sequence) return reject("sequence-too-long");
  const bytes = toUtf8.encode(text);
  return parseBody(bytes, bytes.length + LEAST_FRAME_BYTES, "st");
}

function parsePairs(body: string, terminator: Terminator): ProgramEvent {
  if (body === "?") return { event: "query", terminator };
  if (body.startsWith("?:")) return reject("reply-form");
  const pairs: Pairs = {};
  for (const pair of body.split(":")) {
    const reason = readPair(pair, pairs);
    if (reason !== undefined) return reject(reason);
  }
  return eventOf(pairs);
}

/** Takes a pair over, or passes it over, or says which rule it breaks. */
function readPair(pair: string, pairs: Pairs): RejectReason | undefined {
  const equals = pair.indexOf("=");
  if (equals < 0) return undefined;
  const key = withoutBlanksAround(pair.slice(0, equals));
  if (key.length > LIMITS.key) return "key-too-long";
  const value = withoutBlanksAround(pair.slice(equals + 1));
  if (!KEY.test(key) || !VALUE.test(value)) return undefined;
  switch (key) {
    case "state":
    case "kind":
    case "progress":
      break;
    case "id":
      if (!isIdWithinLimits(value)) return "bad-id";
      break;
    case "app":
      if (value.length > LIMITS.app) return "app-too-long";
      break;
    case "title":
    case "msg": {
      const text = decodeText(value, TEXTS[key]);
      if (typeof text !== "string") return text.reason;
      pairs[key] = text;
      return undefined;
    }
    default:
      // A key of a later revision.
      return undefined;
  }
  pairs[key] = value;
  return undefined;
}

function decodeText(
  value: string,
  limit: (typeof TEXTS)[keyof typeof TEXTS],
): string | { readonly reason: RejectReason } {
  if (value.length > limit.encoded) return { reason: limit.tooLong };
  const bytes = decodeBase64(value);
  if (bytes === undefined) return { reason: "bad-base64" };
  if (bytes.length > limit.decoded) return { reason: limit.tooLong };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { reason: "bad-utf8" };
  return CONTROL.test(text) ? { reason: "control-character" } : text;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function eventOf(pairs: Pairs): ProgramEvent {
  if (pairs.state === undefined) return reject("no-state");
  const state = STATES.find((name) => name === pairs.state);
  if (state === undefined && pairs.state !== "clear") return reject("unknown-state");
  if (pairs.id !== undefined && !isRecordId(pairs.id)) return reject("bad-id");
  const id = pairs.id ?? "";
  if (state === undefined) return { event: "clear", id };
  const kind = state === "blocked" ? kindOf(pairs.kind) : undefined;
  const hasProgress = state === "blocked" || state === "working";
  const progress = hasProgress ? progressOf(pairs.progress) : undefined;
  const record: ProgramRecord = {
    id,
    state,
    ...(kind !== undefined && { kind }),
    ...(progress !== undefined && { progress }),
    ...(pairs.app !== undefined && isAppName(pairs.app) && { app: pairs.app }),
    // An empty text says as little as none.
    ...(pairs.title && { title: pairs.title }),
    ...(pairs.msg && { msg: pairs.msg }),
  };
  return { event: "report", record };
}

function kindOf(value: string | undefined): BlockedKind | undefined {
  return KINDS.find((kind) => kind === value);
}

function progressOf(value: string | undefined): number | undefined {
  if (value === undefined || !PROGRESS.test(value)) return undefined;
  const progress = Number(value);
  return progress <= PROGRESS_MAX ? progress : undefined;
}

function reject(reason: RejectReason): ProgramEvent {
  return { event: "reject", reason };
}
