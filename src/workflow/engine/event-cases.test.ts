/** Events with guards, refs and actions, and the order in which all of it is told. */
import { describe, expect, test } from "bun:test";
import { fixtureMachine, smallMachine } from "../../testing/workflow-machines.ts";
import {
  createWorkflowWorld,
  machineOf,
  SESSION_CWD,
  type WorkflowWorld,
} from "../../testing/workflow-world.ts";

const gate = fixtureMachine("gate");
const fix = fixtureMachine("fix");
const PROBE = 'test -s "$SMLLM_REF"';

/** A world of `gate` with a note without its ref; the file that its guard looks for is not there. */
function gateWorld(): WorkflowWorld {
  const world = createWorkflowWorld(gate);
  world.guards.set(PROBE, false);
  world.start("a");
  world.fire("a", "enter", { stateMachine: "gate" });
  return world;
}

// covers: smllm-engine-setref
describe("B2, the ref of a note", () => {
  test("missing, misshapen, right, again, another: only the right one is set, and once", () => {
    const world = gateWorld();
    expect(world.fire("a", "named")).toMatchObject({
      ok: false,
      text: expect.stringContaining("notePath"),
    });
    const misshapen = world.fire("a", "named", { notePath: "BAD" });
    expect(misshapen).toMatchObject({ ok: false, text: expect.stringContaining("^[a-z]+\\.txt$") });
    expect(world.fire("a", "named", { notePath: "memo.txt" })).toMatchObject({
      ok: true,
      location: { ref: "memo.txt" },
    });
    expect(world.row("a")).toBe("smllm gate › WRITE · note memo.txt");
    expect(world.fire("a", "named", { notePath: "memo.txt" }).ok).toBe(true);
    const { version } = world.instance("gate", "memo.txt");
    const other = world.fire("a", "named", { notePath: "other.txt" });
    expect(other).toMatchObject({ ok: false, text: expect.stringContaining("memo.txt") });
    expect(world.instance("gate", "memo.txt")).toMatchObject({ version, visits: { WRITE: 1 } });
  });

  test("the ref of another note: rejected, and so is the id of another", () => {
    const world = gateWorld();
    world.fire("a", "named", { notePath: "memo.txt" });
    world.start("b");
    const { location } = world.fire("b", "enter", { stateMachine: "gate" });
    expect(world.fire("b", "named", { notePath: "memo.txt" }).ok).toBe(false);
    expect(world.instance("gate", location.instance ?? "").ref).toBeNull();

    const anyRef = smallMachine([
      "A: { on: { named: { actions: setRef } } }",
      "B: { type: final }",
    ]);
    world.configure([anyRef]);
    const first = world.fire("b", "enter", { stateMachine: "m" });
    expect(first.ok).toBe(true);
    world.start("c");
    world.fire("c", "enter", { stateMachine: "m" });
    const taken = world.fire("c", "named", { ref: first.location.instance ?? "" });
    expect(taken).toMatchObject({ ok: false, text: expect.stringContaining("belongs to another") });
    expect(world.fire("c", "named", { ref: "free" }).ok).toBe(true);
  });
});

// covers: smllm-engine-always, smllm-engine-visits-guard, smllm-text-guards, smllm-text-arrival
test("B3, an always state: passed, its guards shown, and a third visit leads elsewhere", () => {
  const world = gateWorld();
  world.fire("a", "named", { notePath: "memo.txt" });
  const first = world.fire("a", "submit").text;
  expect(first).toContain("gate › WRITE (visit 2) · note memo.txt");
  expect(first).toContain("Arrived by: submit from WRITE via PROBE");
  expect(first).toContain(`Guard: command \`${PROBE}\` → false`);
  expect(first).toContain("Guard: visits WRITE ≥ 3 → false (visits: 1)");
  expect(world.fire("a", "submit").text).toContain("WRITE (visit 3)");
  const third = world.fire("a", "submit").text;
  expect(third).toContain("Guard: visits WRITE ≥ 3 → true (visits: 3)");
  expect(world.row("a")).toBe("smllm gate › STUCK · note memo.txt");
  world.fire("a", "unstuck");
  expect(world.row("a")).toBe("smllm gate › WRITE (visit 4) · note memo.txt");
  const { id } = world.instance("gate", "memo.txt");
  expect(world.store.history("gate", id)[2]?.trace).toEqual([
    `Guard: command \`${PROBE}\` → false`,
    "Guard: visits WRITE ≥ 3 → false (visits: 1)",
    "Passed through: PROBE",
  ]);
});

// covers: smllm-engine-first-passing
test("B4, a guard that passes: done, the idle list, and no later guard was asked", () => {
  const world = gateWorld();
  world.fire("a", "named", { notePath: "memo.txt" });
  world.guards.set(PROBE, true);
  const { ok, text, location } = world.fire("a", "submit");
  expect(ok).toBe(true);
  expect(text).toMatch(/Done: note "memo.txt" is completed[\s\S]*State machines:/);
  expect(text).not.toContain("Guard: visits");
  expect(location).toEqual({ machine: null, state: null, instance: null, ref: null });
  expect(world.row("a")).toBe("smllm idle");
  expect(world.instance("gate", "memo.txt").status).toBe("completed");
});

test("B6, the menu of a stop: guidance, parameters with the words of the state", () => {
  const world = createWorkflowWorld(fix);
  const key = world.start("a");
  world.fire("a", "enter", { stateMachine: "fix", state: "CHECKUP" });
  const decision = world.engine().stop(key);
  expect(decision).toMatchObject({ decision: "block" });
  const lines = "text" in decision ? decision.text.split("\n") : [];
  const at = lines.indexOf("- redo — The look-over found a gap.");
  expect(lines.slice(at + 1, at + 3)).toEqual([
    "    why (required): Which point of the list.",
    "    size (optional, one of: small, large)",
  ]);
});

// covers: smllm-engine-action-fails, smllm-text-failures
test("B7, a command that fails: the next of its list is left out, prompts are told, the state is reached", () => {
  const machine = smallMachine([
    "A: { on: { go: { target: B, actions: [{ type: command, params: { run: exit 3 } }, { type: command, params: { run: touch ran } }, { type: prompt, params: { text: Tell. } }] } } }",
    "B: { entry: { type: command, params: { run: later } }, on: { end: C } }",
    "C: { type: final }",
  ]);
  const world = createWorkflowWorld(machine);
  world.failures.set("exit 3", "exited 3");
  world.start("a");
  world.fire("a", "enter", { stateMachine: "m" });
  const { ok, text } = world.fire("a", "go");
  expect(ok).toBe(true);
  expect(text).toContain("m › B");
  expect(text).toContain("Action failed: A transition actions[0] command: exited 3");
  expect(text).toContain("<instructions>\nTell.\n</instructions>");
  expect(world.ran.map(({ run }) => run)).toEqual(["exit 3", "later"]);
});

const COMMANDS = machineOf(`
id: m
initial: A
meta:
  smllm: 1
  events:
    redo:
      params: { type: object, properties: { why: { type: string }, issueId: { type: string } } }
states:
  A:
    exit: { type: command, params: { run: leave } }
    on:
      redo:
        - guard: { type: command, params: { run: [ask, $SMLLM_REF] } }
          target: B
          actions: { type: command, params: { run: note, cwd: sub } }
        - target: C
  B:
    entry: { type: command, params: { run: come } }
    on: { end: C }
  C: { type: final }
`);

// covers: smllm-run-names
test("B8, commands: values come as variables and the command stays as the author wrote it", () => {
  const world = createWorkflowWorld(COMMANDS);
  const key = world.start("a");
  world.fire("a", "enter", { stateMachine: "m", ref: "R-1" });
  const { id } = world.instance("m", "R-1");
  world.fire("a", "redo", { issueId: "7", why: "$(touch pwned)" });
  const shared = {
    SMLLM_SESSION: key,
    SMLLM_MACHINE: "m",
    SMLLM_EVENT: "redo",
    SMLLM_INSTANCE: id,
    SMLLM_REF: "R-1",
    SMLLM_PARAM_WHY: "$(touch pwned)",
    SMLLM_PARAM_ISSUE_ID: "7",
  };
  const between = { SMLLM_FROM: "A", SMLLM_TO: "B" };
  expect(world.ran).toEqual([
    {
      how: "check",
      run: ["ask", "$SMLLM_REF"],
      cwd: SESSION_CWD,
      env: { ...shared, SMLLM_STATE: "A" },
    },
    {
      how: "run",
      run: "leave",
      cwd: SESSION_CWD,
      env: { ...shared, ...between, SMLLM_STATE: "A" },
    },
    { how: "run", run: "note", cwd: "/m/sub", env: { ...shared, ...between, SMLLM_STATE: "A" } },
    { how: "run", run: "come", cwd: SESSION_CWD, env: { ...shared, ...between, SMLLM_STATE: "B" } },
  ]);
});

// covers: smllm-engine-order
test("B10, prompts of exit, transition, shared before, entry, shared after: in one section, in that order", () => {
  const machine = smallMachine(
    [
      "A: { exit: { type: prompt, params: { text: one } }, on: { go: { target: B, actions: { type: prompt, params: { text: two } } } } }",
      'B: { entry: { type: prompt, params: { text: "four \\n\\n" } }, on: { end: C } }',
      "C: { type: final }",
    ],
    "smllm: 1, sharedActions: [{ states: [B], position: before, entry: { type: prompt, params: { text: three } } }, { states: [B], position: after, entry: { type: prompt, params: { text: five } } }]",
  );
  const world = createWorkflowWorld(machine);
  world.start("a");
  world.fire("a", "enter", { stateMachine: "m" });
  const { text } = world.fire("a", "go");
  expect(text).toContain(
    "<instructions>\none\n\ntwo\n\nthree\n\nfour\n\nfive\n</instructions>\n</smllm>",
  );
});

describe("what the text of a transition is not", () => {
  // covers: smllm-text-no-menu
  test("a transition and a yield: no menu; a yield no instructions either", () => {
    const world = createWorkflowWorld(fix);
    world.start("a");
    expect(world.fire("a", "enter", { stateMachine: "fix" }).text).not.toContain("<events>");
    expect(world.fire("a", "ready").text).not.toContain("<events>");
    const { text } = world.fire("a", "yield", { note: "n" });
    expect(text).not.toContain("<events>");
    expect(text).not.toContain("<instructions>");
    expect(text).toMatch(/CHECKUP.*turn/);
  });

  // covers: smllm-engine-rejected, smllm-text-rejection
  test("a rejection: error and menu, no instructions, no params, nothing written", () => {
    const world = createWorkflowWorld(fix);
    world.start("a");
    world.fire("a", "enter", { stateMachine: "fix", state: "CHECKUP" });
    const before = world.saved.length;
    for (const [event, params] of [
      ["bogus", {}],
      ["redo", { why: "x", other: "y" }],
      ["redo", {}],
      ["redo", { why: "x", size: "huge" }],
      ["ship", { why: "x" }],
      ["enter", { stateMachine: "fix" }],
      ["resume", {}],
      ["listPaused", {}],
    ] as const) {
      const { ok, text, location } = world.fire("a", event, params);
      expect({ event, ok, location: location.state }).toEqual({
        event,
        ok: false,
        location: "CHECKUP",
      });
      expect(text).toMatch(/\nerror: [\s\S]*\n<events>\n- redo/);
      expect(text).not.toMatch(/<instructions>|Params:/);
    }
    expect(world.saved.length).toBe(before);
  });

  test("no guard that passes: rejected with the guards, nothing written", () => {
    const machine = smallMachine(["A: { on: { go: B } }", "B: { type: final }"]);
    const guard = { kind: "command", command: { run: "no" } } as const;
    const world = createWorkflowWorld({
      ...machine,
      states: machine.states.map((state) => ({
        ...state,
        on: state.on.map(({ event }) => ({
          event,
          transitions: [{ target: "B", guard, actions: [], reenter: false }],
        })),
      })),
    });
    world.guards.set("no", { passed: false, detail: "timed out after 60s" });
    world.start("a");
    world.fire("a", "enter", { stateMachine: "m" });
    const before = world.saved.length;
    const { ok, text } = world.fire("a", "go");
    expect(ok).toBe(false);
    expect(text).toContain("Guard: command `no` → false (timed out after 60s)\nerror: ");
    expect(world.saved.length).toBe(before);
  });
});
