/** The custom command in a program that lives long: runs on events and keeps the last good output. */
import type { ExtensionEvent } from "../../wire/extension/message.ts";
import { type CommandContext, stdinLine } from "./context.ts";
import type { Environment } from "./launch.ts";
import { type CommandSettings, planCommand } from "./plan.ts";
import { type RunInput, type RunOutcome, runCommand } from "./run.ts";
import { RUNNER_OFF, type RunnerEffect, type RunnerInput, transition } from "./runner-state.ts";

export interface RunnerPorts {
  /** Asked when a run starts, not when it is asked for. */
  readonly context: () => CommandContext;
  /** The output changed; absent means there is none to show. */
  readonly show: (stdout: string | undefined) => void;
  /** Default: real processes. */
  readonly run?: (input: RunInput) => Promise<RunOutcome>;
  /** Calls `tick` with a fixed period until the result is called. Default: a timer, unref'd. */
  readonly every?: (periodMs: number, tick: () => void) => () => void;
}

export interface RunnerOptions {
  readonly settings: CommandSettings;
  /** The ids on the line, aliases resolved. */
  readonly itemIds: readonly string[];
  readonly version: string;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

export interface CustomCommandRunner {
  /** Runs with `startup` and begins the interval. Nothing runs before. */
  readonly start: () => void;
  /** Something happened. Ignored unless started. */
  readonly trigger: (event: ExtensionEvent) => void;
  /** Forgets the output and runs nothing more; a run under way ends by itself, its output unseen. */
  readonly pause: () => void;
  /** Like `start`; waits for a run that `pause` left under way. */
  readonly resume: () => void;
  /** Ends the run under way and everything else, for good. */
  readonly dispose: () => void;
  /** Last good output; empty hides the item. */
  readonly output: () => string | undefined;
}

/**
 * A runner, or undefined if nothing may ever run: the item is not on the line, `build-mode` owns the
 * line, or there is no usable command.
 */
export function customCommandRunner(
  options: RunnerOptions,
  ports: RunnerPorts,
): CustomCommandRunner | undefined {
  const { itemIds, settings, platform, env } = options;
  if (!itemIds.includes("custom-command") || itemIds.includes("build-mode")) return undefined;
  const plan = planCommand(settings, platform, env);
  if (!plan.ok) return undefined;

  const { launch, timeoutMs, intervalMs } = plan.value;
  const every = ports.every ?? everyUnref;
  const run = ports.run ?? runCommand;
  const stopping = new AbortController();
  let state = RUNNER_OFF;
  let stopInterval: (() => void) | undefined;

  const send = (input: RunnerInput): void => {
    const [next, effects] = transition(state, input);
    state = next;
    for (const effect of effects) perform(effect);
  };

  const begin = async (event: ExtensionEvent): Promise<void> => {
    let outcome: RunOutcome;
    try {
      const context = ports.context();
      const stdin = stdinLine(event, context, options.version);
      const { signal } = stopping;
      outcome = await run({ launch, stdin, cwd: context.cwd, env, timeoutMs, platform, signal });
    } catch (error) {
      outcome = { kind: "failed", reason: `the run stopped: ${error}` };
    }
    send({ kind: "settled", outcome });
  };

  const perform = (effect: RunnerEffect): void => {
    switch (effect.kind) {
      case "run":
        void begin(effect.event);
        return;
      case "show":
        ports.show(effect.output);
        return;
      case "start-interval":
        if (intervalMs === undefined) return;
        stopInterval = every(intervalMs, () => send({ kind: "trigger", event: "interval" }));
        return;
      case "stop-interval":
        stopInterval?.();
        stopInterval = undefined;
        return;
      case "kill":
        stopping.abort();
        return;
      default:
        effect satisfies never;
    }
  };

  return {
    start: () => send({ kind: "start" }),
    trigger: (event) => send({ kind: "trigger", event }),
    pause: () => send({ kind: "pause" }),
    resume: () => send({ kind: "start" }),
    dispose: () => send({ kind: "dispose" }),
    output: () => state.output,
  };
}

/** What of the host's state decides about events. */
export interface Moment {
  readonly cwd: string;
  readonly sessionId?: string;
  /** A turn is running. */
  readonly busy: boolean;
}

/** What happened between two moments; if several things did, the first that changes the context. */
export function eventBetween(before: Moment, after: Moment): ExtensionEvent | undefined {
  if (before.cwd !== after.cwd) return "workspace-change";
  if (before.sessionId !== after.sessionId) return "session-change";
  return before.busy && !after.busy ? "turn-end" : undefined;
}

function everyUnref(periodMs: number, tick: () => void): () => void {
  const timer = setInterval(tick, periodMs);
  timer.unref();
  return () => clearInterval(timer);
}
