import { describe, expect, test } from "bun:test";
import { findingsOf, machineText } from "../../testing/machine-findings.ts";
import { parseMachine } from "../format/parse-machine.ts";

const END = "Z: { type: final }";
const COMMAND = "entry: { type: command, params: { run: 'true' } }";
const events = (names: string, more = ""): string => {
  const properties = names.split(" ").map((name) => `${name}: { type: string }`);
  return `smllm: 1, events: { go: { params: { type: object, properties: { ${properties.join(", ")} } } } }${more}`;
};
const GO = `A: { ${COMMAND}, on: { go: Z } }`;
const SETS = `A: { ${COMMAND}, on: { go: { target: Z, actions: setRef } } }`;
const found = (states: readonly string[], meta: string) =>
  findingsOf(machineText([END, ...states], meta));
const at = (name: string) => `3 warning meta.events.go.params.properties.${name} CFG-7`;

// covers: smllm-validate-variables
describe("params that reach commands as one variable", () => {
  test("four spellings of one: a warning at each but the first, which names both", () => {
    const meta = events("a-b a_b aB A_B ab");
    expect(found([GO], meta)).toEqual([at("a_b"), at("aB"), at("A_B")]);
    const { findings, machine } = parseMachine(machineText([END, GO], meta), "/m.yaml");
    expect(findings[0]?.message).toContain("a-b and a_b");
    expect(findings[0]?.message).toContain("SMLLM_PARAM_A_B");
    expect(machine).toBeDefined();
  });

  test("the same in a machine without commands: nothing", () => {
    expect(found(["A: { on: { go: Z } }"], events("a-b a_b"))).toEqual([]);
  });

  test("the param of the ref, where the event sets it: a warning; where it does not: nothing", () => {
    const meta = events("issue_id", ", instance: { ref: { param: issueId } }");
    expect(found([SETS], meta)).toEqual([at("issue_id")]);
    expect(found([GO], meta)).toEqual([]);
  });

  test("a param of the ref that shares the variable of another param of enter: a warning", () => {
    for (const name of ["state-machine", "State"]) {
      const meta = `smllm: 1, instance: { ref: { param: ${name} } }`;
      const place = "3 warning meta.instance.ref.param CFG-7";
      expect(found([`A: { ${COMMAND}, on: { go: Z } }`], meta)).toEqual([place]);
    }
  });
});
