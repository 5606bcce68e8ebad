import { describe, expect, test } from "bun:test";
import { findingsOf, machineText } from "../../testing/machine-findings.ts";

const END = "Z: { type: final }";
const GO = "A: { on: { go: Z } }";

function withEntry(entry: string): readonly string[] {
  return findingsOf(machineText([END, `A: { entry: ${entry}, on: { go: Z } }`]));
}

function withGuard(guard: string): readonly string[] {
  return findingsOf(machineText([END, `A: { on: { go: [{ target: Z, guard: ${guard} }, A] } }`]));
}

function withMeta(members: string): readonly string[] {
  return findingsOf(machineText([END, GO], `smllm: 1, ${members}`));
}

function withParam(param: string, more = ""): readonly string[] {
  const params = `params: { type: object, properties: { p: ${param} }${more} }`;
  return withMeta(`events: { go: { ${params} } }`);
}

const ENTRY = "6 error states.A.entry";
const GUARD = "6 error states.A.on.go[0].guard";
const PARAM = "3 error meta.events.go.params";

// covers: smllm-validate-errors
describe("actions", () => {
  test.each([
    ["{ type: prompt, params: { text: x } }", []],
    ["{ type: prompt, params: { text: '' } }", []],
    ["{ type: prompt, params: { file: x.md } }", []],
    ["{ type: prompt, params: { file: x.md, text: ~ } }", []],
    ["[]", []],
    ["{ type: prompt, params: { text: x, file: y } }", [`${ENTRY}.params CFG-4`]],
    ["{ type: prompt, params: {} }", [`${ENTRY}.params CFG-4`]],
    ["{ type: prompt }", [`${ENTRY} CFG-4`]],
    ["{ type: prompt, params: { text: 1 } }", [`${ENTRY}.params.text CFG-1`]],
    ["{ type: prompt, params: { file: '' } }", [`${ENTRY}.params.file CFG-4`]],
    ['{ type: prompt, params: { file: "a\\0b" } }', [`${ENTRY}.params.file CFG-4`]],
    ["{ type: prompt, params: x }", [`${ENTRY}.params CFG-1`]],
    ["log", [`${ENTRY} CFG-4`]],
    ["prompt", [`${ENTRY} CFG-4`]],
    ["''", [`${ENTRY} CFG-4`]],
    ["{ type: promt, params: { text: x } }", [`${ENTRY}.type CFG-4`]],
    ["{ type: constructor }", [`${ENTRY}.type CFG-4`]],
    ["{ type: 1 }", [`${ENTRY}.type CFG-1`]],
    ["{ params: { text: x } }", [`${ENTRY} CFG-1`]],
    ["{ type: command, params: { run: x } }", []],
    ["{ type: command, params: { run: [x, ''] } }", []],
    ["{ type: command, params: { run: x, timeoutSecs: 1, cwd: .. } }", []],
    ["{ type: command }", [`${ENTRY} CFG-1`]],
    ["{ type: command, params: {} }", [`${ENTRY}.params CFG-1`]],
    ["{ type: command, params: { run: '' } }", [`${ENTRY}.params.run DEC-4`]],
    ["{ type: command, params: { run: ' ' } }", [`${ENTRY}.params.run DEC-4`]],
    ['{ type: command, params: { run: "a\\0b" } }', [`${ENTRY}.params.run DEC-4`]],
    ["{ type: command, params: { run: [] } }", [`${ENTRY}.params.run DEC-4`]],
    ["{ type: command, params: { run: [x, 1] } }", [`${ENTRY}.params.run[1] DEC-4`]],
    ['{ type: command, params: { run: [x, "a\\0b"] } }', [`${ENTRY}.params.run[1] DEC-4`]],
    ["{ type: command, params: { run: 1 } }", [`${ENTRY}.params.run DEC-4`]],
    ["{ type: command, params: { run: { x: y } } }", [`${ENTRY}.params.run DEC-4`]],
    [
      "{ type: command, params: { run: x, timeoutSecs: 0 } }",
      [`${ENTRY}.params.timeoutSecs DEC-5`],
    ],
    [
      "{ type: command, params: { run: x, timeoutSecs: -1 } }",
      [`${ENTRY}.params.timeoutSecs DEC-5`],
    ],
    [
      "{ type: command, params: { run: x, timeoutSecs: 2147484 } }",
      [`${ENTRY}.params.timeoutSecs DEC-5`],
    ],
    [
      "{ type: command, params: { run: x, timeoutSecs: 1.5 } }",
      [`${ENTRY}.params.timeoutSecs CFG-1`],
    ],
    [
      "{ type: command, params: { run: x, timeoutSecs: .inf } }",
      [`${ENTRY}.params.timeoutSecs CFG-1`],
    ],
    [
      "{ type: command, params: { run: x, timeoutSecs: '5' } }",
      [`${ENTRY}.params.timeoutSecs CFG-1`],
    ],
    ["{ type: command, params: { run: x, cwd: '' } }", [`${ENTRY}.params.cwd CFG-1`]],
  ])("%s: %j", (entry, found) => {
    expect(withEntry(entry)).toEqual([...found]);
  });
});

describe("guards", () => {
  test.each([
    ["{ type: command, params: { run: x } }", []],
    ["{ type: visits, params: { state: A, atLeast: 3 } }", []],
    ["isReady", [`${GUARD} CFG-5`]],
    ["{ type: and, params: {} }", [`${GUARD}.type CFG-5`]],
    ["[x]", [`${GUARD} CFG-1`]],
    ["{ type: visits }", [`${GUARD} CFG-1`]],
    ["{ params: { run: x } }", [`${GUARD} CFG-1`]],
    ["{ type: visits, params: {} }", [`${GUARD}.params CFG-1`, `${GUARD}.params CFG-1`]],
    ["{ type: visits, params: { state: A, atLeast: 1.5 } }", [`${GUARD}.params.atLeast CFG-1`]],
    ["{ type: visits, params: { state: A, atLeast: -1 } }", [`${GUARD}.params.atLeast CFG-1`]],
    ["{ type: visits, params: { state: A, atLeast: '1' } }", [`${GUARD}.params.atLeast CFG-1`]],
    ["{ type: command, params: { run: [] } }", [`${GUARD}.params.run DEC-4`]],
  ])("%s: %j", (guard, found) => {
    expect(withGuard(guard)).toEqual([...found]);
  });
});

describe("params and the ref", () => {
  test.each([
    ["{ type: string }", "", []],
    ["{ type: string, enum: [a, 'b c'], pattern: '^a|b' }", ", required: [p]", []],
    ["{ type: string }", ", required: []", []],
    ["{ type: number }", "", [`${PARAM}.properties.p.type CFG-16`]],
    ["{ type: [string] }", "", [`${PARAM}.properties.p.type CFG-1`]],
    ["{}", "", [`${PARAM}.properties.p CFG-1`]],
    ["{ type: string, enum: [] }", "", [`${PARAM}.properties.p.enum CFG-7`]],
    ["{ type: string, enum: [1] }", "", [`${PARAM}.properties.p.enum CFG-1`]],
    ["{ type: string, enum: x }", "", [`${PARAM}.properties.p.enum CFG-1`]],
    ["{ type: string, pattern: '(' }", "", [`${PARAM}.properties.p.pattern CFG-7`]],
    ["{ type: string, pattern: '(?i)x' }", "", [`${PARAM}.properties.p.pattern CFG-7`]],
    ["{ type: string }", ", required: p", [`${PARAM}.required CFG-1`]],
  ])("param %s%s: %j", (param, more, found) => {
    expect(withParam(param, more)).toEqual([...found]);
  });

  test.each([
    ["params: { type: object }", []],
    ["params: { type: array }", [`${PARAM}.type CFG-7`]],
    ["params: {}", [`${PARAM} CFG-1`]],
    [
      "params: { type: object, properties: { 'a b': { type: string } } }",
      [`${PARAM}.properties.a b CFG-7`],
    ],
    ["params: { type: object, properties: { 1: { type: string }, a-B_2: { type: string } } }", []],
  ])("event { %s }: %j", (event, found) => {
    expect(withMeta(`events: { go: { ${event} } }`)).toEqual([...found]);
  });

  const REF = "3 error meta.instance.ref";
  test.each([
    ["kind: issue, ref: { param: issue-id, pattern: '^x$' }", []],
    ["ref: {}", []],
    ["ref: { param: 'issue id' }", [`${REF}.param CFG-6`]],
    ["ref: { param: '' }", [`${REF}.param CFG-6`]],
    ["ref: { pattern: '[' }", [`${REF}.pattern CFG-7`]],
    ["kind: ''", ["3 error meta.instance.kind CFG-1"]],
    ['kind: "a\\e[31mb"', ["3 error meta.instance.kind CFG-1"]],
    ['kind: "a\\nb"', ["3 error meta.instance.kind CFG-1"]],
  ])("instance { %s }: %j", (instance, found) => {
    expect(withMeta(`instance: { ${instance} }`)).toEqual([...found]);
  });

  const SHARED = "3 error meta.sharedActions";
  test.each([
    ["{ states: [A], position: after, exit: { type: prompt, params: { text: x } } }", []],
    ["{ states: [], position: before }", []],
    ["{ states: [A], position: between }", [`${SHARED}.position CFG-11`]],
    ["{ states: [A] }", [`${SHARED} CFG-1`]],
    ["{ states: A, position: before }", [`${SHARED}.states CFG-1`]],
  ])("shared actions [%s]: %j", (shared, found) => {
    expect(withMeta(`sharedActions: [${shared}]`)).toEqual([...found]);
  });
});

// covers: smllm-hostile-machine
describe("names of states and events", () => {
  test.each([
    ["1", []],
    ["'a/b'", []],
    ["true", []],
    ["状態", []],
    ["__proto__", []],
    ["'a b'", ["6 error states.a b CFG-1"]],
    ['"a\\tb"', ["6 error states.a b CFG-1"]],
    ['"a\\e[31mb"', ["6 error states.ab CFG-1"]],
    ['"a\\u2028b"', ["6 error states.a b CFG-1"]],
    ['"\\x85"', ["6 error states. CFG-1"]],
  ])("the state %s: %j", (name, found) => {
    const text = machineText([END, `${name}: { meta: { entryPoint: true }, on: { go: Z } }`, GO]);
    expect(findingsOf(text)).toEqual([...found]);
  });

  test.each([
    ["'two words'", []],
    ["'*'", []],
    ["'<<'", []],
    ["no", []],
    ["toString", []],
    ['"a\\nb"', ["6 error states.A.on.a b CFG-1"]],
    ['"a\\x9b31mb"', ["6 error states.A.on.ab CFG-1"]],
  ])("the event %s: %j", (name, found) => {
    expect(findingsOf(machineText([END, `A: { on: { ${name}: Z } }`]))).toEqual([...found]);
  });
});
