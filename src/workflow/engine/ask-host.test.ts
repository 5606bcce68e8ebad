import { describe, expect, test } from "bun:test";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";
import { askHost } from "./ask-host.ts";

const COMMAND = { run: "x" };
const fail = (): never => {
  throw new Error("no luck");
};

// covers: smllm-embed-host
describe("a host whose methods throw", () => {
  test("each method: a failed guard, action, read or match that names it", () => {
    const host = askHost({
      check: fail,
      run: fail,
      read: fail,
      isMatch: fail,
      now: fail,
      random: fail,
    });
    expect(host.check(COMMAND, {}, "/")).toEqual({
      passed: false,
      detail: "host method check failed: no luck",
    });
    expect(host.run(COMMAND, {}, "/")).toBe("host method run failed: no luck");
    expect(host.read("/f")).toEqual({ kind: "failed", why: "host method read failed: no luck" });
    expect(host.matches("p", "v")).toEqual({
      found: false,
      fault: "host method isMatch failed: no luck",
    });
    expect(host.nowMs()).toBeGreaterThan(Date.UTC(2024, 0));
    expect(host.random()).toBeWithin(0, 2 ** 32);
    expect(askHost({ check: () => true, supports: fail }).check(COMMAND, {}, "/").passed).toBe(
      false,
    );
  });

  test("in a machine: the event goes on, and its text names the methods", () => {
    const world = createWorkflowWorld(
      machineOf(`
id: m
initial: A
meta: { smllm: 1 }
states:
  A:
    on:
      go:
        - guard: { type: command, params: { run: ask } }
          target: C
        - target: B
  B:
    entry: [{ type: command, params: { run: do } }, { type: prompt, params: { file: told.md } }]
    on: { end: C }
  C: { type: final }
`),
    );
    Object.assign(world.host, { check: fail, run: fail, read: fail });
    world.start("a");
    world.fire("a", "enter", { stateMachine: "m" });
    const { ok, text, location } = world.fire("a", "go");
    expect({ ok, state: location.state }).toEqual({ ok: true, state: "B" });
    expect(text).toContain("Guard: command `ask` → false (host method check failed: no luck)");
    expect(text).toContain("Action failed: B entry[0] command: host method run failed: no luck");
    expect(text).toContain("Prompt failed: /m/told.md: host method read failed: no luck");
  });
});

describe("a host that lacks methods or answers oddly", () => {
  test("no commands, or a kind that is not supported: guards fail, actions fail with a reason", () => {
    for (const host of [{}, { check: () => true, run: () => "", supports: () => false }]) {
      const asked = askHost(host);
      expect(asked.check(COMMAND, {}, "/").passed).toBe(false);
      expect(asked.run(COMMAND, {}, "/")).not.toBe("");
    }
  });

  test("no reader: optional prompts are silently absent", () => {
    expect(askHost({}).read("/f")).toEqual({ kind: "missing" });
  });

  test("promises and other values in place of answers: failed, never passed", () => {
    const odd = (value: unknown) => {
      const method = (() => value) as () => never;
      return askHost({ check: method, run: method, read: method, isMatch: method, random: method });
    };
    for (const value of [Promise.resolve(true), 1, "true", null, {}, [], { passed: 1 }]) {
      expect(odd(value).check(COMMAND, {}, "/").passed).toBe(false);
      expect(odd(value).matches("p", "v").found).toBe(false);
      expect(odd(value).random()).toBeWithin(0, 2 ** 32);
    }
    expect(odd(Promise.resolve("")).run(COMMAND, {}, "/")).toContain("run");
    expect(odd(Promise.resolve("")).read("/f").kind).toBe("failed");
    expect(odd(undefined).run(COMMAND, {}, "/")).toBe("");
    expect(odd({ passed: true, detail: 7 }).check(COMMAND, {}, "/")).toEqual({ passed: true });
  });

  test("no isMatch: a search without flags; a pattern that is none: a fault", () => {
    const host = askHost({});
    expect(host.matches("b+", "abbc")).toEqual({ found: true });
    expect(host.matches("^b", "abbc")).toEqual({ found: false });
    expect(host.matches("(", "x").fault).toContain("isMatch");
  });
});
