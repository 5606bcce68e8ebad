/**
 * Asks the controlling terminal whether it reads our reports, for a program that asks once and does
 * not read the terminal otherwise. What a person typed before the question stays where it was.
 */
import { createDetector } from "../wire/osc7501/detect.ts";
import type { Capabilities } from "../wire/osc7501/message.ts";
import type { Tty } from "./tty.ts";

/** The verdict, and why it is not "supported". */
export type Asked = { readonly typed: Uint8Array } & (
  | { readonly verdict: "supported"; readonly capabilities: Capabilities }
  | { readonly verdict: "unsupported"; readonly reason: WhyNot }
);

/**
 * `background`: to read the terminal would stop us. `typed-ahead`: there is input that the shell
 * would lose. `no-reply`: the terminal gave another answer, or none in time. `gone`: it is no more.
 */
export type WhyNot = "background" | "typed-ahead" | "no-reply" | "gone";

export interface AskOptions {
  readonly nowMs: () => number;
}

/**
 * How long the terminal is read for an answer that is too late to count, over a slow line: else it
 * would be typed into the shell. Only a terminal that never answers costs that time.
 */
const LATE_MS = 1_000;

/**
 * The answer of the terminal. `typed`: what came meanwhile and was no answer; it cannot be put back
 * (today's systems refuse TIOCSTI), so it is the caller's.
 */
export async function askTerminal(tty: Tty, options: AskOptions): Promise<Asked> {
  const no = (reason: WhyNot, typed = new Uint8Array()): Asked => ({
    verdict: "unsupported",
    reason,
    typed,
  });
  if (!tty.setRaw(true)) return no("background");
  try {
    // Only now: a line that is still being typed counts as input in raw mode alone.
    if (tty.hasInput()) return no("typed-ahead");
    return await ask(tty, options, no);
  } finally {
    tty.setRaw(false);
  }
}

async function ask(
  tty: Tty,
  { nowMs }: AskOptions,
  no: (reason: WhyNot, typed?: Uint8Array<ArrayBuffer>) => Asked,
): Promise<Asked> {
  const detector = createDetector({ lateMs: LATE_MS });
  const pieces: Uint8Array[] = [];
  const ended = Promise.withResolvers<void>();
  const stop = tty.onBytes((bytes) => {
    pieces.push(detector.feed(bytes, nowMs()).output);
    if (detector.isAnswered()) ended.resolve();
  }, ended.resolve);
  const timer = setTimeout(ended.resolve, LATE_MS);
  const wrote = tty.write(detector.start(nowMs()));
  if (wrote) await ended.promise;
  clearTimeout(timer);
  stop();
  const { output, verdict, capabilities } = detector.stop();
  const typed = Buffer.concat([...pieces, output]);
  if (!wrote) return no("gone", typed);
  if (verdict !== "supported" || capabilities === undefined) return no("no-reply", typed);
  return { verdict, capabilities, typed };
}
