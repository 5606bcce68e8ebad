/**
 * Asks a terminal whether it reads our reports, on the program's side. The query goes out together
 * with a request for device attributes (DA1), which every terminal answers; what comes first decides.
 * Both answers are taken out of the input, also late ones; see "Detection" in README.md.
 */
import { givenBytes, givenNumber, givenObject } from "../../base/given.ts";
import { type Answer, createAnswerFilter } from "./answer-filter.ts";
import { encodeQuery } from "./encode.ts";
import type { Capabilities } from "./message.ts";
import { parseReply } from "./reply.ts";

/** The query, and the request for device attributes. */
const QUESTION = `${encodeQuery()}\x1b[c`;

/** A terminal on this machine answers within a few ms; over a slow line it takes some hundred. */
const TIMEOUT_MS = 300;
/**
 * How long after the question an answer is still taken out of the input. Multiplexers have been seen to
 * pass one on after five seconds; one that came later would be a different conversation.
 */
const LATE_MS = 10_000;
/** After the verdict, the Escape key may not wait longer for what could follow it. */
const KEY_HOLD_MS = 50;
/** The start of an answer that no key sends waits this long for its rest. */
const ANSWER_HOLD_MS = 1_000;

export type Verdict = "pending" | "supported" | "unsupported";

export interface DetectorOptions {
  /** No reply before this many ms after the question: unsupported. 300 without it. */
  readonly timeoutMs?: number;
  /** Answers are swallowed until this many ms after the question. 10,000 without it. */
  readonly lateMs?: number;
}

export interface DetectorStep {
  /** What is input for the program, in order; answers are not in it. */
  readonly output: Uint8Array;
  readonly verdict: Verdict;
  /** What the terminal accepts; only with `supported`. */
  readonly capabilities?: Capabilities;
}

export interface Detector {
  /** What to write to the terminal, whose input must be raw by now. Asked again: nothing. */
  readonly start: (nowMs: number) => string;
  /** Everything that comes from the terminal goes through here, also after the verdict. */
  readonly feed: (bytes: Uint8Array, nowMs: number) => DetectorStep;
  /** What time alone changes: the verdict, and input that waited in vain for its rest. */
  readonly tick: (nowMs: number) => DetectorStep;
  /** When `tick` has something to do; undefined: not before more input. */
  readonly nextTickMs: () => number | undefined;
  /**
   * The answer that every terminal gives is in, which is the last one, or none is awaited any more. A
   * program that leaves before that leaves the answers to the shell.
   */
  readonly isAnswered: () => boolean;
  /** Both answers are in, or are awaited no longer: `feed` hands on everything. */
  readonly isSettled: () => boolean;
  /** Ends the detection, without a verdict as unsupported, and gives back what is held. */
  readonly stop: () => DetectorStep;
}

/** A detector that has not asked yet; it hands on all input until it has. */
export function createDetector(options: DetectorOptions = {}): Detector {
  const given = givenObject(options);
  const timeoutMs = typeof given.timeoutMs === "number" ? given.timeoutMs : TIMEOUT_MS;
  const lateMs = typeof given.lateMs === "number" ? given.lateMs : LATE_MS;
  const talk = createTalk(timeoutMs, Math.max(timeoutMs, lateMs));
  const filter = createAnswerFilter();
  let heldAtMs = 0;

  function releaseAtMs(): number {
    const held = filter.held();
    if (held === "nothing") return Number.POSITIVE_INFINITY;
    const longestMs = heldAtMs + ANSWER_HOLD_MS;
    if (held === "answer") return longestMs;
    return Math.max(heldAtMs + KEY_HOLD_MS, Math.min(longestMs, talk.verdictDueMs()));
  }

  /** What was seen, then what needs no look; all of the first is released once nothing is awaited. */
  function step(seen: number[], rest: Uint8Array): DetectorStep {
    if (talk.isSettled()) filter.release((byte) => void seen.push(byte));
    return { output: joined(seen, rest), ...talk.outcome() };
  }

  return {
    start(nowMs) {
      return talk.begin(givenNumber(nowMs)) ? QUESTION : "";
    },

    feed(chunk, clockMs) {
      const bytes = givenBytes(chunk);
      const nowMs = givenNumber(clockMs);
      talk.passTime(nowMs);
      const seen: number[] = [];
      if (talk.isSettled()) return step(seen, bytes);
      let at = 0;
      for (; at < bytes.length && talk.isListening(); at++) {
        filter.step(bytes[at] ?? 0, (byte) => void seen.push(byte), talk.take);
      }
      heldAtMs = nowMs;
      return step(seen, bytes.subarray(at));
    },

    tick(clockMs) {
      const nowMs = givenNumber(clockMs);
      talk.passTime(nowMs);
      const seen: number[] = [];
      if (nowMs >= releaseAtMs()) filter.release((byte) => void seen.push(byte));
      return step(seen, new Uint8Array());
    },

    nextTickMs() {
      if (!talk.isListening()) return undefined;
      const nextMs = Math.min(talk.nextChangeMs(), releaseAtMs());
      return Number.isFinite(nextMs) ? nextMs : undefined;
    },

    isAnswered: talk.isAnswered,
    isSettled: talk.isSettled,

    stop() {
      talk.end();
      return step([], new Uint8Array());
    },
  };
}

/** What was asked, what is awaited, and what follows from answers and from time. */
function createTalk(timeoutMs: number, lateMs: number) {
  let outcome: Omit<DetectorStep, "output"> = { verdict: "pending" };
  let askedAtMs: number | undefined;
  let isOver = false;
  const awaited = { reply: false, attributes: false };

  const isListening = () => awaited.reply || awaited.attributes;

  function decide(decided: typeof outcome): void {
    if (outcome.verdict === "pending") outcome = decided;
  }

  function end(): void {
    awaited.reply = false;
    awaited.attributes = false;
    isOver = true;
    decide({ verdict: "unsupported" });
  }

  return {
    isListening,
    isSettled: () => isOver || (askedAtMs !== undefined && !isListening()),
    isAnswered: () => isOver || (askedAtMs !== undefined && !awaited.attributes),
    outcome: () => outcome,
    end,

    begin(nowMs: number): boolean {
      if (askedAtMs !== undefined || isOver) return false;
      askedAtMs = nowMs;
      awaited.reply = true;
      awaited.attributes = true;
      return true;
    },

    /** Whether an answer is ours to swallow. */
    take(answer: Answer): boolean {
      if (answer.kind === "reply") {
        awaited.reply = false;
        const capabilities = parseReply(answer.body);
        if (capabilities !== undefined) decide({ verdict: "supported", capabilities });
        return true;
      }
      // Only one was asked for by us: a second one is the answer to somebody else.
      if (!awaited.attributes) return false;
      awaited.attributes = false;
      decide({ verdict: "unsupported" });
      return true;
    },

    passTime(nowMs: number): void {
      if (askedAtMs === undefined) return;
      if (nowMs >= askedAtMs + timeoutMs) decide({ verdict: "unsupported" });
      if (nowMs >= askedAtMs + lateMs) end();
    },

    /** Until when input may be held back for the sake of the verdict. */
    verdictDueMs: () => (outcome.verdict === "pending" ? (askedAtMs ?? 0) + timeoutMs : 0),

    nextChangeMs(): number {
      return (askedAtMs ?? 0) + (outcome.verdict === "pending" ? timeoutMs : lateMs);
    },
  };
}

/** The rest needs no look; it is copied only where something stands before it. */
function joined(seen: readonly number[], rest: Uint8Array): Uint8Array {
  if (seen.length === 0) return rest;
  const all = new Uint8Array(seen.length + rest.length);
  all.set(seen);
  all.set(rest, seen.length);
  return all;
}
