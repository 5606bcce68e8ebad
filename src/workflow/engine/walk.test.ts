import { describe, expect, test } from "bun:test";
import { fixtureMachine, smallMachine } from "../../testing/workflow-machines.ts";
import { createWorkflowWorld, machineOf } from "../../testing/workflow-world.ts";
import type { Machine, State, Transition } from "../machine.ts";
import { visitsOf, withVisit } from "./visits.ts";

const to = (target: string, more: Partial<Transition> = {}): Transition => ({
  target,
  actions: [],
  reenter: false,
  ...more,
});

const state = (name: string, more: Partial<State> = {}): State => ({
  name,
  final: false,
  entryPoint: true,
  fallback: false,
  paramDescriptions: [],
  entry: [],
  exit: [],
  on: [],
  always: [],
  ...more,
});

/** What the check would not let pass, as a program may hand it in. */
const machine = (...states: readonly State[]): Machine => ({
  id: "m",
  initial: states[0]?.name ?? "",
  kind: "job",
  refParam: "ref",
  events: [],
  states,
});

const chain = (length: number, end: readonly Transition[]): readonly State[] =>
  Array.from({ length }, (_, n) =>
    state(`S${n}`, { always: n + 1 < length ? [to(`S${n + 1}`)] : end }),
  );

// covers: smllm-engine-always
describe("always states", () => {
  test("32 in a row: all passed; 33: stopped at the last with a failure line, and still there", () => {
    const rest = state("REST", { on: [{ event: "go", transitions: [to("S0")] }] });
    for (const [length, at] of [
      [32, "REST"],
      [33, "S32"],
    ] as const) {
      const world = createWorkflowWorld(machine(...chain(length, [to("REST")]), rest));
      world.start("a");
      const { ok, text, location } = world.fire("a", "enter", { stateMachine: "m" });
      expect({ ok, state: location.state }).toEqual({ ok: true, state: at });
      expect(text.match(/ via (.*)$/m)?.[1]?.split(", ")).toHaveLength(32);
      expect(/^Always failed: .*S32.*32/m.test(text)).toBe(length === 33);
    }
  });

  test("a circle, also onto itself or inside itself: 32 hops and a failure", () => {
    for (const [always, visits] of [
      [to("S0", { reenter: true }), 33],
      [to("S0"), 1],
      [{ actions: [], reenter: false }, 1],
    ] as const) {
      const world = createWorkflowWorld(machine(state("S0", { always: [always] })));
      world.start("a");
      const { ok, text } = world.fire("a", "enter", { stateMachine: "m", ref: "r" });
      expect(ok).toBe(true);
      expect(text).toMatch(/^Always failed: .* 32 /m);
      expect(world.instance("m", "r").visits.S0).toBe(visits);
    }
  });

  test("nothing that passes: it stays, with the guards and a failure; events of the state go on", () => {
    const never = { kind: "visits", state: "S0", atLeast: 9 } as const;
    const world = createWorkflowWorld(
      machine(
        state("S0", {
          always: [to("END", { guard: never })],
          on: [{ event: "end", transitions: [to("END")] }],
        }),
        state("END", { final: true }),
      ),
    );
    world.start("a");
    const { text } = world.fire("a", "enter", { stateMachine: "m", ref: "r" });
    expect(text).toContain("Guard: visits S0 ≥ 9 → false (visits: 1)\nAlways failed: ");
    const { id } = world.instance("m", "r");
    expect(world.store.history("m", id)[0]?.trace).toHaveLength(2);
    expect(world.fire("a", "end").ok).toBe(true);
    expect(world.instance("m", "r").status).toBe("completed");
  });

  test("commands of a list run before the guards that follow them, and see what they left", () => {
    const world = createWorkflowWorld(
      machineOf(`
id: m
initial: A
meta: { smllm: 1 }
states:
  A: { on: { go: P } }
  P:
    entry: { type: command, params: { run: build } }
    exit: { type: command, params: { run: leave } }
    always:
      - { guard: { type: command, params: { run: built } }, target: D, actions: { type: command, params: { run: pack } } }
      - { target: A }
  D: { type: final, entry: { type: command, params: { run: done } } }
`),
    );
    world.start("a");
    world.fire("a", "enter", { stateMachine: "m" });
    world.fire("a", "go");
    expect(world.ran.map(({ run, env }) => `${run} ${env.SMLLM_STATE} ${env.SMLLM_EVENT}`)).toEqual(
      ["build P go", "built P go", "leave P go", "pack P go", "done D go"],
    );
  });
});

// covers: smllm-engine-visits
test("targets: none and the own state stay inside; reenter and others leave and enter", () => {
  const lists = (name: string) =>
    ({
      entry: [{ where: `${name} entry`, actions: [{ kind: "command", command: { run: "in" } }] }],
      exit: [{ where: `${name} exit`, actions: [{ kind: "command", command: { run: "out" } }] }],
    }) as const;
  const act: Pick<Transition, "actions"> = {
    actions: [{ kind: "command", command: { run: "act" } }],
  };
  const rows: readonly (readonly [Transition, runs: string, visits: Record<string, number>])[] = [
    [{ ...act, reenter: false }, "act", { A: 1 }],
    [{ ...act, reenter: true }, "act", { A: 1 }],
    [to("A", act), "act", { A: 1 }],
    [to("A", { ...act, reenter: true }), "out act in", { A: 2 }],
    [to("B", act), "out act in", { A: 1, B: 1 }],
    [to("B", { ...act, reenter: true }), "out act in", { A: 1, B: 1 }],
  ];
  for (const [transition, runs, visits] of rows) {
    const a = state("A", { ...lists("A"), on: [{ event: "go", transitions: [transition] }] });
    const world = createWorkflowWorld(machine(a, state("B", lists("B"))));
    world.start("a");
    world.fire("a", "enter", { stateMachine: "m", ref: "r" });
    world.ran.length = 0;
    expect(world.fire("a", "go").ok).toBe(true);
    expect(world.ran.map(({ run }) => run).join(" ")).toBe(runs);
    expect(world.instance("m", "r")).toMatchObject({ visits, version: 2 });
  }
});

test("a ref that the event sets: exit commands do not see it yet, those after it do", () => {
  const run = (name: string) => [{ kind: "command", command: { run: name } }] as const;
  const a = state("A", {
    exit: [{ where: "A exit", actions: run("out") }],
    on: [
      {
        event: "go",
        transitions: [to("B", { actions: [...run("first"), { kind: "setRef" }, ...run("then")] })],
      },
    ],
  });
  const b = state("B", { entry: [{ where: "B entry", actions: run("in") }] });
  const world = createWorkflowWorld({
    ...machine(a, b),
    events: [{ name: "go", params: [{ name: "ref", required: true }] }],
  });
  world.start("a");
  world.fire("a", "enter", { stateMachine: "m" });
  world.fire("a", "go", { ref: "r" });
  expect(world.ran.map(({ run, env }) => `${run}:${env.SMLLM_REF}`)).toEqual([
    "out:",
    "first:r",
    "then:r",
    "in:r",
  ]);
});

describe("state names that objects have members of", () => {
  test("__proto__, constructor, toString: counted like others, through JSON as well", () => {
    let visits: Readonly<Record<string, number>> = {};
    for (const name of ["__proto__", "constructor", "toString", "__proto__"]) {
      visits = withVisit(visits, name);
      visits = JSON.parse(JSON.stringify(visits));
    }
    expect(Object.entries(visits)).toEqual([
      ["__proto__", 2],
      ["constructor", 1],
      ["toString", 1],
    ]);
    expect([
      visitsOf(visits, "__proto__"),
      visitsOf({}, "valueOf"),
      visitsOf({}, "__proto__"),
    ]).toEqual([2, 0, 0]);
  });

  test("a machine of such states, events and parameters: works, and harms no object", () => {
    const a = state("__proto__", { on: [{ event: "constructor", transitions: [to("toString")] }] });
    const world = createWorkflowWorld({
      ...machine(a, state("toString", { on: [{ event: "back", transitions: [to("__proto__")] }] })),
      events: [{ name: "constructor", params: [{ name: "__proto__", required: true }] }],
    });
    const key = world.start("a");
    world.fire("a", "enter", { stateMachine: "m", ref: "r" });
    expect(world.fire("a", "hasOwnProperty").ok).toBe(false);
    expect(world.fire("a", "constructor", [["__proto__", "polluted"]]).text).toContain(
      'Params: __proto__ = "polluted"',
    );
    world.fire("a", "back");
    expect(world.engine().status(key)).toMatchObject({ state: "__proto__", visit: 2 });
    const { id } = world.instance("m", "r");
    expect(Object.entries(world.store.history("m", id)[1]?.params ?? {})).toEqual([
      ["__proto__", "polluted"],
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

test("the same store, input and answers: the same text and records", () => {
  const play = () => {
    const world = createWorkflowWorld(fixtureMachine("fix"));
    world.start("a");
    const texts = [
      world.fire("a", "enter", { stateMachine: "fix" }),
      world.fire("a", "ready"),
      world.fire("a", "unmatched"),
    ].map(({ text }) => text);
    return { texts, state: world.store.export() };
  };
  expect(play()).toEqual(play());
});

test("prompt files: read at each look, told where they are missing, silent where they are implied", () => {
  const world = createWorkflowWorld(
    smallMachine([
      "A: { entry: [{ type: prompt, params: { file: a.md } }], on: { go: B } }",
      "B: { on: { end: C } }",
      "C: { type: final }",
    ]),
  );
  const key = world.start("a");
  const first = world.fire("a", "enter", { stateMachine: "m" }).text;
  expect(first).toContain("Prompt failed: /m/a.md: not found");
  world.files.set("/m/a.md", "Now.\n");
  expect(world.engine().view(key).text).toContain("<instructions>\nNow.\n</instructions>");
  expect(world.fire("a", "go").text).not.toContain("Prompt failed");
  world.files.set("/m/enter-B.md", "Implied.");
  expect(world.engine().view(key).text).toContain("Implied.");
});

// covers: smllm-config-idle-text
test("the idle text: in the idle list, after a final state too; a file of it that is missing is told", () => {
  const fix = fixtureMachine("fix");
  const world = createWorkflowWorld(fix);
  world.configure([fix], [{ file: "/m/idle.md" }]);
  const key = world.start("a");
  expect(world.engine().view(key).text).toContain("Prompt failed: /m/idle.md: not found");
  world.files.set("/m/idle.md", "Pick a ticket.");
  expect(world.engine().view(key).text).toContain(
    "· idle\n<instructions>\nPick a ticket.\n</instructions>\nState machines:",
  );
  world.fire("a", "enter", { stateMachine: "fix", state: "CHECKUP" });
  expect(world.fire("a", "ship").text).toMatch(
    /Say what changed\.[\s\S]*completed[\s\S]*Pick a ticket\.[\s\S]*State machines:/,
  );
});
