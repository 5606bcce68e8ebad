/**
 * What `run` says of its command: `working`, with progress where the command shows one, then how it
 * ended. It asks the terminal first and keeps its answers from the command, and gives way to a command
 * that speaks for itself.
 */
import type { Ending } from "../../sources/child-terminal/ending.ts";
import { createDetector, type DetectorStep } from "../../wire/osc7501/detect.ts";
import { createEmitter, type Emitter } from "../../wire/osc7501/emitter.ts";
import type { ReportInput } from "../../wire/osc7501/encode.ts";
import { isWithin } from "../../wire/osc7501/lineage.ts";
import type { Capabilities, ProgramEvent, ProgramState } from "../../wire/osc7501/message.ts";
import { createScanner } from "../../wire/osc7501/scan.ts";
import { createProgressScanner } from "../../wire/progress/parse.ts";
import { statusOfProgress } from "../../wire/progress/status.ts";
import { finalReport } from "./final-report.ts";
import { createLastLine } from "./last-line.ts";
import { lastPercentage } from "./percentages.ts";

export interface ReporterOptions {
  /** Id, app and title of the record. */
  readonly record: Pick<ReportInput, "id" | "app" | "title">;
  /** `asked`: the terminal was asked already, and this is what it takes. */
  readonly mode: "ask" | "on" | "off" | { readonly asked: Capabilities };
  /** Percentages in the output are progress too. */
  readonly readsPercentages: boolean;
  /** Stderr goes elsewhere than to the terminal: errors stand there. */
  readonly hasOwnErrors: boolean;
  /** To the person's terminal, between two things that the command writes. */
  readonly say: (sequence: string) => void;
  /** To the command, as if typed. */
  readonly type: (bytes: Uint8Array) => void;
  readonly nowMs: () => number;
}

/** Fed by whoever runs the command. */
export interface Reporter {
  readonly begin: () => void;
  readonly output: (bytes: Uint8Array) => undefined;
  readonly errors: (bytes: Uint8Array) => void;
  readonly input: (bytes: Uint8Array) => Uint8Array;
  /** Whether an answer of the terminal is still to come. */
  readonly awaitsInput: () => boolean;
  /** The terminal can be asked now. */
  readonly foreground: () => void;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Whether what is reported is written, and not kept or dropped. */
  readonly isHeard: () => boolean;
  /** There is no command; resolves as `end` does. */
  readonly giveUp: () => Promise<void>;
  /** Resolves when all is said and the terminal has answered, or has had its time. */
  readonly end: (ending: Ending) => Promise<void>;
}

/**
 * The longest from the question that the end waits for the answer, which would be typed into the
 * shell. Over a slow line it comes too late to count, but it comes.
 */
const ANSWER_MS = 1_000;

/** A reporter of a command that has not started. */
export function createReporter(options: ReporterOptions): Reporter {
  const { record } = options;
  const emitter = makeEmitter(options);
  const question = createQuestion(options, emitter);
  const child = watchChild(record.id ?? "");
  const progress = createProgressScanner();
  const lastLine = createLastLine();
  let pct: number | undefined;
  let hasProgress = false;

  function sayWorking(): void {
    if (!child.speaks()) emitter.report({ ...record, state: "working", progress: pct });
  }

  function takeProgress(bytes: Uint8Array): void {
    const reports = progress.feed(bytes);
    const last = reports.at(-1);
    const before = pct;
    if (last !== undefined) {
      hasProgress = true;
      pct = statusOfProgress(last)?.progress;
    } else if (options.readsPercentages && !hasProgress) {
      pct = lastPercentage(bytes) ?? pct;
    }
    if (pct !== before) sayWorking();
  }

  return {
    begin: sayWorking,
    output(bytes) {
      if (!options.hasOwnErrors) lastLine.feed(bytes);
      if (emitter.mode() === "off") return undefined;
      const isGone = child.feed(bytes);
      // Nothing that waits may come after what the command says itself.
      if (child.speaks()) emitter.suspend();
      else if (isGone) emitter.resume();
      takeProgress(bytes);
      return undefined;
    },
    errors: lastLine.feed,
    input: question.input,
    awaitsInput: question.isOpen,
    foreground: question.ask,
    stop() {
      if (child.speaks()) return;
      // A terminal that marks no prompts would show it at work for as long as it is stopped.
      emitter.report({ ...record, state: "idle" });
      emitter.suspend();
    },
    resume() {
      if (child.speaks()) return;
      sayWorking();
      emitter.resume();
    },
    isHeard: () => emitter.mode() === "on",
    async giveUp() {
      await question.answered();
      question.stop();
    },
    async end(ending) {
      await question.answered();
      const final = finalReport(ending, lastLine.text());
      if (child.lastState() !== final.state) {
        emitter.report({ ...record, ...final });
        if (child.speaks()) emitter.resume();
      }
      question.stop();
    },
  };
}

function makeEmitter({ mode, say, nowMs }: ReporterOptions): Emitter {
  const isAsked = typeof mode === "object";
  return createEmitter({
    write: say,
    nowMs,
    schedule(atMs, run) {
      const timer = setTimeout(run, Math.max(0, atMs - nowMs()));
      return () => clearTimeout(timer);
    },
    mode: isAsked ? "on" : mode === "ask" ? "probing" : mode,
    ...(isAsked && { capabilities: mode.asked }),
  });
}

/** The question to the terminal, asked once, and its answers, taken out of what is typed. */
function createQuestion({ mode, say, type, nowMs }: ReporterOptions, emitter: Emitter) {
  const detector = createDetector();
  let askedAtMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settled = Promise.withResolvers<void>();

  function judge({ verdict, capabilities }: DetectorStep): void {
    if (verdict === "supported") emitter.supported(capabilities);
    if (verdict === "unsupported") emitter.unsupported();
    if (detector.isAnswered()) settled.resolve();
    clearTimeout(timer);
    const nextMs = detector.nextTickMs();
    if (nextMs !== undefined) timer = setTimeout(tick, Math.max(0, nextMs - nowMs()));
  }

  const isOpen = (): boolean => askedAtMs !== undefined && !detector.isAnswered();

  function tick(): void {
    const step = detector.tick(nowMs());
    if (step.output.length > 0) type(step.output);
    judge(step);
  }

  return {
    ask(): void {
      if (mode !== "ask" || askedAtMs !== undefined) return;
      askedAtMs = nowMs();
      say(detector.start(askedAtMs));
      tick();
    },
    input(bytes: Uint8Array): Uint8Array {
      if (askedAtMs === undefined) return bytes;
      const step = detector.feed(bytes, nowMs());
      judge(step);
      return step.output;
    },
    isOpen,
    async answered(): Promise<void> {
      if (!isOpen()) return;
      const leftMs = (askedAtMs ?? 0) + ANSWER_MS - nowMs();
      const late = setTimeout(settled.resolve, Math.max(0, leftMs));
      await settled.promise;
      clearTimeout(late);
    },
    stop(): void {
      clearTimeout(timer);
      detector.stop();
    },
  };
}

/** Follows what the command itself says of our record. */
function watchChild(ownId: string) {
  const scanner = createScanner();
  let state: ProgramState | undefined;
  let speaks = false;

  /** Whether our record is gone by it. */
  function take(event: ProgramEvent): boolean {
    switch (event.event) {
      case "report":
        if (event.record.id !== ownId) return false;
        speaks = true;
        state = event.record.state;
        return false;
      case "clear":
        if (!isWithin(ownId, event.id)) return false;
        state = undefined;
        return !speaks;
      case "prompt-start":
      case "reset":
        return !speaks;
      case "query":
      case "reject":
        return false;
      default:
        return event satisfies never;
    }
  }

  return {
    feed: (bytes: Uint8Array) =>
      scanner.feed(bytes).events.reduce((isGone, event) => take(event) || isGone, false),
    speaks: () => speaks,
    lastState: () => state,
  };
}
