import { describe, expect, test } from "bun:test";
import { fakeTimers } from "../../testing/fake-timers.ts";
import { createDetector } from "./detect.ts";
import { createEmitter, type EmitterOptions, emitterMode } from "./emitter.ts";
import type { ReportInput } from "./encode.ts";
import { ALL_CAPABILITIES, LIMITS } from "./message.ts";
import { parseBodyText } from "./parse.ts";

const utf8 = new TextEncoder();

/** An emitter with what it wrote; bodies without frame, texts readable. */
function emitting(mode: EmitterOptions["mode"] = "on", options: Partial<EmitterOptions> = {}) {
  const timers = fakeTimers();
  const writes: string[] = [];
  const { nowMs, schedule } = timers;
  const write = (sequence: string) => void writes.push(sequence);
  const emitter = createEmitter({ write, nowMs, schedule, mode, ...options });
  return { emitter, writes, timers, said: () => writes.map(spoken) };
}

/** `state=working:msg=aGk=` in its frame as `working msg=hi`. */
function spoken(sequence: string): string {
  const body = sequence.slice("\x1b]7501;".length, -"\x1b\\".length);
  const event = parseBodyText(body);
  if (event.event === "clear") return event.id === "" ? "clear" : `clear ${event.id}`;
  if (event.event !== "report") return event.event;
  const { id, state, kind, msg } = event.record;
  return [id, state, kind, msg].filter((part) => part !== undefined && part !== "").join(" ");
}

const working = (msg: string, id?: string): ReportInput => ({ state: "working", msg, id });

describe("detection and the emitter together", () => {
  function start(when: "auto" | "on" | "off", isInsideTmux: boolean) {
    const { emitter, writes, timers, said } = emitting(emitterMode(when, isInsideTmux));
    const detector = createDetector();
    if (emitter.mode() === "probing") writes.push(detector.start(timers.nowMs()));
    const type = (input: string) => {
      const { output, verdict, capabilities } = detector.feed(utf8.encode(input), timers.nowMs());
      if (verdict === "supported") emitter.supported(capabilities);
      if (verdict === "unsupported") emitter.unsupported();
      return new TextDecoder().decode(output);
    };
    return { emitter, writes, timers, said, type };
  }
  const QUESTION = "\x1b]7501;?\x1b\\\x1b[c";

  // covers: osc7501-emit-probing
  test("OSC-15, a report before the reply: the question, then one report; answers swallowed", () => {
    const { emitter, writes, type } = start("auto", false);
    expect(emitter.report({ state: "idle" })).toEqual({ ok: true, value: "kept" });
    expect(type("\x1b]7501;?\x1b\\")).toBe("");
    expect(type("\x1b[?62c")).toBe("");
    expect(writes).toEqual([QUESTION, "\x1b]7501;state=idle\x1b\\"]);
  });

  test("OSC-16, DA1 first: the question alone, answers swallowed, the letter is not", () => {
    const { emitter, writes, type } = start("auto", false);
    expect(type("\x1b[?62ca")).toBe("a");
    expect(type("\x1b]7501;?\x1b\\")).toBe("");
    expect(emitter.report(working("x"))).toEqual({ ok: true, value: "off" });
    expect(writes).toEqual([QUESTION]);
  });

  test("OSC-17, the reply after 299 ms: written; after 300 ms: not, and swallowed", () => {
    for (const [atMs, count] of [
      [299, 2],
      [300, 1],
    ] as const) {
      const { emitter, writes, timers, type } = start("auto", false);
      emitter.report({ state: "idle" });
      timers.advanceTo(atMs);
      expect(type("\x1b]7501;?\x07")).toBe("");
      expect(writes).toHaveLength(count);
    }
  });

  // covers: osc7501-emit-gate
  test.each([
    ["auto", true],
    ["off", false],
    ["off", true],
  ] as const)("OSC-19, %s with tmux %p: nothing, not even the question", (when, isInsideTmux) => {
    const { emitter, writes } = start(when, isInsideTmux);
    expect(emitter.report(working("x"))).toEqual({ ok: true, value: "off" });
    expect(emitter.clear()).toEqual({ ok: true, value: "off" });
    emitter.supported();
    emitter.resume();
    expect(emitter.teardown()).toEqual({ ok: true, value: "off" });
    expect(writes).toEqual([]);
  });

  test("on inside tmux: reports without a question", () => {
    const { emitter, said } = start("on", true);
    emitter.report({ state: "idle" });
    expect(said()).toEqual(["idle"]);
  });
});

describe("what is written", () => {
  // covers: osc7501-emit-repeat
  test("OSC-20, idle twice, then working: two writes", () => {
    const { emitter, said } = emitting();
    expect(emitter.report({ state: "idle" })).toEqual({ ok: true, value: "written" });
    expect(emitter.report({ state: "idle" })).toEqual({ ok: true, value: "unchanged" });
    emitter.report(working("Thinking"));
    expect(said()).toEqual(["idle", "working Thinking"]);
  });

  // covers: osc7501-emit-coalesce
  test("OSC-21, three messages within 500 ms: the first at once, the last at 500, not the second", () => {
    const { emitter, said, timers } = emitting();
    emitter.report(working("a"));
    timers.advanceTo(100);
    expect(emitter.report(working("b"))).toEqual({ ok: true, value: "delayed" });
    timers.advanceTo(200);
    emitter.report(working("c"));
    timers.advanceTo(499);
    expect(said()).toEqual(["working a"]);
    timers.advanceTo(500);
    expect(said()).toEqual(["working a", "working c"]);
    expect(timers.waiting()).toBe(0);
    timers.advanceTo(999);
    expect(emitter.report(working("d"))).toEqual({ ok: true, value: "delayed" });
    timers.advanceTo(1_000);
    expect(said().at(-1)).toBe("working d");
  });

  test("a message that goes back to what is shown: the delayed one is dropped", () => {
    const { emitter, said, timers } = emitting();
    for (const msg of ["a", "b", "a"]) emitter.report(working(msg));
    timers.advanceTo(10_000);
    expect(said()).toEqual(["working a"]);
  });

  test("records beside each other: each has its own pace", () => {
    const { emitter, said } = emitting();
    for (const id of ["a", "b", undefined]) emitter.report(working("x", id));
    expect(said()).toEqual(["a working x", "b working x", "working x"]);
  });

  // covers: osc7501-emit-at-once
  test("OSC-23, another kind within 10 ms: written at once, the delayed message is not", () => {
    const { emitter, said, timers } = emitting();
    emitter.report({ state: "blocked", kind: "permission", msg: "1" });
    timers.advanceTo(5);
    emitter.report({ state: "blocked", kind: "permission", msg: "2" });
    timers.advanceTo(10);
    emitter.report({ state: "blocked", kind: "question", msg: "3" });
    timers.advanceTo(10_000);
    expect(said()).toEqual(["blocked permission 1", "blocked question 3"]);
  });

  // covers: osc7501-emit-clear
  test("OSC-24, clear of everything: the same report is written again", () => {
    const { emitter, said } = emitting();
    emitter.report(working("x", "task"));
    emitter.report({ state: "done" });
    emitter.clear();
    emitter.report({ state: "done" });
    expect(said()).toEqual(["task working x", "done", "clear", "done"]);
  });

  test("OSC-25, clear of a parent: one clear, its children are forgotten, delayed ones too", () => {
    const { emitter, said, timers } = emitting();
    for (const id of ["task/a", "task/b", "tasks"]) emitter.report(working("x", id));
    emitter.report(working("y", "task/a"));
    emitter.report({ state: "clear", id: "task" });
    timers.advanceTo(10_000);
    for (const id of ["task/a", "task/b", "tasks"]) emitter.report(working("x", id));
    expect(said().slice(3)).toEqual(["clear task", "task/a working x", "task/b working x"]);
  });

  test("a state that lasts for a day: said once, there is no heartbeat", () => {
    const { emitter, said, timers } = emitting();
    emitter.report(working("a long task"));
    emitter.report(working("a very long task"));
    timers.advanceTo(24 * 3_600_000);
    expect(said()).toEqual(["working a long task", "working a very long task"]);
    expect(timers.waiting()).toBe(0);
  });

  test("a clock that is set back: the report is not held for as long", () => {
    const { writes } = emitting();
    let nowMs = 1e9;
    const emitter = createEmitter({
      write: (sequence) => void writes.push(sequence),
      nowMs: () => nowMs,
      schedule: () => expect.unreachable("nothing to wait for"),
      mode: "on",
    });
    emitter.report(working("a"));
    nowMs = 0;
    expect(emitter.report(working("b"))).toEqual({ ok: true, value: "written" });
  });

  test("a report or clear that no terminal could read: the reason, nothing is written", () => {
    const { emitter, writes } = emitting();
    expect(emitter.report({ state: "busy" })).toMatchObject({ ok: false });
    expect(emitter.report(working("x", "a//b"))).toMatchObject({ ok: false });
    expect(emitter.clear("a//b")).toMatchObject({ ok: false });
    expect(emitter.clear("")).toMatchObject({ ok: false });
    expect(writes).toEqual([]);
  });

  test("an object that the caller changes later: the report as it was", () => {
    const { emitter, said, timers } = emitting();
    emitter.report(working("a"));
    const input = { state: "working", msg: "b" };
    emitter.report(input);
    input.msg = "c";
    timers.advanceTo(500);
    expect(said()).toEqual(["working a", "working b"]);
  });
});

// covers: osc7501-emit-capabilities
describe("a terminal that does not take everything", () => {
  const capabilities = { states: ["working", "blocked"], kinds: ["auth"] } as const;

  test("a kind that is not listed: left out, and so no change of kind", () => {
    const { emitter, said, timers } = emitting("probing");
    emitter.supported(capabilities);
    emitter.report({ state: "blocked", kind: "auth", msg: "1" });
    emitter.report({ state: "blocked", kind: "permission", msg: "2" });
    emitter.report({ state: "blocked", kind: "question", msg: "3" });
    timers.advanceTo(500);
    expect(said()).toEqual(["blocked auth 1", "blocked 2", "blocked 3"]);
  });

  test("a state that is not listed: nothing, not even what waited before it", () => {
    const { emitter, said, timers } = emitting("on", { capabilities });
    emitter.report(working("a"));
    emitter.report(working("b"));
    expect(emitter.report({ state: "done" })).toEqual({ ok: true, value: "not-accepted" });
    timers.advanceTo(10_000);
    expect(said()).toEqual(["working a"]);
    emitter.clear();
    expect(said().at(-1)).toBe("clear");
  });
});

describe("before the verdict", () => {
  test("several reports: the latest of each record, in the order of their last change", () => {
    const { emitter, said } = emitting("probing");
    emitter.report(working("1"));
    emitter.report(working("x", "a"));
    emitter.report(working("y", "a/b"));
    emitter.report(working("2"));
    emitter.clear("a/b");
    emitter.report({ state: "done", id: "a/b" });
    emitter.supported();
    expect(said()).toEqual(["clear a/b", "a working x", "working 2", "a/b done"]);
  });

  test("supported twice: nothing is written twice", () => {
    const { emitter, said } = emitting("probing");
    emitter.report({ state: "idle" });
    emitter.supported();
    emitter.supported(ALL_CAPABILITIES);
    expect(said()).toEqual(["idle"]);
    emitter.unsupported();
    expect(emitter.mode()).toBe("on");
  });
});

// covers: osc7501-emit-suspend
describe("suspend and resume", () => {
  test("working, blocked and idle: written again; done and error: only if new", () => {
    const { emitter, said, writes } = emitting();
    for (const state of ["working", "blocked", "idle", "done", "error"])
      emitter.report({ state, id: state });
    writes.length = 0;
    emitter.suspend();
    expect(emitter.report({ state: "error", id: "late" })).toEqual({ ok: true, value: "kept" });
    emitter.report({ state: "done", id: "working" });
    emitter.clear("error");
    expect(writes).toEqual([]);
    emitter.resume();
    expect(said()).toEqual([
      "clear error",
      "blocked blocked",
      "idle idle",
      "late error",
      "working done",
    ]);
  });

  test("a delayed message at the moment of the stop: the newest comes with resume, once", () => {
    const { emitter, said, timers } = emitting();
    emitter.report(working("a"));
    emitter.report(working("b"));
    emitter.suspend();
    timers.advanceTo(600);
    emitter.resume();
    timers.advanceTo(5_000);
    expect(said()).toEqual(["working a", "working b"]);
  });

  test("resume without suspend, as after a stop that was not seen: written again", () => {
    const { emitter, said } = emitting();
    emitter.report(working("a"));
    emitter.resume();
    expect(said()).toEqual(["working a", "working a"]);
  });

  test("support becomes known while suspended: written at resume", () => {
    const { emitter, said } = emitting("probing");
    emitter.report({ state: "idle" });
    emitter.suspend();
    emitter.supported();
    expect(said()).toEqual([]);
    emitter.resume();
    expect(said()).toEqual(["idle"]);
  });
});

// covers: osc7501-emit-teardown
describe("teardown", () => {
  test("a clear once, then nothing more ever", () => {
    const { emitter, said, timers } = emitting();
    emitter.report(working("a"));
    emitter.report(working("b"));
    expect(emitter.teardown()).toEqual({ ok: true, value: "written" });
    timers.advanceTo(10_000);
    expect(emitter.report({ state: "done" })).toEqual({ ok: true, value: "ended" });
    expect(emitter.clear()).toEqual({ ok: true, value: "ended" });
    expect(emitter.teardown()).toEqual({ ok: true, value: "ended" });
    emitter.suspend();
    emitter.resume();
    emitter.supported();
    expect(said()).toEqual(["working a", "clear"]);
    expect(timers.waiting()).toBe(0);
  });

  test("with an id: only that and what is beneath it", () => {
    const { emitter, said } = emitting();
    emitter.report(working("a", "mine/x"));
    emitter.teardown("mine");
    expect(said().at(-1)).toBe("clear mine");
  });

  // covers: osc7501-clear-empty
  test.each(["", "a b"])(
    "with %p, which names no record: refused, and it may be called again",
    (id) => {
      for (const mode of ["on", "probing", "off"] as const) {
        const { emitter, said } = emitting(mode);
        emitter.report(working("a"));
        const before = said();
        expect(emitter.teardown(id)).toEqual({ ok: false, reason: expect.stringMatching(/^id /) });
        expect(said()).toEqual(before);
        expect(emitter.teardown().ok).toBe(true);
        expect(said()).toEqual(mode === "on" ? [...before, "clear"] : before);
        expect(emitter.teardown(id)).toEqual({ ok: true, value: "ended" });
      }
    },
  );

  test("while probing: nothing, also when the reply comes afterwards", () => {
    const { emitter, writes } = emitting("probing");
    emitter.report({ state: "idle" });
    emitter.teardown();
    emitter.supported();
    expect(writes).toEqual([]);
  });

  test("while suspended: the clear all the same", () => {
    const { emitter, said } = emitting();
    emitter.suspend();
    emitter.teardown();
    expect(said()).toEqual(["clear"]);
  });
});

// covers: osc7501-emit-bounded, osc7501-emit-faithful
test("more records than a terminal keeps: one that it has dropped is written again", () => {
  const { emitter, said } = emitting();
  for (let at = 0; at < LIMITS.records; at++) emitter.report(working("a", `n${at}`));
  // The terminal is not told, so that this one stays the first that it drops.
  expect(emitter.report(working("a", "n0"))).toEqual({ ok: true, value: "unchanged" });
  emitter.report(working("a", "late"));
  emitter.report(working("a", "n0"));
  expect(emitter.report(working("a", "n255"))).toEqual({ ok: true, value: "unchanged" });
  expect(said().slice(LIMITS.records)).toEqual(["late working a", "n0 working a"]);
});

// covers: osc7501-emit-bounded
test("a thousand records: as many are remembered as a terminal keeps, and no timer is left behind", () => {
  const { emitter, said, timers } = emitting();
  for (let at = 0; at < 1_000; at++) {
    emitter.report(working("a", `n${at}`));
    emitter.report(working("b", `n${at}`));
  }
  expect(timers.waiting()).toBe(LIMITS.records);
  emitter.suspend();
  for (let at = 0; at < 1_000; at++) emitter.clear(`m${at}`);
  emitter.resume();
  expect(said().filter((line) => line.startsWith("clear"))).toHaveLength(LIMITS.records);
});
