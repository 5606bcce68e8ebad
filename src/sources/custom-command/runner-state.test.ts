import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { EXTENSION_EVENTS, type ExtensionEvent } from "../../wire/extension/message.ts";
import {
  RUNNER_OFF,
  type RunnerEffect,
  type RunnerInput,
  type RunnerState,
  transition,
} from "./runner-state.ts";

const START: RunnerInput = { kind: "start" };
const PAUSE: RunnerInput = { kind: "pause" };
const DISPOSE: RunnerInput = { kind: "dispose" };
const FAILED: RunnerInput = { kind: "settled", outcome: { kind: "failed", reason: "x" } };
const on = (event: ExtensionEvent): RunnerInput => ({ kind: "trigger", event });
const printed = (stdout: string): RunnerInput => ({
  kind: "settled",
  outcome: { kind: "printed", stdout },
});

function play(inputs: readonly RunnerInput[], from: RunnerState = RUNNER_OFF) {
  let state = from;
  const effects: RunnerEffect[] = [];
  for (const input of inputs) {
    const [next, todo] = transition(state, input);
    state = next;
    effects.push(...todo);
  }
  return { state, effects, words: effects.map(word) };
}

function word(effect: RunnerEffect): string {
  if (effect.kind === "run") return `run ${effect.event}`;
  return effect.kind === "show" ? `show ${effect.output ?? "nothing"}` : effect.kind;
}

describe("runner transitions", () => {
  test("start: interval and a run with startup; a second start does nothing", () => {
    expect(play([START, START]).words).toEqual(["start-interval", "run startup"]);
  });

  test("triggers before start and after dispose: nothing", () => {
    expect(play([on("turn-end"), DISPOSE, START, on("interval")]).words).toEqual(["stop-interval"]);
  });

  test("triggers during a run: one more run, with the latest event", () => {
    const { words } = play([
      START,
      on("turn-end"),
      on("interval"),
      on("turn-end"),
      on("interval"),
      FAILED,
      FAILED,
    ]);
    expect(words).toEqual(["start-interval", "run startup", "run interval"]);
  });

  test("success, then failure: the output stays and nothing is drawn again", () => {
    const { words, state } = play([START, printed("a"), on("turn-end"), FAILED]);
    expect(words).toEqual(["start-interval", "run startup", "show a", "run turn-end"]);
    expect(state.output).toBe("a");
  });

  test("success with nothing printed: shown as empty, which is not none", () => {
    const { words, state } = play([START, printed("a"), on("interval"), printed("")]);
    expect(words.at(-1)).toBe("show ");
    expect(state.output).toBe("");
  });

  for (const event of ["session-change", "workspace-change"] as const) {
    test(`${event} when idle: cleared first, then run`, () => {
      const { words, state } = play([START, printed("a"), on(event)]);
      expect(words.slice(3)).toEqual(["show nothing", `run ${event}`]);
      expect(state.output).toBeUndefined();
    });

    test(`${event} during a run: its result is dropped, that of the next run is taken`, () => {
      const { words, state } = play([START, on(event), printed("old"), printed("new")]);
      expect(words.slice(2)).toEqual([`run ${event}`, "show new"]);
      expect(state.output).toBe("new");
    });
  }

  test("an interval after a change during a run: still drops the old result", () => {
    const { words } = play([START, on("session-change"), on("interval"), printed("old")]);
    expect(words).toEqual(["start-interval", "run startup", "run interval"]);
  });

  test("pause: output and waiting event gone, interval stopped, late result dropped", () => {
    const { words, state } = play([
      START,
      printed("a"),
      on("turn-end"),
      on("interval"),
      PAUSE,
      printed("late"),
      on("turn-end"),
    ]);
    expect(words.slice(3)).toEqual(["run turn-end", "stop-interval", "show nothing"]);
    expect(state.output).toBeUndefined();
  });

  test("resume while the old run goes on: waits for it, then startup", () => {
    const { words, state } = play([START, PAUSE, START, printed("old"), printed("new")]);
    expect(words.slice(2)).toEqual(["stop-interval", "start-interval", "run startup", "show new"]);
    expect(state.output).toBe("new");
  });

  test("dispose: kills the run under way and forgets all", () => {
    expect(play([START, on("turn-end"), DISPOSE, printed("late")]).words).toEqual([
      "start-interval",
      "run startup",
      "stop-interval",
      "kill",
    ]);
  });

  test("any inputs: never two runs at once, never output of an old generation", () => {
    const input = fc.oneof(
      fc.constantFrom(...EXTENSION_EVENTS).map(on),
      fc.constantFrom(START, PAUSE, FAILED),
      fc.constantFrom("a", "b", "").map(printed),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 60 }), (inputs) => {
        let state = RUNNER_OFF;
        let running = false;
        for (const each of inputs) {
          if (each.kind === "settled") {
            if (!running) continue;
            running = false;
          }
          const [next, effects] = transition(state, each);
          for (const effect of effects) {
            if (effect.kind !== "run") continue;
            expect(running).toBe(false);
            running = true;
          }
          if (each.kind === "trigger" && /change/.test(each.event)) {
            expect(next.output).toBeUndefined();
          }
          expect(next.running !== undefined).toBe(running);
          state = next;
        }
      }),
    );
  });
});
