/**
 * Which tip stands beside the empty composer. The time alone decides, so that nothing has to be
 * remembered, and no timer runs: whoever draws again sees the tip of that moment.
 */
import type { Measure } from "../../../text/measure.ts";
import type { ComposerTexts, TipId, TipTexts } from "../texts/composer.ts";

interface Tip {
  readonly id: TipId;
  /** How often it comes in one round. */
  readonly weight: number;
}

/** Every tip, one a command of ours. */
export const TIPS: readonly Tip[] = [
  { id: "context", weight: 2 },
  { id: "statusline", weight: 2 },
  { id: "side", weight: 2 },
  { id: "tasks", weight: 2 },
  { id: "sessions", weight: 1 },
  { id: "agents", weight: 1 },
  { id: "usage", weight: 1 },
  { id: "model", weight: 1 },
  { id: "mode", weight: 1 },
  { id: "fullscreen", weight: 1 },
];

/** Each tip stays for one bucket of time. */
const BUCKET_MS = 30_000;
/** Columns that stay blank between header and tip. */
const TIP_GAP_COLS = 4;

/**
 * One round, so mixed that no tip comes twice together: at each step every tip gains its weight, the
 * richest (the first of equals) is taken and pays for all.
 */
export function roundOf(tips: readonly Tip[]): readonly TipId[] {
  const total = tips.reduce((sum, { weight }) => sum + weight, 0);
  const scores = tips.map(() => 0);
  return Array.from({ length: total }, () => {
    for (const [at, { weight }] of tips.entries()) scores[at] = (scores[at] ?? 0) + weight;
    const best = scores.indexOf(Math.max(...scores));
    scores[best] = (scores[best] ?? 0) - total;
    return tips[best]?.id ?? "context";
  });
}

const ROUND = roundOf(TIPS);

/** The tip of a moment. */
export function tipAt(nowMs: number, round: readonly TipId[] = ROUND): TipId {
  const bucket = Math.floor(nowMs / BUCKET_MS) || 0;
  const at = ((bucket % round.length) + round.length) % round.length;
  return round[at] ?? "context";
}

/** What the composer is doing when it is drawn. */
export interface TipMoment {
  readonly shows: boolean;
  readonly hasConversation: boolean;
  readonly isRunning: boolean;
  readonly isAsked: boolean;
  readonly hasDraft: boolean;
  readonly hasHint: boolean;
}

/** Everything else goes before a tip. */
export function tipStands(moment: TipMoment): boolean {
  const { shows, hasConversation, isRunning, isAsked, hasDraft, hasHint } = moment;
  return shows && hasConversation && !isRunning && !isAsked && !hasDraft && !hasHint;
}

/** The form that fits into the columns that the header leaves, or none. */
export function fittingTip(
  { tips }: Pick<ComposerTexts, "tips">,
  nowMs: number,
  freeCols: number,
  measure: Measure,
): string | undefined {
  const { long, short }: TipTexts = tips[tipAt(nowMs)];
  return [long, short].find((text) => measure(text) <= freeCols - TIP_GAP_COLS);
}
