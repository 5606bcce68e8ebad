/** What runs now, and what waits for its turn: the rows above the composer while there is something. */
import { cleanLine } from "../../text/clean.ts";
import { type Span, span } from "../../text/span.ts";
import type { SessionState } from "../../wire/runtime/state.ts";
import type { HostContext } from "./context.ts";
import type { RowMaker } from "./footer-layout.ts";
import { paintRow } from "./paint-row.ts";

/** Queued prompts that are shown; the number of the others stands behind. */
const SHOWN_PROMPTS = 3;
const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;

/**
 * A row while a turn runs, the agent starts, or the runtime is not reached; above it the session's fault.
 * `escCloses`: whether something is open that Esc would close.
 */
export function activityRows(
  { ports, painter, texts }: HostContext,
  escCloses: () => boolean = () => false,
): RowMaker {
  return ({ widthCols, heightRows }) => {
    const state = ports.runtime.session();
    const lines = [fault(state), activity(state, ports.system.nowMs())];
    const rows = lines.flatMap((spans) =>
      spans === undefined ? [] : [paintRow(painter, spans, widthCols)],
    );
    return rows.slice(0, heightRows);
  };

  function fault(state: SessionState | undefined): readonly Span[] | undefined {
    if (state?.fault === undefined) return undefined;
    return [span(texts.frame.fault(cleanLine(state.fault)), "error")];
  }

  function activity(state: SessionState | undefined, nowMs: number): readonly Span[] | undefined {
    const { frame } = texts;
    const link = ports.runtime.link();
    if (link === "reconnecting" || link === "lost") return [span(frame.link[link], "warning")];
    if (state === undefined) return undefined;
    const { turn } = state;
    if (turn === undefined) {
      const isStarting = state.phase === "starting" || state.phase === "loading";
      return isStarting ? [span(frame.starting, "muted")] : undefined;
    }
    const mark = span(painter.isAscii ? "* " : "● ", "accent");
    const words = doing(state);
    const seconds = Math.max(0, Math.floor((nowMs - turn.startedAtMs) / MS_PER_SECOND));
    // Of a question Esc is an answer.
    const ends = turn.stage === "active" && state.interactions.length === 0 && !escCloses();
    const hint = ends ? ` · ${frame.interruptHint}` : "";
    return [mark, span(words, "text"), span(` ${duration(seconds)}${hint}`, "muted")];
  }

  function doing(state: SessionState): string {
    const { frame } = texts;
    if (state.turn?.stage === "stopping") return frame.stopping;
    if (state.interactions.length > 0) return frame.waitsForYou;
    if (state.retrying === true) return frame.retrying;
    if (state.compacting === true) return frame.compacting;
    return cleanLine(state.turn?.activity ?? "") || frame.working;
  }
}

function duration(seconds: number): string {
  if (seconds < SECONDS_PER_MINUTE) return `${seconds}s`;
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, "0");
  return `${Math.floor(seconds / SECONDS_PER_MINUTE)}m${rest}s`;
}

/** A row for each prompt that waits. */
export function queueRows({ ports, painter, texts }: HostContext): RowMaker {
  return ({ widthCols, heightRows }) => {
    const queue = ports.runtime.session()?.queue ?? [];
    const shown = queue.slice(0, Math.min(SHOWN_PROMPTS, heightRows));
    const more = queue.length - shown.length;
    return shown.map((prompt, at) => {
      const label = prompt.steer === true ? texts.frame.steering : texts.frame.queued;
      const rest = at === shown.length - 1 && more > 0 ? ` (+${more})` : "";
      const spans = [span(`${label}: `, "muted"), span(cleanLine(prompt.text), "user")];
      const hasRoom = widthCols > rest.length;
      const row = paintRow(painter, spans, hasRoom ? widthCols - rest.length : widthCols);
      return hasRoom && rest !== "" ? row + painter.paint([span(rest, "muted")]) : row;
    });
  };
}
