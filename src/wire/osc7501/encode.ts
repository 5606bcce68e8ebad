/**
 * OSC 7501, writing side: reports, clears, the query and its reply as whole sequences of ASCII. What
 * has no meaning for a state is left out; an id, or a state, that no terminal could read is refused.
 */
import { givenObject } from "../../base/given.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import { jsonText } from "../../text/json-text.ts";
import { encodeBase64 } from "./base64.ts";
import { fitUtf8 } from "./fit-text.ts";
import {
  ALL_CAPABILITIES,
  type Capabilities,
  givenCapabilities,
  KINDS,
  LIMITS,
  OSC_NUMBER,
  REPLY_LISTS,
  STATES,
  type Terminator,
} from "./message.ts";
import { isAppName, isRecordId } from "./name.ts";

/**
 * Bytes of a whole sequence that we write. Readers differ by up to two bytes in how they count the
 * terminator; all of them take this much.
 */
export const SENT_SEQUENCE_MAX_BYTES = LIMITS.sequence - 2;

const PROGRESS_MAX = 100;
const INTRODUCER = `\x1b]${OSC_NUMBER};`;
const ST = "\x1b\\";
const BEL = "\x07";

/**
 * What is to be said. Everything is checked here, so texts and numbers from outside may be given as
 * they are. As JavaScript lets values of other kinds pass: an id that is no string is refused, a title
 * or msg that is none is left out, and what else is of a wrong kind is wrong.
 */
export interface ReportInput {
  /** One of `STATES`, or `clear`. */
  readonly state: string;
  /** Absent or empty: the root record; with `clear` absent means all records, and empty is refused. */
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly progress?: number | undefined;
  readonly app?: string | undefined;
  readonly title?: string | undefined;
  readonly msg?: string | undefined;
}

export interface EncodeOptions {
  /**
   * Refuse a wrong `kind`, `progress` or `app`, one that the state has no use for, and an empty `id`.
   * Without it such a field is left out.
   */
  readonly strict?: boolean;
  /** Bytes of the whole sequence; at most, and by default, `SENT_SEQUENCE_MAX_BYTES`. */
  readonly maxBytes?: number;
}

/**
 * One report, or one clear where `state` is `clear`. A text that is too long is cut. Where the whole
 * is too long `msg` is left out, then `title`. The reason of a refusal begins with the field's name.
 */
export function encodeReport(input: ReportInput, options: EncodeOptions = {}): Result<string> {
  const { strict, maxBytes: asked } = givenObject(options);
  const given = { state: "", ...givenObject(input) };
  const reason = problemOf(given) ?? (strict === true ? strictProblemOf(given) : undefined);
  if (reason !== undefined) return failed(reason);
  const most = typeof asked === "number" ? asked : SENT_SEQUENCE_MAX_BYTES;
  const maxBytes = Math.min(most, SENT_SEQUENCE_MAX_BYTES);
  const pairs = pairsOf(given);
  for (;;) {
    const sequence = sequenceOf(pairs.join(":"), "st");
    if (sequence.length <= maxBytes) return ok(sequence);
    const last = pairs.at(-1) ?? "";
    if (!last.startsWith("msg=") && !last.startsWith("title="))
      return failed(`the report needs ${sequence.length} bytes of at most ${maxBytes}`);
    pairs.pop();
  }
}

/** Removes `id` and everything beneath it; without `id`, all records of the terminal. An empty one is refused. */
export function encodeClear(id?: string, options: EncodeOptions = {}): Result<string> {
  return encodeReport({ state: "clear", id }, options);
}

/** Asks whether the terminal reads reports. Send a request for device attributes right after it. */
export function encodeQuery(): string {
  return sequenceOf("?", "st");
}

/**
 * The answer to a query, ended as the query was. A list that holds everything is left out, as it is
 * what its absence means.
 */
export function encodeReply(
  terminator: Terminator,
  capabilities: Capabilities = ALL_CAPABILITIES,
): string {
  const { states, kinds } = givenCapabilities(capabilities);
  let body = "?";
  if (states.length < STATES.length) body += `:${REPLY_LISTS.states}=${states.join(",")}`;
  if (kinds.length < KINDS.length) body += `:${REPLY_LISTS.kinds}=${kinds.join(",")}`;
  return sequenceOf(body, terminator);
}

function sequenceOf(body: string, terminator: Terminator): string {
  return INTRODUCER + body + (terminator === "bel" ? BEL : ST);
}

/** The pairs in the order in which we write them: what may be left out stands last. */
function pairsOf({ state, id, kind, progress, app, title, msg }: ReportInput): string[] {
  const pairs = [`state=${state}`];
  if (id) pairs.push(`id=${id}`);
  if (state === "clear") return pairs;
  if (kind !== undefined && isKind(kind) && takesKind(state)) pairs.push(`kind=${kind}`);
  if (progress !== undefined && isProgress(progress) && takesProgress(state))
    pairs.push(`progress=${progress}`);
  if (app !== undefined && isAppName(app)) pairs.push(`app=${app}`);
  for (const [key, text, maxBytes] of [
    ["title", title, LIMITS.title],
    ["msg", msg, LIMITS.msg],
  ] as const) {
    const bytes = fitUtf8(typeof text === "string" ? text : "", maxBytes);
    if (bytes.length > 0) pairs.push(`${key}=${encodeBase64(bytes)}`);
  }
  return pairs;
}

function problemOf({ state, id }: ReportInput): string | undefined {
  // A variable that was never set must not take away what others have said.
  if (state === "clear" && (id === "" || id === null))
    return "id is empty: leave it out to clear everything";
  if (state !== "clear" && !STATES.some((name) => name === state))
    return `state ${quoted(state)} is none of ${STATES.join(", ")}, clear`;
  if (id !== undefined && id !== null && id !== "" && !isRecordId(id))
    return (
      `id ${quoted(id)} is not at most ${LIMITS.idSegments} segments joined by "/", each of 1 to ` +
      `${LIMITS.idSegment} characters A-Z a-z 0-9 _ . + -, ${LIMITS.id} in all`
    );
  return undefined;
}

function strictProblemOf({ state, id, kind, progress, app }: ReportInput): string | undefined {
  if (id === "") return "id is empty: leave it out for the root record";
  if (kind !== undefined && !isKind(kind))
    return `kind ${quoted(kind)} is none of ${KINDS.join(", ")}`;
  if (kind !== undefined && !takesKind(state))
    return `kind goes with the state blocked, not with ${state}`;
  if (progress !== undefined && !isProgress(progress))
    return `progress ${quoted(progress)} is not a whole number from 0 to ${PROGRESS_MAX}`;
  if (progress !== undefined && !takesProgress(state))
    return `progress goes with the states working and blocked, not with ${state}`;
  if (app !== undefined && !isAppName(app))
    return `app ${quoted(app)} is not 1 to ${LIMITS.app} characters A-Z a-z 0-9 _ . + -`;
  return undefined;
}

function takesKind(state: string): boolean {
  return state === "blocked";
}

function takesProgress(state: string): boolean {
  return state === "working" || state === "blocked";
}

function isKind(kind: string): boolean {
  return KINDS.some((name) => name === kind);
}

function isProgress(progress: number): boolean {
  return Number.isInteger(progress) && progress >= 0 && progress <= PROGRESS_MAX;
}

/** Outside text in a reason: on one line, escaped where a terminal would obey it, and not too long. */
function quoted(given: unknown): string {
  if (typeof given === "number") return String(given);
  if (typeof given !== "string") return `of the kind ${given === null ? "null" : typeof given}`;
  const most = 60;
  return jsonText(given.length > most ? `${given.slice(0, most)}…` : given);
}
