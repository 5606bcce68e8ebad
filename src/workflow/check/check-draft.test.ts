import { describe, expect, test } from "bun:test";
import { type FindingRow, findingsOf, machineText } from "../../testing/machine-findings.ts";
import { parseMachine } from "../format/parse-machine.ts";

const END = "Z: { type: final }";

function tried(rows: readonly FindingRow[]): void {
  test.each(rows.map((row) => [...row] as const))("%s", (_about, states, meta, found) => {
    expect(findingsOf(machineText([END, ...states], meta))).toEqual([...found]);
  });
}

// covers: smllm-validate-errors, smllm-validate-warnings
describe("names of states", () => {
  tried([
    ["a target that is there: nothing", ["A: { on: { go: Z } }"], "smllm: 1", []],
    [
      "a target that no state has: at the event",
      ["A: { on: { go: NOWHERE, end: Z } }"],
      "smllm: 1",
      ["6 error states.A.on.go CFG-3"],
    ],
    [
      "targets in lists, objects and always: each at its place",
      [
        "A:",
        "  on:",
        "    go:",
        "      - { target: X1, guard: { type: command, params: { run: x } } }",
        "      - X2",
        "    one: [X3]",
        "  always:",
        "    target: X4",
      ],
      "smllm: 1",
      [
        "7 warning states.A.on DEC-2",
        "9 error states.A.on.go[0].target CFG-3",
        "10 error states.A.on.go[1] CFG-3",
        "11 error states.A.on.one CFG-3",
        "13 error states.A.always.target CFG-3",
      ],
    ],
    [
      "an initial state that is not there: at initial",
      ["B: { on: { go: Z } }"],
      "smllm: 1",
      ["2 error initial CFG-3"],
    ],
    [
      "a guard that counts visits of no state: at its state",
      [
        "A: { on: { go: [{ target: Z, guard: { type: visits, params: { state: Q, atLeast: 1 } } }, Z] } }",
      ],
      "smllm: 1",
      ["6 error states.A.on.go[0].guard.params.state CFG-5"],
    ],
    [
      "a guard of a known state: nothing; at least 0: a warning",
      [
        "A: { on: { go: [{ target: Z, guard: { type: visits, params: { state: A, atLeast: 1 } } },",
        "  { target: Z, guard: { type: visits, params: { state: A, atLeast: 0 } } }, Z] } }",
      ],
      "smllm: 1",
      ["7 warning states.A.on.go[1].guard.params.atLeast CFG-5"],
    ],
    [
      "shared actions of a state that is not there: at the name",
      ["A: { on: { go: Z } }"],
      "smllm: 1, sharedActions: [{ states: [A, Q], position: before }]",
      ["3 error meta.sharedActions.states[1] CFG-11"],
    ],
  ]);

  test("a misspelt target: the nearest state and the list of all", () => {
    const text = machineText([END, "REVIEW: { on: { go: Z } }", "A: { on: { go: REVEIW } }"]);
    const [finding] = parseMachine(text, "/m.yaml").findings;
    expect(finding?.message).toContain("REVEIW");
    expect(finding?.hint).toBe("did you mean REVIEW? states: Z, REVIEW, A");
  });

  test("a misspelt target: the state that was meant is not called unreachable", () => {
    const text = machineText([END, "B: { on: { go: Z } }", "A: { on: { go: BB } }"]);
    expect(findingsOf(text)).toEqual(["7 error states.A.on.go CFG-3"]);
  });
});

describe("final states and fallbacks", () => {
  tried([
    [
      "a final state with on and always: an error for each",
      ["A: { on: { go: Y } }", "Y: { type: final, on: { go: Z }, always: Z }"],
      "smllm: 1",
      ["7 error states.Y.on CFG-12", "7 error states.Y.always CFG-12"],
    ],
    [
      "a final state that nothing leads to: a warning",
      ["A: { on: { go: Z } }", "Y: { type: final }"],
      "smllm: 1",
      ["7 warning states.Y CFG-12"],
    ],
    [
      "one fallback: nothing",
      ["A: { on: { go: Z } }", "F: { meta: { fallback: true }, on: { go: Z } }"],
      "smllm: 1",
      [],
    ],
    [
      "two fallbacks, and one that is none: an error at the second",
      [
        "A: { meta: { fallback: false }, on: { go: Z } }",
        "F: { meta: { fallback: true }, on: { go: Z } }",
        "G: { meta: { fallback: true }, on: { go: Z } }",
      ],
      "smllm: 1",
      ["8 error states.G.meta.fallback CFG-13"],
    ],
    [
      "a final fallback: an error",
      ["A: { on: { go: Z } }", "F: { type: final, meta: { fallback: true } }"],
      "smllm: 1",
      ["7 error states.F.meta.fallback CFG-13"],
    ],
  ]);

  test("no final state at all: information at the states", () => {
    expect(findingsOf(machineText(["A: { on: { go: A } }"]))).toEqual(["4 info states CFG-12"]);
  });
});

describe("states that nothing leads to", () => {
  tried([
    [
      "an island, and what only it leads to: a warning each",
      ["A: { on: { go: Z } }", "B: { on: { go: C } }", "C: { on: { go: B, end: Z } }"],
      "smllm: 1",
      ["7 warning states.B graph", "8 warning states.C graph"],
    ],
    [
      "an entry point, the fallback, and what always leads to: nothing",
      [
        "A: { on: { go: Z } }",
        "B: { meta: { entryPoint: true }, on: { go: P } }",
        "F: { meta: { fallback: true }, on: { go: Z } }",
        "P: { always: Q }",
        "Q: { on: { go: Z } }",
      ],
      "smllm: 1",
      [],
    ],
  ]);
});

describe("always", () => {
  const guarded = "guard: { type: command, params: { run: x } }";
  tried([
    ["a way through: nothing", ["A: { always: P }", "P: { always: Z }"], "smllm: 1", []],
    [
      "on beside always: a warning at on",
      ["A: { always: Z, on: { go: Z } }"],
      "smllm: 1",
      ["6 warning states.A.on DEC-2"],
    ],
    [
      "A to B to A: one error, whatever the guards",
      [`A: { always: [{ target: Z, ${guarded} }, B] }`, "B: { always: A }"],
      "smllm: 1",
      ["6 error states.A.always DEC-2"],
    ],
    [
      "to itself, and without a target: an error each",
      ["A: { always: A, on: { go: B } }", `B: { always: [{ target: Z, ${guarded} }, {}] }`],
      "smllm: 1",
      [
        "6 warning states.A.on DEC-2",
        "6 error states.A.always DEC-2",
        "7 error states.B.always DEC-2",
      ],
    ],
    [
      "two circles through one state: an error each, at the states that come first",
      [
        "A: { always: P }",
        `P: { always: [{ target: Q, ${guarded} }, { target: R, ${guarded} }, Z] }`,
        "Q: { always: P }",
        "R: { always: P }",
      ],
      "smllm: 1",
      ["7 error states.P.always DEC-2", "7 error states.P.always DEC-2"],
    ],
  ]);

  test("a circle: the states in its order from the first in the file, a long one cut", () => {
    const names = Array.from({ length: 30 }, (_, index) => `S${index}`);
    const states = names.map((name, index) => `${name}: { always: S${(index + 1) % 30} }`);
    const text = machineText([END, "A: { on: { go: S7 } }", ...states]);
    const { findings } = parseMachine(text, "/m.yaml");
    const finding = findings.find(({ rule }) => rule === "DEC-2");
    expect(finding?.message).toEndWith("S0 → S1 → S2 → S3 → S4 → S5 → S6 → S7 → S8 → S9 → … → S0");
  });

  test("a chain of 8,000 states: walked", () => {
    const states = Array.from(
      { length: 8_000 },
      (_, index) => `S${index}: {always: S${index + 1}}`,
    );
    const text = machineText(["A: { always: S0 }", ...states, "S8000: { type: final }"]);
    expect(findingsOf(text)).toEqual([]);
  });
});

describe("candidates", () => {
  const guard = "guard: { type: command, params: { run: x } }";
  tried([
    [
      "the last without a guard: nothing",
      [`A: { on: { go: [{ target: Z, ${guard} }, A] } }`],
      "smllm: 1",
      [],
    ],
    [
      "a single one with a guard: an error at the guard",
      [`A: { on: { go: { target: Z, ${guard} } } }`],
      "smllm: 1",
      ["6 error states.A.on.go.guard CFG-13"],
    ],
    [
      "the last of a list with a guard, in always too: an error at the guard",
      [
        `A: { on: { go: [P, { target: Z, ${guard} }] } }`,
        `P: { always: [{ target: Z, ${guard} }] }`,
      ],
      "smllm: 1",
      ["6 error states.A.on.go[1].guard CFG-13", "7 error states.P.always.guard CFG-13"],
    ],
  ]);
  test.each(["enter", "resume", "listPaused", "pause", "unmatched", "yield"])(
    "the event %s, which every machine has: an error",
    (event) => {
      const text = machineText([END, `A: { on: { ${event}: Z } }`]);
      expect(findingsOf(text)).toEqual([`6 error states.A.on.${event} CFG-13`]);
    },
  );
});
