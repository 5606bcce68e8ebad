/** Records from outside that did not come as bytes: held to the rules that a parsed report keeps. */
import { failed, ok, type Result } from "../../base/result.ts";
import { asRecord, known } from "../../base/shape.ts";
import { jsonText } from "../../text/json-text.ts";
import {
  type BlockedKind,
  KINDS,
  LIMITS,
  type ProgramRecord,
  type ProgramState,
  STATES,
} from "./message.ts";
import { isAppName, isRecordId } from "./name.ts";

const CONTROL = /[\x00-\x1f\x7f-\x9f]/;
const LONE_SURROGATE = /\p{Cs}/u;
const encoder = new TextEncoder();

/** Units of a value that are repeated in a reason. */
const SHOWN_UNITS = 40;

/**
 * The value as a record with nothing but the members of one, or why it is none. Stricter than reading
 * bytes: a report may carry a kind that means nothing and is read without it, a record never does.
 */
export function checkRecord(value: unknown): Result<ProgramRecord> {
  const { id, state, kind, progress, app, title, msg } = asRecord(value) ?? {};
  if (typeof id !== "string" || (id !== "" && !isRecordId(id))) return bad("id", id);
  const stated = STATES.find((name) => name === state);
  if (stated === undefined) return bad("state", state);
  if (!isKindFor(kind, stated)) return bad(`kind with state ${stated}`, kind);
  if (!isProgressFor(progress, stated)) return bad(`progress with state ${stated}`, progress);
  if (app !== undefined && !(typeof app === "string" && isAppName(app))) return bad("app", app);
  if (!isText(title, LIMITS.title)) return bad("title", title);
  if (!isText(msg, LIMITS.msg)) return bad("msg", msg);
  return ok(known({ id, state: stated, kind, progress, app, title, msg }));
}

/** Whether it has what every record has; its other members may be anything. */
export function isRecordLike(value: unknown): value is ProgramRecord {
  const { id, state } = asRecord(value) ?? {};
  return typeof id === "string" && STATES.some((name) => name === state);
}

function isKindFor(kind: unknown, state: ProgramState): kind is BlockedKind | undefined {
  if (kind === undefined) return true;
  return state === "blocked" && KINDS.some((name) => name === kind);
}

function isProgressFor(progress: unknown, state: ProgramState): progress is number | undefined {
  if (progress === undefined) return true;
  if (state !== "working" && state !== "blocked") return false;
  return Number.isInteger(progress) && Number(progress) >= 0 && Number(progress) <= 100;
}

/** Absent, or one line that is not empty, of whole characters, and within the bytes. */
function isText(value: unknown, maxBytes: number): value is string | undefined {
  if (value === undefined) return true;
  // A character takes a byte or more, so that a huge text is not encoded to be measured.
  if (typeof value !== "string" || value === "" || value.length > maxBytes) return false;
  if (CONTROL.test(value) || LONE_SURROGATE.test(value)) return false;
  return encoder.encode(value).length <= maxBytes;
}

function bad(what: string, value: unknown): Result<never> {
  return failed(`${what} is ${shown(value)}, which no record has`);
}

/** A value for a reason: short, on one line, and without a throw for what JSON cannot say. */
function shown(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value !== "string") return typeof value === "number" ? String(value) : typeof value;
  const text = value.length > SHOWN_UNITS ? `${value.slice(0, SHOWN_UNITS)}…` : value;
  return jsonText(text);
}
