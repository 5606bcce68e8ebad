/** The row above the draft: mode and hints at the left, a tip at the right where there is room. */
import { cleanLine } from "../../../text/clean.ts";
import { cutText } from "../../../text/cut.ts";
import { type Span, span } from "../../../text/span.ts";
import type { HostContext } from "../context.ts";
import { fittingTip, tipStands } from "./tips.ts";

/** What the composer says of itself. */
export interface HeaderMoment {
  readonly hasDraft: boolean;
  /** A list of completions is open, and takes the keys that the hints tell of. */
  readonly isCompleting: boolean;
  /** Something is said in passing, above the composer. */
  readonly hasHint: boolean;
}

/** One column at each side. */
const PADDING_COLS = 1;
/** Fewer columns say nothing. */
const MIN_COLS = 4;
const GLUE = " · ";

/** The row, at most as wide as asked; blank where not even a word fits. */
export function headerRow(context: HostContext, moment: HeaderMoment, widthCols: number): string {
  const { painter } = context;
  const room = widthCols - 2 * PADDING_COLS;
  if (room < MIN_COLS) return "";
  const left = leftText(context, moment, room);
  const leftCols = painter.measure(left.side + left.mode + left.hints);
  const tip = tipText(context, moment, room - leftCols);
  const used = leftCols + painter.measure(tip);
  const spans: readonly Span[] = [
    span(" ".repeat(PADDING_COLS)),
    span(left.side, "warning"),
    span(left.mode, "accent"),
    span(left.hints, "muted"),
    ...(tip === "" ? [] : [span(" ".repeat(room - used)), span(tip, "muted")]),
  ];
  return painter.paint(spans.filter(({ text }) => text !== ""));
}

interface Left {
  /** The mark of a session beside another one. */
  readonly side: string;
  readonly mode: string;
  readonly hints: string;
}

/** The widest form that fits; hints go first, then the mode. Tips change nothing of it. */
function leftText(context: HostContext, moment: HeaderMoment, room: number): Left {
  const { measure, isAscii } = context.painter;
  const dots = isAscii ? "..." : "…";
  const side = sideMark(context);
  const name = modeName(context);
  const mode = side === "" || name === "" ? name : `${GLUE}${name}`;
  const glue = side === "" && mode === "" ? "" : GLUE;
  for (const hint of hintsOf(context, moment)) {
    const hints = `${glue}${hint}`;
    if (measure(side + mode + hints) <= room) return { side, mode, hints };
  }
  const modeRoom = room - measure(side);
  if (side === "" || measure(mode) <= modeRoom) {
    return { side, mode: cutText(mode, modeRoom, measure, dots), hints: "" };
  }
  return { side: cutText(side, room, measure, dots), mode: "", hints: "" };
}

function sideMark({ ports, texts }: HostContext): string {
  return ports.runtime.session()?.sideOf === undefined ? "" : texts.composer.side;
}

function modeName({ ports }: HostContext): string {
  const modes = ports.runtime.session()?.modes;
  if (modes === undefined) return "";
  const { current, pending, available } = modes;
  const name = available.find(({ value }) => value === current)?.name ?? current;
  return cleanLine(pending === undefined ? name : `${name}…`).trim();
}

function hintsOf(
  context: HostContext,
  { hasDraft, isCompleting }: HeaderMoment,
): readonly string[] {
  const { composer } = context.texts;
  if (isAsked(context)) return composer.asked;
  if (isCompleting) return composer.completing;
  if (context.ports.runtime.session()?.turn !== undefined) return composer.running;
  return hasDraft ? composer.draft : composer.idle;
}

function tipText(context: HostContext, moment: HeaderMoment, freeCols: number): string {
  const { ports, texts, painter } = context;
  const stands = tipStands({
    shows: ports.config.settings().tui.showTips,
    hasConversation: hasConversation(context),
    isRunning: isRunning(context),
    isAsked: isAsked(context),
    ...moment,
  });
  if (!stands) return "";
  return fittingTip(texts.composer, ports.system.nowMs(), freeCols, painter.measure) ?? "";
}

/** Not the welcome: something was said in this session. */
function hasConversation({ ports }: HostContext): boolean {
  const session = ports.runtime.session();
  return session !== undefined && (session.turns > 0 || session.entries.length > 0);
}

function isRunning({ ports }: HostContext): boolean {
  const session = ports.runtime.session();
  if (session === undefined) return false;
  return session.turn !== undefined || session.queue.length > 0 || session.compacting === true;
}

function isAsked({ ports }: HostContext): boolean {
  return (ports.runtime.session()?.interactions.length ?? 0) > 0;
}
