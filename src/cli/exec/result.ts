/** What one turn without a screen has come to, as the object that is printed. */
import { known } from "../../base/shape.ts";
import { usedPct } from "../../status/context.ts";
import { cleanLine } from "../../text/clean.ts";
import type {
  OpenInteraction,
  SettledTurn,
  TokenCounts,
  TurnOutcome,
} from "../../wire/runtime/entities.ts";
import type { SessionState } from "../../wire/runtime/state.ts";

/** Names as programs read them; what is not known is left out. */
export interface ExecResult {
  readonly status: TurnOutcome;
  /** What the agent answered, all of it. */
  readonly text: string;
  /** Why it did not succeed, one line. */
  readonly reason?: string;
  /** What nobody could answer. */
  readonly request?: ExecRequest;
  readonly session_id?: string;
  readonly agent?: string;
  readonly usage?: ExecUsage;
  readonly context?: ExecContext;
  readonly cost?: { readonly amount: number; readonly currency: string };
  readonly duration_ms: number;
}

export interface ExecRequest {
  readonly id: string;
  readonly asks: OpenInteraction["asks"];
  readonly title: string;
  readonly body?: string;
  /** A page where the person would answer. */
  readonly url?: string;
  /** Of a form: what it asks for. */
  readonly fields?: readonly {
    readonly name: string;
    readonly label?: string;
    readonly required: boolean;
  }[];
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly role?: string;
  }[];
}

export interface ExecUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens?: number;
  readonly cache_write_tokens?: number;
}

export interface ExecContext {
  readonly tokens?: number;
  readonly window?: number;
  readonly percent?: number;
}

/** How the turn ended; the turn itself is absent where none came to its end. */
export interface ExecEnd {
  readonly status: TurnOutcome;
  readonly reason?: string;
  readonly request?: OpenInteraction;
  readonly settled?: SettledTurn;
}

/** An end with the session as it stood then and, if nobody could answer, as it stood when that was asked. */
export interface EndedTurn {
  readonly end: ExecEnd;
  readonly state: SessionState | undefined;
  readonly blocked?: SessionState;
}

export function resultOf(
  { end, state, blocked }: EndedTurn,
  promptId: string,
  durationMs: number,
): ExecResult {
  const { status, request, settled } = end;
  const reason = end.reason ?? settled?.reason;
  const usage = settled?.usage;
  return {
    status,
    text: answerOf(blocked ?? state, promptId),
    ...known({
      reason: reason === undefined ? undefined : cleanLine(reason),
      request: request === undefined ? undefined : requestOf(request),
      session_id: state?.sessionId,
      agent: state?.agent.name,
      usage: usage === undefined ? undefined : usageOf(usage),
      context: state === undefined ? undefined : contextOf(state),
      cost: state?.usage.cost,
    }),
    duration_ms: Math.max(0, Math.round(durationMs)),
  };
}

/** The id of the turn that this prompt has begun, once it has. */
export function turnOf(state: SessionState | undefined, promptId: string): string | undefined {
  if (state?.turn?.promptId === promptId) return state.turn.turnId;
  return state?.settled?.promptId === promptId ? state.settled.turnId : undefined;
}

/** Pieces between which the agent did something else, as paragraphs. */
function answerOf(state: SessionState | undefined, promptId: string): string {
  const turnId = turnOf(state, promptId);
  if (state === undefined || turnId === undefined) return "";
  const pieces = state.entries.flatMap((entry) =>
    entry.kind === "agent" && entry.turnId === turnId && entry.memberId === undefined
      ? [entry.text]
      : [],
  );
  return pieces.reduce((text, piece) => (text === "" ? piece : text + gapAfter(text) + piece), "");
}

/** What makes the next piece a paragraph of its own. */
export function gapAfter(text: string): string {
  if (text.endsWith("\n\n")) return "";
  return text.endsWith("\n") ? "\n" : "\n\n";
}

function requestOf(open: OpenInteraction): ExecRequest {
  const { requestId, asks, title, body, url, options } = open;
  const fields = open.form?.map(({ name, label, required }) => ({
    ...{ name, required },
    ...known({ label }),
  }));
  return {
    id: requestId,
    asks,
    title,
    ...known({ body, url, fields }),
    options: options.map(({ optionId, label, role }) => ({
      id: optionId,
      label,
      ...known({ role }),
    })),
  };
}

function usageOf({ input, output, cacheRead, cacheWrite }: TokenCounts): ExecUsage {
  return {
    input_tokens: input,
    output_tokens: output,
    ...known({ cache_read_tokens: cacheRead, cache_write_tokens: cacheWrite }),
  };
}

function contextOf({ usage }: SessionState): ExecContext | undefined {
  const { usedTokens, windowTokens } = usage;
  const percent = usedPct(known({ usedTokens, windowTokens }));
  const context = known({ tokens: usedTokens, window: windowTokens, percent });
  return Object.keys(context).length === 0 ? undefined : context;
}
