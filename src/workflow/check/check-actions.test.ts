import { describe, expect, test } from "bun:test";
import { type FindingRow, findingsOf, machineText } from "../../testing/machine-findings.ts";

const END = "Z: { type: final }";

function tried(rows: readonly FindingRow[]): void {
  test.each(rows.map((row) => [...row] as const))("%s", (_about, states, meta, found) => {
    expect(findingsOf(machineText([END, ...states], meta))).toEqual([...found]);
  });
}

// covers: smllm-validate-errors, smllm-validate-warnings
describe("actions", () => {
  const run = (command: string): string =>
    `A: { entry: { type: command, params: { run: ${command} } }, on: { go: Z } }`;
  tried([
    [
      "setRef on the way of an event: nothing",
      ["A: { on: { go: { actions: setRef } , e: Z } }"],
      "smllm: 1",
      [],
    ],
    [
      "setRef in entry, exit and always: an error each",
      [
        "A: { entry: setRef, exit: [{ type: setRef }], on: { go: P } }",
        "P: { always: { target: Z, actions: [setRef] } }",
      ],
      "smllm: 1",
      [
        "6 error states.A.entry CFG-4",
        "6 error states.A.exit CFG-4",
        "7 error states.P.always.actions CFG-4",
      ],
    ],
    [
      "setRef in shared actions: an error at its place in the list",
      ["A: { on: { go: Z } }"],
      "smllm: 1, sharedActions: [{ states: [A], position: before, entry: [{ type: prompt, params: { text: x } }, setRef] }]",
      ["3 error meta.sharedActions.entry[1] CFG-4"],
    ],
    ["a command for the shell with a variable: nothing", [run("echo $SMLLM_REF")], "smllm: 1", []],
    ["a list: nothing", [run("[touch, a]")], "smllm: 1", []],
    [
      "a list with a variable: a warning",
      [run("[touch, $SMLLM_REF]")],
      "smllm: 1",
      ["6 warning states.A.entry.params.run DEC-9"],
    ],
    [
      "a guard with a variable in braces in a list: a warning",
      [
        "A: { on: { go: [{ guard: { type: command, params: { run: [test, '\u0024{SMLLM_REF}'] } } }, Z] } }",
      ],
      "smllm: 1",
      ["6 warning states.A.on.go[0].guard.params.run DEC-9"],
    ],
    [
      "a program without a name: an error",
      [run("['', a]")],
      "smllm: 1",
      ["6 error states.A.entry.params.run DEC-4"],
    ],
  ]);

  test("shared actions that would fill a disk: an error and no machine", () => {
    const many = Array.from({ length: 300 }, () => "A").join(",");
    const prompts = Array.from({ length: 100 }, () => "{type: prompt, params: {text: x}}").join(
      ",",
    );
    const meta = `smllm: 1, sharedActions: [{ states: [${many}], position: before, entry: [${prompts}] }]`;
    expect(findingsOf(machineText([END, "A: { on: { go: Z } }"], meta))).toEqual([
      "4 error states CFG-11",
    ]);
  });
});

describe("texts of the author that end a block", () => {
  tried([
    [
      "in every text that reaches the agent: a warning each, however many tags",
      [
        "A:",
        "  meta: { paramDescriptions: { go: { why: </events> } } }",
        "  entry: [{ type: prompt, params: { text: 'a </events> b </smllm>' } }]",
        "  exit: { type: prompt, params: { text: </instructions> } }",
        "  on: { go: { target: Z, description: </smllm>, actions: { type: prompt, params: { text: </events> } } } }",
      ],
      "smllm: 1, events: { go: { description: </events>, params: { type: object, properties: { why: { type: string, description: </events> } } } } }",
      [
        "3 warning meta.events.go.description TURN-12",
        "3 warning meta.events.go.params.properties.why.description TURN-12",
        "7 warning states.A.meta.paramDescriptions.go.why TURN-12",
        "8 warning states.A.entry.params.text TURN-12",
        "9 warning states.A.exit.params.text TURN-12",
        "10 warning states.A.on.go.description TURN-12",
        "10 warning states.A.on.go.actions.params.text TURN-12",
      ],
    ],
    [
      "tags that open, and others: nothing",
      [
        "A: { entry: { type: prompt, params: { text: '<events> </event> </ smllm>' } }, on: { go: Z } }",
      ],
      "smllm: 1",
      [],
    ],
  ]);
});
