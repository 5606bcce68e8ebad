/** A status port over a session and a clock that a test sets, with a real command and a real folder. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LiveStatusPort, liveStatusPort } from "../../src/cli/host/status-port.ts";
import {
  CUSTOM_DEFAULTS,
  type CustomStatusLineSetting,
  DEFAULT_SETTINGS,
} from "../../src/config/settings.ts";
import { createLiveSnapshot } from "../../src/sources/runtime/live-snapshot.ts";
import { fakeTimers } from "../../src/testing/fake-timers.ts";
import type { ToolCall } from "../../src/wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

const leftovers: (() => void)[] = [];

/** Ends and removes what the tests made; for `afterEach`. */
export function clearStatusWorlds(): void {
  for (const end of leftovers.splice(0).toReversed()) end();
}

/** A new folder, by its real path. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "status-port-")));
  leftovers.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface StatusWorld {
  readonly port: LiveStatusPort;
  readonly live: ReturnType<typeof createLiveSnapshot>;
  readonly timers: ReturnType<typeof fakeTimers>;
  readonly cwd: string;
  readonly stateDir: string;
  /** A tool call of the running turn has ended. */
  readonly endTool: (call: ToolCall) => void;
  /** Period and tick of every timer with a fixed period that runs. */
  readonly periodic: Map<() => void, number>;
  readonly set: (change: Partial<SessionState>) => void;
  /** A turn runs. */
  readonly startTurn: (turnId?: string) => void;
  /** It has settled as the turn of this number. */
  readonly endTurn: (turns: number) => void;
  /** The session is so, and nobody was told yet. */
  readonly become: (change: Partial<SessionState>) => void;
  readonly drawn: () => number;
  /** Lines that the command got, oldest first. */
  readonly runs: () => readonly Record<string, unknown>[];
}

/** A port over a session that the test sets; the command writes what it gets into a file. */
export function statusWorld(
  script?: string,
  custom: Partial<CustomStatusLineSetting> = {},
): StatusWorld {
  const cwd = folder();
  const { log, command } = loggingCommand(script ?? "");
  const customStatusLine = { ...CUSTOM_DEFAULTS, command, ...custom };
  const { tui } = DEFAULT_SETTINGS;
  const settings = script === undefined ? { tui } : { tui: { ...tui, customStatusLine } };
  const live = createLiveSnapshot();
  const timers = fakeTimers();
  const periodic = new Map<() => void, number>();
  const listeners = new Set<() => void>();
  const tools = toolEnds();
  const stateDir = folder();
  let session: SessionState | undefined;
  let drawn = 0;
  const become = (change: Partial<SessionState>): void => {
    session = { ...(session ?? { ...EMPTY_STATE, sessionId: "s-1", cwd }), ...change };
  };
  const set = (change: Partial<SessionState>): void => {
    become(change);
    for (const listener of listeners) listener();
  };
  const port = liveStatusPort({
    runtime: {
      session: () => session,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    live,
    cwd,
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    env: { PATH: process.env.PATH },
    platform: process.platform,
    version: "9.9.9",
    nowMs: timers.nowMs,
    cacheDir: folder(),
    stateDir,
    onToolEnded: tools.onToolEnded,
    schedule: timers.schedule,
    every: (periodMs, tick) => {
      periodic.set(tick, periodMs);
      return () => periodic.delete(tick);
    },
  });
  port.onChange(() => ++drawn);
  leftovers.push(port.dispose);
  return {
    port,
    live,
    timers,
    cwd,
    stateDir,
    endTool: (call) => tools.end(call, session?.cwd ?? cwd),
    periodic,
    set,
    become,
    startTurn: (turnId = "t-1") => set({ turn: { turnId, stage: "active", startedAtMs: 0 } }),
    endTurn(turns) {
      if (session !== undefined) {
        const { turn: _, ...idle } = session;
        session = idle;
      }
      set({ turns });
    },
    drawn: () => drawn,
    runs: () => linesIn(log),
  };
}

/** A command that writes what it gets into a file, then does what the script says. */
function loggingCommand(script: string) {
  const log = join(folder(), "log");
  writeFileSync(log, "");
  const file = join(folder(), "status.sh");
  writeFileSync(file, `read -r line\nprintf '%s\\n' "$line" >> '${log}'\n${script}\n`);
  return { log, command: `/bin/sh ${file}` };
}

/** What the command got, a JSON text a line. */
function linesIn(log: string): readonly Record<string, unknown>[] {
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Who hears of tool calls that end, and the way to tell of one. */
function toolEnds() {
  const listeners = new Set<(call: ToolCall, cwd: string) => void>();
  return {
    onToolEnded(listener: (call: ToolCall, cwd: string) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(call: ToolCall, cwd: string) {
      for (const each of listeners) each(call, cwd);
    },
  };
}

/** Waits for it; generous, as the machine may be busy. */
export async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error("it did not come to that within 20 s");
    await Bun.sleep(5);
  }
}
