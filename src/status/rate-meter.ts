/**
 * Measures how fast the model answers, from the events of its requests. Pure: a state and an event in,
 * the next state and the facts out. Requests that are no turn of the conversation (summaries, keeping a
 * cache warm, classifying) are not looked at.
 */
import { known } from "../base/shape.ts";
import type { RateFact } from "./facts/rate.ts";
import { estimateTokens } from "./token-estimate.ts";

/** What a request does. All times are epoch milliseconds. */
export type RequestEvent =
  | {
      readonly kind: "request-started";
      readonly requestId: string;
      readonly purpose: "chat" | "other";
      readonly atMs: number;
    }
  /** Text, thinking, or a tool's name and arguments, as they stream in. */
  | {
      readonly kind: "output-arrived";
      readonly requestId: string;
      readonly text: string;
      readonly atMs: number;
    }
  | {
      readonly kind: "request-finished";
      readonly requestId: string;
      readonly atMs: number;
      /** As the model reported it; absent or 0: the estimate stands. */
      readonly outputTokens?: number;
      readonly failed?: boolean;
    };

interface Request {
  readonly id: string;
  readonly startedMs: number;
  readonly firstTokenMs?: number;
  readonly estimatedTokens: number;
  /** Output of the last two seconds. */
  readonly samples: readonly { readonly atMs: number; readonly tokens: number }[];
}

export interface RateMeter {
  readonly request?: Request;
  /** When the line was last worth drawing again for this request. */
  readonly tickedMs?: number;
  /** Sums over the requests that count for the mean. */
  readonly outputTokens: number;
  readonly elapsedMs: number;
}

export interface RateReading {
  readonly meter: RateMeter;
  readonly facts: readonly RateFact[];
  /** The line is worth drawing again: at most twice a second, and only when output arrives. */
  readonly ticks: boolean;
}

export const IDLE_METER: RateMeter = Object.freeze({ outputTokens: 0, elapsedMs: 0 });

/** The rate of the moment is taken over this long. */
const WINDOW_MS = 2_000;
/** Anything shorter says nothing of a rate. */
const MIN_SPAN_MS = 250;
const TICK_MS = 500;

/** The meter after an event, with what is to be folded. */
export function measureRate(meter: RateMeter, event: RequestEvent): RateReading {
  switch (event.kind) {
    case "request-started":
      return event.purpose === "chat" ? started(meter, event) : unchanged(meter);
    case "output-arrived":
      return event.requestId === meter.request?.id
        ? arrived(meter, meter.request, event)
        : unchanged(meter);
    case "request-finished":
      return event.requestId === meter.request?.id
        ? finished(meter, meter.request, event)
        : unchanged(meter);
    default:
      return event satisfies never;
  }
}

function unchanged(meter: RateMeter): RateReading {
  return { meter, facts: [], ticks: false };
}

/** The latest finished request stays on the line until the first token of this one. */
function started(
  { outputTokens, elapsedMs }: RateMeter,
  event: Extract<RequestEvent, { kind: "request-started" }>,
): RateReading {
  const request = { id: event.requestId, startedMs: event.atMs, estimatedTokens: 0, samples: [] };
  return unchanged({ outputTokens, elapsedMs, request });
}

function arrived(
  meter: RateMeter,
  request: Request,
  { atMs, text }: Extract<RequestEvent, { kind: "output-arrived" }>,
): RateReading {
  const tokens = estimateTokens(text);
  const firstTokenMs = request.firstTokenMs ?? atMs;
  const samples = [...request.samples, { atMs, tokens }].filter(
    (sample) => atMs - sample.atMs <= WINDOW_MS,
  );
  const estimatedTokens = request.estimatedTokens + tokens;
  const elapsedMs = atMs - firstTokenMs;
  const spanMs = Math.min(WINDOW_MS, elapsedMs);
  const recent = samples.reduce((sum, sample) => sum + sample.tokens, 0);
  const ticks = atMs - (meter.tickedMs ?? firstTokenMs) >= TICK_MS;
  const next = { ...request, firstTokenMs, estimatedTokens, samples };
  return {
    meter: { ...meter, request: next, ...(ticks && { tickedMs: atMs }) },
    facts: [
      {
        kind: "rate-measured",
        tokensPerSecond: spanMs < MIN_SPAN_MS ? 0 : recent / (spanMs / 1_000),
        outputTokens: Math.round(estimatedTokens),
        elapsedMs,
        firstTokenMs: firstTokenMs - request.startedMs,
        streaming: true,
      },
    ],
    ticks,
  };
}

function finished(
  meter: RateMeter,
  request: Request,
  event: Extract<RequestEvent, { kind: "request-finished" }>,
): RateReading {
  const reported = event.outputTokens ?? 0;
  const outputTokens = reported > 0 ? reported : Math.round(request.estimatedTokens);
  const first = request.firstTokenMs;
  const elapsedMs = first === undefined ? undefined : event.atMs - first;
  const long = elapsedMs !== undefined && elapsedMs >= MIN_SPAN_MS;
  const latest: RateFact = {
    kind: "rate-measured",
    outputTokens,
    ...known({
      elapsedMs,
      firstTokenMs: first === undefined ? undefined : first - request.startedMs,
      tokensPerSecond: long ? outputTokens / (elapsedMs / 1_000) : undefined,
    }),
  };
  const counts = long && event.failed !== true;
  const sums = {
    outputTokens: meter.outputTokens + (counts ? outputTokens : 0),
    elapsedMs: meter.elapsedMs + (counts ? elapsedMs : 0),
  };
  if (!counts) return { meter: sums, facts: [latest], ticks: false };
  const averageTokensPerSecond = sums.outputTokens / (sums.elapsedMs / 1_000);
  return {
    meter: sums,
    facts: [latest, { kind: "rate-averaged", averageTokensPerSecond }],
    ticks: false,
  };
}
