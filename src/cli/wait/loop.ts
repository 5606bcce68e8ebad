/** The one loop of `telltale wait`: looks at its source again and again until the judge is certain. */
import type { Judge, Verdict } from "./judge.ts";
import type { WaitSource } from "./reading.ts";

/**
 * Between two looks. Two of them in a row must agree on the end of the work, and the moment in which a
 * record may wrongly say so is some 10 ms long: a quarter of a second is ample, and no person's wait.
 */
const SAMPLE_MS = 250;

export interface LoopOptions {
  readonly timeoutMs: number;
  /** Called once with each notice of the source. */
  readonly tell: (notice: string) => void;
  /** Ends the waiting from outside; its reason is told. */
  readonly stop: Promise<string>;
}

/** Why the waiting is over without a verdict. */
interface Over {
  readonly outcome: "stopped" | "timeout";
  readonly reason: string;
}

/** Waits; the source is closed when this resolves. */
export async function waitFor(
  source: WaitSource,
  judge: Judge,
  { timeoutMs, tell, stop }: LoopOptions,
): Promise<Verdict> {
  const timer = startTimer(timeoutMs);
  const over: Promise<Over> = Promise.race([
    stop.then((reason) => ({ outcome: "stopped" as const, reason })),
    timer.done.then(() => ({ outcome: "timeout" as const, reason: "the time is over" })),
  ]);
  const told = new Set<string>();
  try {
    for (;;) {
      const sample = await Promise.race([source.look(), over]);
      if ("outcome" in sample) return judge.giveUp(sample.outcome, sample.reason);
      if (sample.notice !== undefined && !told.has(sample.notice)) {
        told.add(sample.notice);
        tell(sample.notice);
      }
      const verdict = judge.look(sample);
      if (verdict !== undefined) return verdict;
      const pause = startTimer(sample.more === true ? 0 : SAMPLE_MS);
      const ended = await Promise.race([pause.done, over]);
      pause.clear();
      if (ended !== undefined) return judge.giveUp(ended.outcome, ended.reason);
    }
  } finally {
    timer.clear();
    await source.close();
  }
}

function startTimer(ms: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return { done: promise, clear: () => clearTimeout(timer) };
}
