/**
 * Follows one session over streams that end at any time: connects, resumes after the last event that is there,
 * takes a snapshot where that cannot be, and waits longer each time that nobody answers.
 */
import {
  type Followed,
  type FollowStep,
  NOT_FOLLOWED,
  takeEvent,
  takeSnapshot,
} from "../../wire/runtime/follow.ts";
import { createFrameParser, type Frame, STREAM_TYPE } from "../../wire/runtime/stream.ts";
import { INSTANCE_HEADER, parseStreamMessage } from "../../wire/runtime/stream-message.ts";
import type { ClientResult, FollowHandle, FollowListener, FollowPhase } from "./runtime-client.ts";
import type { StreamAnswer, Transport } from "./transport.ts";

export interface FollowTimes {
  /** The first wait before another attempt; doubled up to `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** A stream on which not even a heartbeat came for so long is dead. */
  readonly silenceMs: number;
  /** How long an event that was overtaken may take, before it is asked for again. */
  readonly overtakenMs: number;
  /** A runtime that ends may hold the session for so long, while the next one is asked for it. */
  readonly lockedMs: number;
}

export const FOLLOW_TIMES: FollowTimes = {
  firstDelayMs: 50,
  maxDelayMs: 2_000,
  silenceMs: 45_000,
  overtakenMs: 250,
  lockedMs: 10_000,
};

export interface FollowOptions {
  readonly transport: Transport;
  readonly sessionId: string;
  readonly listener: FollowListener;
  readonly times: FollowTimes;
  /** Opens the session again in a runtime that has started anew. */
  readonly reopen: () => Promise<ClientResult<string>>;
}

/** How a stream ended. `again`: with a snapshot, or after what is there. */
type StreamEnd =
  | { readonly kind: "again"; readonly reason: string; readonly snapshot?: true }
  | { readonly kind: "lost"; readonly reason: string };

/** Snapshots in a row that cannot be read: the next one cannot either. */
const MAX_UNREADABLE = 3;

export function followSession(options: FollowOptions): FollowHandle {
  const { listener, times } = options;
  const closing = new AbortController();
  const memory: Memory = { followed: NOT_FOLLOWED, wantsSnapshot: true, unreadable: 0 };
  let phase: FollowPhase = "starting";
  const setPhase = (next: FollowPhase, reason?: string): void => {
    if (phase === next || closing.signal.aborted) return;
    phase = next;
    listener.onPhase?.(next, reason);
  };
  let hasLived = false;
  const setLive = (isLive: boolean): void => {
    hasLived ||= isLive;
    if (isLive) setPhase("live");
    else if (phase === "live") setPhase("reconnecting");
  };
  const run = async (): Promise<void> => {
    let delayMs = times.firstDelayMs;
    while (!closing.signal.aborted) {
      const lastId = memory.followed.state?.lastEventId;
      const end = await connectOnce(options, memory, setLive, closing.signal);
      if (closing.signal.aborted) return;
      if (end.kind === "lost") return setPhase("lost", end.reason);
      if (end.snapshot === true) memory.wantsSnapshot = true;
      if (phase !== "starting") setPhase("reconnecting", end.reason);
      // A stream that was of use is asked for again at once, however short it was.
      if (hasLived || memory.followed.state?.lastEventId !== lastId) delayMs = times.firstDelayMs;
      hasLived = false;
      await sleep(delayMs, closing.signal);
      delayMs = Math.min(times.maxDelayMs, delayMs * 2);
    }
  };
  void run();
  return {
    state: () => memory.followed.state,
    phase: () => phase,
    close: () => closing.abort(),
  };
}

/** What outlives a stream. */
interface Memory {
  followed: Followed;
  wantsSnapshot: boolean;
  unreadable: number;
  /** Since when another runtime holds the session. */
  lockedSinceMs?: number;
  instance?: string;
}

async function connectOnce(
  options: FollowOptions,
  memory: Memory,
  setLive: (isLive: boolean) => void,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const ending = new AbortController();
  const abort = (): void => ending.abort();
  signal.addEventListener("abort", abort);
  const silence = watchdog(options.times.silenceMs, ending);
  silence.restart();
  try {
    const after = memory.wantsSnapshot ? undefined : memory.followed.state?.lastEventId;
    const { instance } = memory;
    const answer = await options.transport.stream({
      method: "GET",
      path: `/v1/sessions/${encodeURIComponent(options.sessionId)}/events`,
      headers: {
        accept: STREAM_TYPE,
        ...(after !== undefined && { "last-event-id": `${after}` }),
        ...(after !== undefined && instance !== undefined && { [INSTANCE_HEADER]: instance }),
      },
      signal: ending.signal,
    });
    if (!answer.ok) return await afterRefusal(options, memory, answer);
    const named = answer.value.headers.get(INSTANCE_HEADER);
    if (named !== null) memory.instance = named;
    return await readStream(answer.value, options, memory, setLive, ending, silence);
  } finally {
    silence.stop();
    signal.removeEventListener("abort", abort);
    ending.abort();
  }
}

async function afterRefusal(
  options: FollowOptions,
  memory: Memory,
  { reason, code }: Extract<ClientResult<never>, { readonly ok: false }>,
): Promise<StreamEnd> {
  if (code === undefined || code === "unavailable" || code === "failed") {
    return { kind: "again", reason };
  }
  const { state } = memory.followed;
  if (code !== "not-found" || state === undefined || state.closed === true) {
    return { kind: "lost", reason };
  }
  const reopened = await options.reopen();
  if (reopened.ok) {
    delete memory.lockedSinceMs;
    return { kind: "again", reason, snapshot: true };
  }
  if (reopened.code === "conflict") {
    memory.lockedSinceMs ??= performance.now();
    const isLasting = performance.now() - memory.lockedSinceMs > options.times.lockedMs;
    return { kind: isLasting ? "lost" : "again", reason: reopened.reason };
  }
  const isRefused = reopened.code !== undefined && reopened.code !== "unavailable";
  return { kind: isRefused ? "lost" : "again", reason: reopened.reason };
}

async function readStream(
  answer: StreamAnswer,
  options: FollowOptions,
  memory: Memory,
  setLive: (isLive: boolean) => void,
  ending: AbortController,
  silence: Watchdog,
): Promise<StreamEnd> {
  const taker = createTaker(options, memory);
  const parser = createFrameParser();
  const reader = answer.body.getReader();
  const overtaken = watchdog(options.times.overtakenMs, ending);
  let lastId = taker.lastId();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: "again", reason: "the stream has ended" };
      silence.restart();
      for (const frame of parser.push(value)) {
        const end = taker.take(frame);
        if (end !== undefined) return end;
      }
      setLive(taker.isCurrent());
      // What comes out of order all the time is no gap as long as it goes on.
      if (!taker.isBehind() || taker.lastId() !== lastId) overtaken.stop();
      if (taker.isBehind()) overtaken.startOnce();
      lastId = taker.lastId();
    }
  } catch {
    const reason = taker.isBehind() ? "events are missing" : "the stream was cut";
    return { kind: "again", reason };
  } finally {
    overtaken.stop();
    reader.cancel().catch(() => {});
  }
}

/** Takes frames into what is followed. */
function createTaker({ listener, sessionId }: FollowOptions, memory: Memory) {
  const resumedAfter = memory.followed.state?.lastEventId ?? 0;
  let target: number | undefined;
  const apply = (step: FollowStep): void => {
    memory.followed = step.followed;
    if (step.replaced !== undefined) listener.onSnapshot?.(step.replaced);
    for (const applied of step.applied) listener.onEvent?.(applied);
  };
  const lastId = (): number => memory.followed.state?.lastEventId ?? -1;
  const isBehind = (): boolean =>
    memory.followed.early.length > 0 || (target !== undefined && lastId() < target);
  return {
    lastId,
    isBehind,
    isCurrent: () => target !== undefined && !isBehind() && memory.followed.state !== undefined,
    take(frame: Frame): StreamEnd | undefined {
      const message = parseStreamMessage(frame);
      if (!message.ok) {
        memory.unreadable += 1;
        const { reason } = message;
        if (memory.unreadable >= MAX_UNREADABLE) return { kind: "lost", reason };
        return { kind: "again", reason, snapshot: true };
      }
      switch (message.value.kind) {
        case "snapshot": {
          const { state } = message.value;
          if (state.sessionId !== sessionId) return { kind: "lost", reason: "of another session" };
          memory.wantsSnapshot = false;
          memory.unreadable = 0;
          apply(takeSnapshot(memory.followed, state, resumedAfter));
          return undefined;
        }
        case "change":
          apply(takeEvent(memory.followed, message.value.event));
          return undefined;
        case "current":
          target = message.value.lastEventId;
          return undefined;
        case "gone":
          return { kind: "lost", reason: "the session is closed" };
        case "unknown":
          return undefined;
        default:
          return message.value satisfies never;
      }
    },
  };
}

type Watchdog = ReturnType<typeof watchdog>;

/** Ends a stream after a time in which it was not restarted. */
function watchdog(timeMs: number, ending: AbortController) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = (): void => {
    timer = setTimeout(() => ending.abort(), timeMs);
  };
  return {
    stop,
    restart(): void {
      stop();
      start();
    },
    startOnce(): void {
      if (timer === undefined) start();
    },
  };
}

/** Waits, at most until the signal. */
export function sleep(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, timeMs);
    signal.addEventListener("abort", end);
  });
}
