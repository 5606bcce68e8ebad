import { describe, expect, test } from "bun:test";
import { type FindingRow, findingsOf, machineText } from "../../testing/machine-findings.ts";
import { parseMachine } from "./parse-machine.ts";

const GO = "A: { on: { go: Z } }";
const END = "Z: { type: final }";

/** Rows with the states behind `Z`. */
function tried(rows: readonly FindingRow[]): void {
  test.each(rows.map((row) => [...row] as const))("%s", (_about, states, meta, found) => {
    expect(findingsOf(machineText([END, ...states], meta))).toEqual([...found]);
  });
}

/** The one finding of a text as message and hint. */
function told(text: string): readonly [message: string, hint?: string | undefined] {
  const { findings } = parseMachine(text, "/m.yaml");
  expect(findings).toHaveLength(1);
  return [findings[0]?.message ?? "", findings[0]?.hint];
}

describe("the root", () => {
  // covers: smllm-validate-all
  test("an empty mapping: all four keys are missing", () => {
    const { findings } = parseMachine("{}\n", "/m.yaml");
    expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "1 the key id is missing",
      "1 the key initial is missing",
      "1 the key meta is missing",
      "1 the key states is missing",
    ]);
  });

  test.each([
    ["", "expected a mapping, found nothing"],
    ["# only a comment\n", "expected a mapping, found nothing"],
    ["- a\n", "expected a mapping, found a list"],
    ["words\n", "expected a mapping, found a text"],
    ["7\n", "expected a mapping, found a number"],
    ["true\n", "expected a mapping, found true or false"],
  ])("%j: %s", (text, message) => {
    expect(told(text)).toEqual([message, undefined]);
    expect(parseMachine(text, "/m.yaml").machine).toBeUndefined();
  });

  test.each([
    ["m-1_X", []],
    ["'1'", []],
    ["__proto__", []],
    ["x".repeat(100), []],
    ["x".repeat(101), ["1 error id CFG-1"]],
    ["bad id", ["1 error id CFG-1"]],
    ["a/b", ["1 error id CFG-1"]],
    ["'..'", ["1 error id CFG-1"]],
    ["''", ["1 error id CFG-1"]],
    ["1", ["1 error id CFG-1"]],
    ["'a\n\n  '", ["1 error id CFG-1"]],
  ])("the id %j: %j", (id, found) => {
    const text = machineText([END, GO]).replace("id: m", `id: ${id}`);
    expect(findingsOf(text)).toEqual([...found]);
  });

  test("a number where a text is needed: quotes are advised", () => {
    const text = machineText([END, GO]).replace("id: m", "id: 1");
    expect(told(text)).toEqual(["expected a text, found a number", "put quotes around it"]);
  });

  test.each([
    ["1", []],
    ["2", ["3 error meta.smllm CFG-1"]],
    ["'1'", ["3 error meta.smllm CFG-1"]],
    ["~", ["3 error meta CFG-1"]],
  ])("meta.smllm %s: %j", (version, found) => {
    expect(findingsOf(machineText([END, GO], `smllm: ${version}`))).toEqual([...found]);
  });

  test("no states: an error there", () => {
    expect(findingsOf("id: m\ninitial: A\nmeta: {smllm: 1}\nstates: {}\n")).toEqual([
      "4 error states CFG-1",
    ]);
  });
});

// covers: smllm-format-keys, smllm-format-subset
describe("keys", () => {
  tried([
    [
      "one that is not known: an error",
      ["A: { on: { go: Z }, enty: x }"],
      "smllm: 1",
      ["6 error states.A.enty CFG-1"],
    ],
    [
      "unknown ones at every level: an error each",
      [
        "A:",
        "  meta: { k1: 1 }",
        "  entry: { type: prompt, params: { text: x, k2: 1 }, k3: 1 }",
        "  on: { go: [{ k4: 1, guard: { type: visits, k5: 1, params: { state: A, atLeast: 1, k6: 1 } } }, Z] }",
      ],
      "smllm: 1, k7: 1, instance: { k8: 1, ref: { k9: 1 } }, events: { go: { k10: 1, params: { type: object, k11: 1, properties: { p: { type: string, k12: 1 } } } } }, sharedActions: [{ k13: 1, states: [], position: before }]",
      [
        "3 error meta.k7 CFG-1",
        "3 error meta.instance.k8 CFG-1",
        "3 error meta.instance.ref.k9 CFG-1",
        "3 error meta.events.go.k10 CFG-1",
        "3 error meta.events.go.params.k11 CFG-1",
        "3 error meta.events.go.params.properties.p.k12 CFG-1",
        "3 error meta.sharedActions.k13 CFG-1",
        "7 error states.A.meta.k1 CFG-1",
        "8 error states.A.entry.k3 CFG-1",
        "8 error states.A.entry.params.k2 CFG-1",
        "9 error states.A.on.go[0].k4 CFG-1",
        "9 error states.A.on.go[0].guard.k5 CFG-1",
        "9 error states.A.on.go[0].guard.params.k6 CFG-1",
      ],
    ],
    [
      "states and initial inside a state: not supported",
      ["A: { initial: B, states: { B: {} }, on: { go: Z } }"],
      "smllm: 1",
      ["6 error states.A.initial CFG-2", "6 error states.A.states CFG-2"],
    ],
    ["states elsewhere: not known", [GO], "smllm: 1, states: {}", ["3 error meta.states CFG-1"]],
    [
      "names that every object has: not known, or names like any other",
      ["A: { __proto__: 1, constructor: 2, on: { __proto__: Z, constructor: Z, toString: Z } }"],
      "smllm: 1",
      ["6 error states.A.__proto__ CFG-1", "6 error states.A.constructor CFG-1"],
    ],
  ]);

  test.each([
    "invoke",
    "after",
    "context",
    "output",
    "tags",
    "history",
    "onDone",
    "types",
    "version",
  ])("%s at the root, in a state, in a transition and in a guard: not supported", (key) => {
    const states = [
      END,
      `A: { ${key}: {}, on: { go: [{ ${key}: 1, guard: { type: visits, ${key}: 1, params: { state: A, atLeast: 1 } } }, Z] } }`,
    ];
    expect(findingsOf(`${machineText(states)}${key}: {}\n`)).toEqual([
      `6 error states.A.${key} CFG-2`,
      `6 error states.A.on.go[0].${key} CFG-2`,
      `6 error states.A.on.go[0].guard.${key} CFG-2`,
      `7 error ${key} CFG-2`,
    ]);
  });

  test("a slip of the pen: the nearest and all that are allowed", () => {
    const text = machineText([END, "A: { onn: { go: Z } }"]);
    expect(told(text)).toEqual([
      "the key onn is not known here",
      "did you mean on? allowed: description, type, meta, entry, exit, on, always",
    ]);
  });

  test("params of setRef: an empty mapping is fine, a key is not", () => {
    const set = (params: string): string =>
      machineText([
        END,
        `A: { on: { go: { target: Z, actions: { type: setRef, params: ${params} } } } }`,
      ]);
    expect(findingsOf(set("{}"))).toEqual([]);
    expect(findingsOf(set("~"))).toEqual([]);
    expect(told(set("{ ref: x }"))).toEqual(["the key ref is not known here", "no key is allowed"]);
  });

  test.each(["parallel", "history", "compound"])("a state of type %s: not supported", (type) => {
    expect(findingsOf(machineText([END, `A: { type: ${type}, on: { go: Z } }`]))).toEqual([
      "6 error states.A.type CFG-2",
    ]);
  });
  test.each([
    ["atomic", []],
    ["finall", ["6 error states.A.type CFG-1"]],
    ["1", ["6 error states.A.type CFG-1"]],
  ])("a state of type %s: %j", (type, found) => {
    expect(findingsOf(machineText([END, `A: { type: ${type}, on: { go: Z } }`]))).toEqual([
      ...found,
    ]);
  });
});

// covers: smllm-format-null, smllm-format-duplicates
describe("nothing and twice", () => {
  tried([
    [
      "keys without a value: as if they were not there, unknown ones too",
      [
        "A: { description: ~, entry: , exit: null, meta: , always: ~, on: { go: Z, other: }, what: ~ }",
      ],
      "smllm: 1, events: , sharedActions: ~, instance: { kind: , ref: ~ }",
      [],
    ],
    [
      "a key twice: one error, at the second",
      ["A: { on: { go: Z }, on: { go: Q } }"],
      "smllm: 1",
      ["6 error states.A.on CFG-1"],
    ],
    [
      "a state, an event and a param twice: an error each",
      ["A: { on: { go: Z, go: A } }", "A: {}"],
      "smllm: 1, events: { go: { params: { type: object, properties: { p: { type: string }, p: { type: string } } } }, go: {} }",
      [
        "3 error meta.events.go CFG-1",
        "3 error meta.events.go.params.properties.p CFG-1",
        "6 error states.A.on.go CFG-1",
        "7 error states.A CFG-1",
      ],
    ],
    [
      "a name as a number and as a text: the same name",
      ["A: { on: { 1: Z, '1': Z } }"],
      "smllm: 1",
      ["6 error states.A.on.1 CFG-1"],
    ],
  ]);

  test("initial twice: one error that names it and the first line", () => {
    const text = machineText([END, GO]).replace("initial: A", "initial: A\ninitial: A");
    expect(told(text)).toEqual(["the key initial appears again", "it stands at line 2 already"]);
  });

  test("an item of a list without a value: an error", () => {
    const meta = "smllm: 1, sharedActions: [{ states: [A, ~], position: before }]";
    expect(findingsOf(machineText([END, GO], meta))).toEqual([
      "3 error meta.sharedActions.states[1] CFG-1",
    ]);
  });
});

describe("kinds of values", () => {
  tried([
    [
      "wrong ones everywhere: an error each",
      [
        "A:",
        "  description: [x]",
        "  meta: [x]",
        "  entry: 5",
        "  exit: [true]",
        "  on: x",
        "  always: 7",
        "B: { meta: { entryPoint: yes, fallback: 1, paramDescriptions: { go: x } } }",
        "C: x",
        "D: { on: { e: { reenter: x, target: [Z], actions: ~, description: 1 }, f: [], g: 1 } }",
      ],
      "smllm: 1, instance: x, events: [x], sharedActions: { states: [A] }",
      [
        "3 error meta.instance CFG-1",
        "3 error meta.events CFG-1",
        "3 error meta.sharedActions CFG-1",
        "7 error states.A.description CFG-1",
        "8 error states.A.meta CFG-1",
        "9 error states.A.entry CFG-1",
        "10 error states.A.exit CFG-1",
        "11 error states.A.on CFG-1",
        "12 error states.A.always CFG-1",
        "13 error states.B.meta.entryPoint CFG-1",
        "13 error states.B.meta.fallback CFG-1",
        "13 error states.B.meta.paramDescriptions.go CFG-1",
        "14 error states.C CFG-1",
        "15 error states.D.on.e.reenter CFG-1",
        "15 error states.D.on.e.target CFG-1",
        "15 error states.D.on.e.description CFG-1",
        "15 error states.D.on.f CFG-1",
        "15 error states.D.on.g CFG-1",
      ],
    ],
  ]);

  test("the shape is wrong: the meaning is not looked at", () => {
    const text = machineText([END, "A: { on: { go: NOWHERE, pause: Z }, x: 1 }"]);
    expect(findingsOf(text)).toEqual(["6 error states.A.x CFG-1"]);
  });

  test("values are wrong by other rules: the meaning is looked at as well", () => {
    const entry = "entry: [log, { type: command, params: { run: x, timeoutSecs: 0 } }]";
    const text = machineText([END, `A: { ${entry}, on: { go: NOWHERE } }`]);
    expect(findingsOf(text)).toEqual([
      "6 error states.A.entry[0] CFG-4",
      "6 error states.A.entry[1].params.timeoutSecs DEC-5",
      "6 error states.A.on.go CFG-3",
    ]);
  });
});
