/**
 * What the host tells its terminal beside what it draws: OSC 7501 with a record for each member and
 * task, and the title of the window. Both say what the `[V]` record says, and go out between drawings.
 */
import type { Settings } from "../../config/settings.ts";
import type { Snapshot } from "../../status/snapshot.ts";
import {
  leavingReports,
  type ProgramMemory,
  programReports,
  sendReports,
} from "../../surfaces/emit/osc7501.ts";
import { terminalTitle } from "../../surfaces/emit/title.ts";
import type { Screen } from "../../surfaces/host/screen/screen.ts";
import { createDetector, type DetectorStep } from "../../wire/osc7501/detect.ts";
import { createEmitter, type Emitter, emitterMode } from "../../wire/osc7501/emitter.ts";
import { wrapForScreen, wrapForTmux } from "../../wire/osc7501/passthrough.ts";

export interface EmissionDeps {
  readonly screen: Pick<Screen, "writeControl" | "setTitle" | "onReply">;
  readonly settings: () => Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs: () => number;
  /** Runs something at a time of `nowMs`; returns what cancels it. Default: a timer. */
  readonly schedule?: (atMs: number, run: () => void) => () => void;
}

export interface Emission {
  /** Asks the terminal, where that is to be done. */
  readonly start: () => void;
  /** Tells what is new in the snapshot. */
  readonly update: (snapshot: Snapshot) => void;
  /** A key was pressed: what is over has been seen. */
  readonly seen: () => void;
  /** Before the terminal is given to somebody else, and after it is ours again. */
  readonly suspend: () => void;
  readonly resume: () => void;
  /**
   * Takes back what was told; to be called before the screen is closed. Resolves when the terminal has
   * answered all that it was asked, or has had its time: a later answer would be typed into the shell.
   */
  readonly dispose: () => Promise<void>;
}

/** The longest that leaving waits for an answer of the terminal. */
const ANSWER_MS = 1_000;

/** Tells nothing before `start`. */
export function hostEmission(deps: EmissionDeps): Emission {
  const { screen, settings, nowMs } = deps;
  const schedule = deps.schedule ?? scheduleTimer(nowMs);
  const emitter = makeEmitter(deps, schedule);
  const question = createQuestion(deps, schedule, emitter);
  let memory: ProgramMemory | undefined;
  let told: Snapshot | undefined;
  let seenTurnId: string | undefined;
  let title = "";
  let phase: "waiting" | "on" | "lent" | "ended" = "waiting";

  const tell = (): void => {
    if (phase !== "on" || told === undefined) return;
    const snapshot = withSeen(told, seenTurnId);
    if (emitter.mode() !== "off") {
      const next = programReports(memory, snapshot);
      memory = next.memory;
      sendReports(emitter, next.messages);
    }
    const wanted = settings().tui.terminalTitle ? terminalTitle(snapshot) : "";
    if (wanted !== title) screen.setTitle(wanted);
    title = wanted;
  };
  const takeBack = (): void => {
    sendReports(emitter, leavingReports());
    memory = undefined;
    if (title !== "") screen.setTitle("");
    title = "";
  };

  return {
    start() {
      if (phase !== "waiting") return;
      phase = "on";
      question.ask();
      tell();
    },
    update(snapshot) {
      if (snapshot === told) return;
      told = snapshot;
      tell();
    },
    seen() {
      const { turn } = told ?? {};
      if (turn?.id === undefined || turn.outcome === undefined || turn.id === seenTurnId) return;
      seenTurnId = turn.id;
      tell();
    },
    suspend() {
      if (phase !== "on") return;
      takeBack();
      emitter.suspend();
      phase = "lent";
    },
    resume() {
      if (phase !== "lent") return;
      phase = "on";
      emitter.resume();
      tell();
    },
    async dispose() {
      if (phase === "ended") return;
      if (phase === "on") takeBack();
      phase = "ended";
      emitter.teardown();
      await question.end();
    },
  };
}

type Schedule = (atMs: number, run: () => void) => () => void;

function makeEmitter({ screen, settings, env, nowMs }: EmissionDeps, schedule: Schedule): Emitter {
  const inTmux = isSet(env.TMUX);
  const inScreen = isSet(env.STY);
  const wrap = inTmux ? wrapForTmux : inScreen ? wrapForScreen : (text: string) => text;
  return createEmitter({
    write: (sequence) => screen.writeControl(wrap(sequence)),
    nowMs,
    schedule,
    // GNU screen answers for itself as tmux does.
    mode: emitterMode(settings().tui.programStatus, inTmux || inScreen),
  });
}

/** The question to the terminal, asked once, and its answers, which come with what is typed. */
function createQuestion({ screen, nowMs }: EmissionDeps, schedule: Schedule, emitter: Emitter) {
  const detector = createDetector();
  const encoder = new TextEncoder();
  const answered = Promise.withResolvers<void>();
  let isAsked = false;
  let cancel: (() => void) | undefined;
  let unlisten: (() => void) | undefined;

  const judge = ({ verdict, capabilities }: DetectorStep): void => {
    if (verdict === "supported") emitter.supported(capabilities);
    if (verdict === "unsupported") emitter.unsupported();
    if (detector.isAnswered()) answered.resolve();
    cancel?.();
    const nextMs = detector.nextTickMs();
    cancel =
      nextMs === undefined ? undefined : schedule(nextMs, () => judge(detector.tick(nowMs())));
  };

  return {
    ask(): void {
      if (emitter.mode() !== "probing" || isAsked) return;
      isAsked = true;
      unlisten = screen.onReply((sequence) => {
        const step = detector.feed(encoder.encode(sequence), nowMs());
        judge(step);
        return step.output.length === 0;
      });
      screen.writeControl(detector.start(nowMs()));
      judge(detector.tick(nowMs()));
    },
    async end(): Promise<void> {
      if (isAsked && !detector.isAnswered()) {
        const late = schedule(nowMs() + ANSWER_MS, answered.resolve);
        await answered.promise;
        late();
      }
      cancel?.();
      detector.stop();
      unlisten?.();
    },
  };
}

/** A turn that is over calls nobody any more once the person has come back to the keys. */
function withSeen(snapshot: Snapshot, seenTurnId: string | undefined): Snapshot {
  const { turn } = snapshot;
  if (turn?.id === undefined || turn.id !== seenTurnId) return snapshot;
  return { ...snapshot, turn: { ...turn, seen: true } };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

function scheduleTimer(nowMs: () => number): Schedule {
  return (atMs, run) => {
    const timer = setTimeout(run, Math.max(0, atMs - nowMs()));
    return () => clearTimeout(timer);
  };
}
