import { describe, expect, test } from "bun:test";
import { type FindingRow, findingsOf, machineText } from "../../testing/machine-findings.ts";

const END = "Z: { type: final }";

function tried(rows: readonly FindingRow[]): void {
  test.each(rows.map((row) => [...row] as const))("%s", (_about, states, meta, found) => {
    expect(findingsOf(machineText([END, ...states], meta))).toEqual([...found]);
  });
}

// covers: smllm-validate-errors, smllm-validate-warnings
describe("events and their params", () => {
  const go = "A: { on: { go: Z } }";
  const setRef = "A: { on: { go: { target: Z, actions: setRef } } }";
  const declared = (event: string, more = ""): string => `smllm: 1, events: { ${event} }${more}`;
  const params = (members: string, more = ""): string =>
    declared(`go: { params: { type: object, properties: { ${members} }${more} } }`);
  tried([
    ["declared and used: nothing", [go], declared("go: { description: Go. }"), []],
    [
      "declared and unused: a warning",
      [go],
      declared("went: {}"),
      ["3 warning meta.events.went CFG-9"],
    ],
    ["a built-in with other words: nothing", [go], declared("yield: { description: Wait. }"), []],
    [
      "a built-in with params: an error",
      [go],
      declared("yield: { params: { type: object } }"),
      ["3 error meta.events.yield.params IDLE-1"],
    ],
    [
      "required and declared: nothing",
      [go],
      params("why: { type: string }", ", required: [why]"),
      [],
    ],
    [
      "required and not declared: an error at the name",
      [go],
      params("why: { type: string }", ", required: [why, when]"),
      ["3 error meta.events.go.params.required[1] CFG-7"],
    ],
    [
      "params with names of enter: a warning each",
      [go],
      params("state: { type: string }, stateMachine: { type: string }"),
      [
        "3 warning meta.events.go.params.properties.state CFG-13",
        "3 warning meta.events.go.params.properties.stateMachine CFG-13",
      ],
    ],
    [
      "a param named as the ref without setRef: a warning; with it: nothing",
      [go],
      params("ref: { type: string }"),
      ["3 warning meta.events.go.params.properties.ref CFG-13"],
    ],
    [
      "a param named as the ref with setRef: nothing",
      [setRef],
      params("ref: { type: string }"),
      [],
    ],
    [
      "a ref with a name of enter: an error",
      [go],
      "smllm: 1, instance: { ref: { param: state } }",
      ["3 error meta.instance.ref.param CFG-13"],
    ],
  ]);
});

describe("other words for params", () => {
  const go = "on: { go: Z }";
  const words = (members: string): string =>
    `A: { meta: { paramDescriptions: { ${members} } }, ${go} }`;
  const why =
    "smllm: 1, events: { go: { params: { type: object, properties: { why: { type: string } } } } }";
  tried([
    [
      "of a declared param, and of the ref: nothing",
      [words("go: { why: Why?, ref: Which? }")],
      why,
      [],
    ],
    [
      "of a param that is not declared: an error",
      [words("go: { when: When? }")],
      why,
      ["6 error states.A.meta.paramDescriptions.go.when CFG-8"],
    ],
    [
      "of an event that is not declared at all: an error",
      [words("go: { why: Why? }")],
      "smllm: 1",
      ["6 error states.A.meta.paramDescriptions.go.why CFG-8"],
    ],
    [
      "of an event without a transition here: a warning",
      [words("come: { why: Why? }")],
      "smllm: 1",
      ["6 warning states.A.meta.paramDescriptions.come CFG-8"],
    ],
  ]);
});
