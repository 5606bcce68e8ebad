/** What stays on the terminal after the host: what the session came to, and how to go on with it. */

import type { Texts } from "../../surfaces/host/texts/texts.ts";
import { cleanLine } from "../../text/clean.ts";
import type { TokenCounts } from "../../wire/runtime/entities.ts";
import type { SessionState } from "../../wire/runtime/state.ts";

const SHORT_ID_UNITS = 8;
const MS_PER_MINUTE = 60_000;
/** Less than half a cent would be written as nothing. */
const MIN_COST = 0.005;

/** Only what is known; nothing for a session without a turn. */
export function exitLines(
  state: SessionState | undefined,
  { frame }: Texts,
  program: string,
  nowMs: number,
): readonly string[] {
  if (state === undefined || state.turns === 0) return [];
  const minutes = Math.floor((nowMs - state.createdAtMs) / MS_PER_MINUTE);
  const { totals, cost } = state.usage;
  const parts = [
    `${frame.session} ${cleanLine(state.sessionId).slice(0, SHORT_ID_UNITS)}`,
    ...(minutes > 0 ? [`${minutes} min`] : []),
    frame.turns(state.turns),
    ...(totals === undefined ? [] : [tokensText(totals)]),
    ...(cost === undefined || cost.amount < MIN_COST ? [] : [costText(cost)]),
  ];
  return [
    `─ ${parts.join(" · ")}`,
    `${frame.goOn}: ${program} --resume ${cleanLine(state.sessionId)}`,
  ];
}

/** All that was sent, from the cache or not, as in `/session`. */
function tokensText({ input, output, cacheRead = 0, cacheWrite = 0 }: TokenCounts): string {
  return `↑${short(input + cacheRead + cacheWrite)} ↓${short(output)}`;
}

function costText({ amount, currency }: { amount: number; currency: string }): string {
  const rounded = amount.toFixed(2);
  return currency === "USD" ? `$${rounded}` : `${rounded} ${cleanLine(currency)}`;
}

function short(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 1_000_000) return `${(tokens / 1_000).toFixed(tokens < 100_000 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}
