/**
 * Reads one line as a `[V]` record. It fails closed: what is not surely a record, whole and free of
 * contradictions, is refused with a reason, and nothing is guessed or repaired.
 */
import { failed, ok, type Result } from "../../base/result.ts";
import { isPrintableAscii } from "../../text/printable-ascii.ts";
import {
  type AutomationRecord,
  COUNT_DIGITS,
  LINE_MAX_UNITS,
  RECORD_KEYS,
  RECORD_MARK,
  RECORD_STATES,
  type RecordKey,
  type RecordState,
} from "./message.ts";
import { type RecordRefusal, type RefusalKind, refusal } from "./refusal.ts";

type Parsed<T> = Result<T, RecordRefusal>;
type Words = Readonly<Record<RecordKey, string>>;

const SEQ = /^(?:0|[1-9a-z][0-9a-z]{0,7})$/;
const REF = /^[0-9a-z]{6}$/;
const COUNT = /^(?:0|[1-9]\d{0,3})$/;
const NO_REF = "none";

/** States in which a person must answer. */
const ASKING: ReadonlySet<RecordState> = new Set(["perm", "ask", "plan"]);

/** States in which a turn has ended. */
const ENDED: ReadonlySet<RecordState> = new Set(["done", "fail", "cancel"]);

/**
 * Parses a line without its line end and with nothing around it; `findRecords` picks such lines out
 * of more. Fields are read by name; keys that are not known may follow the seven.
 */
export function parseRecord(line: string): Parsed<AutomationRecord> {
  // JavaScript lets other things than a string pass.
  if (typeof line !== "string") return refused("not-a-record");
  if (line.length > LINE_MAX_UNITS) return refused("line-too-long");
  if (!line.startsWith(`${RECORD_MARK} `)) return refused("not-a-record");
  if (!isPrintableAscii(line)) return refused("foreign-character");
  const words = readWords(line.slice(RECORD_MARK.length + 1).split(" "));
  if (!words.ok) return words;
  const record = readValues(words.value);
  if (!record.ok) return record;
  const fault = contradiction(record.value);
  return fault === undefined ? record : refused(fault);
}

/**
 * Whether an accepted line could be the beginning of a longer one: its last value is a number that
 * may go on. No number but 0 begins with 0, so `background=0` is never the rest of another one.
 */
export function mayGoOn(line: string): boolean {
  const last = line.slice(line.lastIndexOf(" ") + 1);
  const [, key = "", value = ""] = /^([^=]*)=(.*)$/.exec(last) ?? [];
  if (key === "seq") return SEQ.test(`${value}0`);
  const digits = value.slice(value.lastIndexOf("/") + 1);
  const counts = key === "agents" || key === "background";
  return counts && digits !== "0" && digits.length < COUNT_DIGITS;
}

function readWords(words: readonly string[]): Parsed<Words> {
  const found = new Map<string, string>();
  let known = 0;
  for (const [at, word] of words.entries()) {
    const equals = word.indexOf("=");
    if (equals < 1 || equals === word.length - 1) {
      const isCut = at === words.length - 1 && equals !== 0;
      return refused(isCut ? "cut" : "bad-field");
    }
    const key = word.slice(0, equals);
    if (found.has(key)) return refused("repeated-key", isKnown(key) ? key : undefined);
    if (isKnown(key)) known += 1;
    else if (known < RECORD_KEYS.length) return refused("misplaced-key");
    found.set(key, word.slice(equals + 1));
  }
  const missing = RECORD_KEYS.find((key) => !found.has(key));
  if (missing !== undefined) return refused("missing-key", missing);
  return ok(Object.fromEntries(RECORD_KEYS.map((key) => [key, found.get(key) ?? ""])) as Words);
}

function readValues(words: Words): Parsed<AutomationRecord> {
  if (!SEQ.test(words.seq)) return refused("bad-seq");
  const state = RECORD_STATES.find((known) => known === words.state);
  if (state === undefined) return refused("unknown-state");
  const refs: { session?: string; turn?: string; request?: string } = {};
  for (const key of ["session", "turn", "request"] as const) {
    if (words[key] === NO_REF) continue;
    if (!REF.test(words[key])) return refused("bad-ref", key);
    refs[key] = words[key];
  }
  const [active = "", total = "", ...more] = words.agents.split("/");
  if (more.length > 0 || !COUNT.test(active) || !COUNT.test(total)) {
    return refused("bad-count", "agents");
  }
  if (!COUNT.test(words.background)) return refused("bad-count", "background");
  if (Number(active) > Number(total)) return refused("active-above-total");
  return ok({
    seq: Number.parseInt(words.seq, 36),
    state,
    ...refs,
    activeAgents: Number(active),
    totalAgents: Number(total),
    backgroundTasks: Number(words.background),
  });
}

/** What the state says of its turn and request, and the refs do not. */
function contradiction({ state, turn, request }: AutomationRecord): RefusalKind | undefined {
  const hasTurn = turn !== undefined;
  const hasRequest = request !== undefined;
  if (state === "error") return hasTurn || hasRequest ? "error-with-turn" : undefined;
  if (ASKING.has(state)) {
    if (!hasTurn) return "needs-turn";
    return hasRequest ? undefined : "needs-request";
  }
  if (ENDED.has(state) && !hasTurn) return "terminal-without-turn";
  if (hasRequest) return "request-without-question";
  return state === "ready" && hasTurn ? "ready-with-turn" : undefined;
}

function isKnown(key: string): key is RecordKey {
  return (RECORD_KEYS as readonly string[]).includes(key);
}

function refused(kind: RefusalKind, where?: string): Parsed<never> {
  return failed(refusal(kind, where));
}
