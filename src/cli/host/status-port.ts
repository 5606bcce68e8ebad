/**
 * Facts of the session and of the machine in one snapshot: what the runtime tells, the git repository,
 * the person's own command, and clocks as far as an item on the line needs them.
 *
 * What is read off the machine is kept apart and laid over the runtime's snapshot, so that neither a
 * reconnect nor a late answer can mix the two.
 */
import type { Settings } from "../../config/settings.ts";
import type { CommandContext } from "../../sources/custom-command/context.ts";
import {
  type CustomCommandRunner,
  customCommandRunner,
  eventBetween,
  type Moment,
} from "../../sources/custom-command/runner.ts";
import type { LiveSnapshot } from "../../sources/runtime/live-snapshot.ts";
import { advanceRecord, type RecordMemory } from "../../status/automation-record.ts";
import type { Fact } from "../../status/facts/fact.ts";
import { nextTickMs } from "../../status/item-time.ts";
import type { Need } from "../../status/items/item.ts";
import { modelLabel } from "../../status/items/shared/model-name.ts";
import { findItem } from "../../status/selection.ts";
import { EMPTY_SNAPSHOT, foldAll, type Snapshot } from "../../status/snapshot.ts";
import type { RuntimePort, StatusPort } from "../../surfaces/host/context.ts";
import { type GitWatch, gitWatch } from "./git-watch.ts";
import { reviewRecorder } from "./review-recorder.ts";
import type { OnToolEnded } from "./runtime-port.ts";
import { type UsageHold, usageHold } from "./usage-hold.ts";

export interface StatusPortDeps {
  readonly runtime: Pick<RuntimePort, "session" | "onChange">;
  /** What the runtime says of the session that is followed. */
  readonly live: Pick<LiveSnapshot, "snapshot" | "onChange">;
  /** Where the host was started, for the time before a session is open. */
  readonly cwd: string;
  readonly settings: () => Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly nowMs: () => number;
  /** Absent: Git is asked nothing that takes a process. */
  readonly cacheDir?: string;
  /** Absent: no review is remembered. */
  readonly stateDir?: string;
  /** Tool calls of the session that is followed, as they end. Absent: nobody tells. */
  readonly onToolEnded?: OnToolEnded;
  /** Runs something at a time of `nowMs`; returns what cancels it. Default: a timer, unref'd. */
  readonly schedule?: (atMs: number, run: () => void) => () => void;
  /** Calls `tick` with a fixed period until the result is called. Default: a timer, unref'd. */
  readonly every?: (periodMs: number, tick: () => void) => () => void;
}

/** The port, and its beginning and end. */
export interface LiveStatusPort extends StatusPort {
  /** Begins to read the machine for the items of the last `setItems`. */
  readonly start: () => void;
  /** Ends every process and timer, for good. */
  readonly dispose: () => void;
}

const CUSTOM = "custom-command";
const RECORD = "build-mode";

export function liveStatusPort(deps: StatusPortDeps): LiveStatusPort {
  const status = new LiveStatus(deps);
  return {
    snapshot: () => status.snapshot(),
    onChange: (listener) => status.onChange(listener),
    customOutput: () => status.snapshot().custom?.stdout,
    setItems: (itemIds) => status.setItems(itemIds),
    start: () => status.start(),
    dispose: () => status.dispose(),
  };
}

/** What of the session decides about events. */
interface TurnMoment extends Moment {
  /** Turns that have settled. */
  readonly turns: number;
}

/** Holds the timers and processes behind the line. */
class LiveStatus {
  readonly #deps: StatusPortDeps;
  readonly #schedule: (atMs: number, run: () => void) => () => void;
  readonly #listeners = new Set<() => void>();
  readonly #hold: UsageHold;
  readonly #git: GitWatch;
  readonly #unsubscribe: readonly (() => void)[];
  #itemIds: readonly string[] = [];
  #phase: "waiting" | "started" | "ended" = "waiting";
  /** Git and the command's output, as folded from what was read. */
  #machine: Snapshot = EMPTY_SNAPSHOT;
  #record: RecordMemory | undefined;
  #moment: TurnMoment;
  #runner: CustomCommandRunner | undefined;
  #stopTick: (() => void) | undefined;
  #joined: { readonly from: readonly unknown[]; readonly out: Snapshot } | undefined;

  constructor(deps: StatusPortDeps) {
    const { nowMs, live, runtime } = deps;
    this.#deps = deps;
    this.#schedule = deps.schedule ?? scheduleUnref(nowMs);
    this.#hold = usageHold({ nowMs, schedule: this.#schedule, onDue: () => this.#tell() });
    this.#git = gitWatch({
      cacheDir: deps.cacheDir,
      ...(deps.stateDir !== undefined && { stateDir: deps.stateDir }),
      env: deps.env,
      nowMs,
      ...(deps.every !== undefined && { every: deps.every }),
      onFacts: (facts) => this.#gitRead(facts),
      onClear: () => {
        const { git: _, review: _r, ...rest } = this.#machine;
        this.#change(rest);
      },
    });
    this.#moment = momentOf(deps);
    this.#unsubscribe = [
      runtime.onChange(() => this.#onRuntime()),
      live.onChange(() => this.#onLive()),
      this.#recordReviews(),
    ];
  }

  snapshot(): Snapshot {
    const { live, cwd } = this.#deps;
    const base = this.#hold.shown(live.snapshot());
    this.#record ??= advanceRecord(undefined, live.snapshot()).memory;
    const { seq } = this.#record;
    const from = [base, this.#machine, seq];
    if (this.#joined === undefined || !from.every((each, at) => each === this.#joined?.from[at])) {
      this.#joined = { from, out: join(base, this.#machine, cwd, seq) };
    }
    return this.#joined.out;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setItems(next: readonly string[]): void {
    const before = this.#itemIds;
    this.#itemIds = next;
    if (next.length !== before.length || next.some((id, at) => id !== before[at])) this.#follow();
  }

  start(): void {
    if (this.#phase !== "waiting") return;
    this.#phase = "started";
    this.#moment = momentOf(this.#deps);
    this.#follow();
  }

  dispose(): void {
    this.#phase = "ended";
    for (const each of this.#unsubscribe) each();
    this.#stopTick?.();
    this.#hold.dispose();
    this.#git.dispose();
    this.#runner?.dispose();
    this.#listeners.clear();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #change(next: Snapshot): void {
    if (this.#phase === "ended") return;
    this.#machine = next;
    this.#tell();
  }

  /** The same again, as most answers of an idle repository are, draws nothing. */
  #gitRead(facts: readonly Fact[]): void {
    const next = foldAll(this.#machine, facts);
    const ofGit = ({ git, review }: Snapshot) => JSON.stringify([git, review]);
    if (ofGit(next) !== ofGit(this.#machine)) this.#change(next);
  }

  /** Whatever stands on the line: a review that was seen is there when its item comes. */
  #recordReviews(): () => void {
    const { stateDir, cacheDir, nowMs, onToolEnded } = this.#deps;
    if (stateDir === undefined || onToolEnded === undefined) return () => undefined;
    const record = reviewRecorder({ stateDir, nowMs, ...(cacheDir !== undefined && { cacheDir }) });
    return onToolEnded((call, cwd) => {
      void record(call, cwd).then((isNew) => {
        if (isNew && this.#phase === "started") this.#git.ask();
      });
    });
  }

  /** Reads what the items need, and nothing else. The record alone needs nothing of the machine. */
  #follow(): void {
    if (this.#phase !== "started") return;
    const ids = this.#itemIds.includes(RECORD) ? [] : this.#itemIds;
    const needs = new Set<Need>(ids.flatMap((id) => findItem(id)?.needs ?? []));
    this.#git.watch(this.#moment.cwd, needs);
    if (ids.includes(CUSTOM)) {
      this.#runner ??= this.#makeRunner(ids);
      this.#runner?.start();
    } else this.#runner?.pause();
    this.#tick();
  }

  #makeRunner(itemIds: readonly string[]): CustomCommandRunner | undefined {
    const { settings, version, env, platform, every } = this.#deps;
    const own = settings().tui.customStatusLine;
    if (own === undefined) return undefined;
    return customCommandRunner(
      { settings: own, itemIds, version, env, platform },
      {
        context: () => this.#commandContext(),
        ...(every !== undefined && { every }),
        show: (stdout) => {
          const { custom: _, ...rest } = this.#machine;
          this.#change(stdout === undefined ? rest : { ...rest, custom: { stdout } });
        },
      },
    );
  }

  #commandContext(): CommandContext {
    const { runtime, live, cwd } = this.#deps;
    const session = runtime.session();
    const model = modelLabel(live.snapshot().model);
    return {
      cwd: session?.cwd ?? cwd,
      ...(session !== undefined && { sessionId: session.sessionId }),
      ...(model !== undefined && model !== "" && { model }),
      ...(session?.title && { title: session.title }),
    };
  }

  /** Wakes when an item on the line shows something else with time alone. */
  #tick(): void {
    this.#stopTick?.();
    this.#stopTick = undefined;
    if (this.#phase !== "started") return;
    const atMs = nextTickMs(this.#itemIds, this.snapshot(), this.#deps.nowMs());
    if (atMs === undefined) return;
    this.#stopTick = this.#schedule(atMs, () => {
      this.#tick();
      this.#tell();
    });
  }

  #onRuntime(): void {
    const before = this.#moment;
    const now = momentOf(this.#deps);
    this.#moment = now;
    // A turn may settle and the next one begin between two looks.
    const isSettled = before.sessionId === now.sessionId && now.turns > before.turns;
    const event = isSettled
      ? eventBetween({ ...before, busy: true }, { ...now, busy: false })
      : eventBetween(before, now);
    if (event === undefined || this.#phase !== "started") return;
    if (event === "workspace-change") this.#follow();
    if (event === "turn-end") this.#git.ask();
    this.#runner?.trigger(event);
  }

  #onLive(): void {
    // The runtime's word of a change comes later than its facts: nothing of another session stays until then.
    this.#onRuntime();
    this.#record = advanceRecord(this.#record, this.#deps.live.snapshot()).memory;
    this.#tick();
    this.#tell();
  }
}

function momentOf({ runtime, cwd }: StatusPortDeps): TurnMoment {
  const session = runtime.session();
  if (session === undefined) return { cwd, busy: false, turns: 0 };
  const { sessionId, turn, turns } = session;
  return { cwd: session.cwd, sessionId, busy: turn !== undefined, turns };
}

/** The machine's topics over the session's, and the number of the record that says what is known now. */
function join(base: Snapshot, machine: Snapshot, cwd: string, seq: number): Snapshot {
  return {
    ...base,
    place: base.place ?? { cwd },
    ...(machine.git !== undefined && { git: machine.git }),
    ...(machine.review !== undefined && { review: machine.review }),
    ...(machine.custom !== undefined && { custom: machine.custom }),
    record: { seq },
  };
}

function scheduleUnref(nowMs: () => number) {
  return (atMs: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, Math.max(0, atMs - nowMs()));
    timer.unref();
    return () => clearTimeout(timer);
  };
}
