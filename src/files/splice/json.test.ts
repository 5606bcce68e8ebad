import { describe, expect, test } from "bun:test";
import {
  addElement,
  elementsOf,
  lineText,
  memberOf,
  membersOf,
  parseJsonDocument,
  removeChild,
  setMember,
} from "./json.ts";

function parse(text: string) {
  const document = parseJsonDocument(text);
  if (!document.ok) throw new Error(document.reason.reason);
  return document.value;
}

function add(text: string, key: string, value: unknown, spread = false): string {
  const document = parse(text);
  return setMember(document, document.root, { key, value, spread });
}

describe("parseJsonDocument", () => {
  test.each([
    ['{\n  "a": 1,\n}', "it has a comma too many at line 3, column 1"],
    ['{"a": [1,]}', "it has a comma too many at line 1, column 10"],
    ['{\r\n  // x\r\n  "a": 1\r\n}', "it has a comment at line 2, column 3"],
    ['{"a": /* x */ 1}', "it has a comment at line 1, column 7"],
    ['{"a": 1', "no valid JSON at line 1"],
    ["[1]", "no JSON object"],
    ["null", "no JSON object"],
    ['{"a": 1} {"b": 2}', "no valid JSON at line 1, column 10"],
    ["{'a': 1}", "no valid JSON at line 1, column 2"],
    ['{"a": "x\ty"}', "no valid JSON"],
  ])("%j is refused: %s", (text, reason) => {
    const document = parseJsonDocument(text);
    expect(!document.ok && document.reason.reason).toContain(reason);
  });

  test("a hundred thousand levels are refused without a crash", () => {
    const document = parseJsonDocument("[".repeat(100_000));
    expect(!document.ok && document.reason.reason).toContain("levels deep");
  });

  test("brackets in strings do not count as levels", () => {
    expect(parseJsonDocument(`{"a": "${"[".repeat(1000)}"}`).ok).toBe(true);
  });
});

describe("setMember", () => {
  test.each([
    ["{}", '{\n  "k": 1\n}'],
    ['{"a":1}', '{"a":1,"k":1}'],
    ['{ "a": 1 }', '{ "a": 1, "k": 1 }'],
    ['{\n    "a": 1\n}\n', '{\n    "a": 1,\n    "k": 1\n}\n'],
    ['{\r\n\t"a" : 1 \r\n}', '{\r\n\t"a" : 1,\r\n\t"k": 1 \r\n}'],
    ['{\n  "a": 1, "b": 2\n}', '{\n  "a": 1, "b": 2, "k": 1\n}'],
    ['\n\n{ "k": 2 , "a": 1 }', '\n\n{ "k": 1 , "a": 1 }'],
  ])("%j gets a member in the style of the document: %j", (text, expected) => {
    expect(add(text, "k", 1)).toBe(expected);
  });

  test("an object is spread over lines with the indentation of the file", () => {
    const text = '{\r\n\t"a": 1\r\n}';
    expect(add(text, "k", { x: 1, y: "z" }, true)).toBe(
      '{\r\n\t"a": 1,\r\n\t"k": {\r\n\t\t"x": 1,\r\n\t\t"y": "z"\r\n\t}\r\n}',
    );
    expect(add('{"a":1}', "k", { x: 1 }, true)).toBe('{"a":1,"k":{"x":1}}');
  });

  test("a member of an object on one line in a longer file goes on a line of its own", () => {
    const text = '{\n  "hooks": { "Stop": [] }\n}';
    const document = parse(text);
    const hooks = memberOf(document.root, "hooks")!;
    expect(setMember(document, hooks, { key: "k", value: [1] })).toBe(
      '{\n  "hooks": { "Stop": [],\n    "k": [1] }\n}',
    );
  });

  // covers: install-json-quoting
  test("quotes, dollars and backslashes come back from JSON.parse as they were", () => {
    const value = 'a "b" \\ $c `d` \u0001 ü 😀';
    expect(JSON.parse(add("{}", "k", value))).toEqual({ k: value });
    expect(JSON.parse(lineText({ [value]: [value] }))).toEqual({ [value]: [value] });
  });
});

describe("removeChild", () => {
  test.each([
    ["a", '{ "b" : 2 ,\n  "c": 3 }'],
    ["b", '{ "a": 1, "c": 3 }'],
    ["c", '{ "a": 1, "b" : 2 }'],
  ])("%s goes with its comma, the rest keeps its bytes", (key, expected) => {
    const document = parse('{ "a": 1, "b" : 2 ,\n  "c": 3 }');
    const { property } = membersOf(document.root).find((member) => member.key === key)!;
    expect(removeChild(document, document.root, property)).toBe(expected);
  });

  test("an element that was added goes without a trace", () => {
    for (const text of ['{"a":[1,2]}', '{\n "a": [\n  1,\n  2\n ]\n}', '{ "a": [ 1 , 2 ] }']) {
      const document = parse(text);
      const added = addElement(document, memberOf(document.root, "a")!, { x: [3] });
      expect(JSON.parse(added)).toEqual({ a: [1, 2, { x: [3] }] });
      const after = parse(added);
      const list = memberOf(after.root, "a")!;
      expect(removeChild(after, list, elementsOf(list).at(-1)!)).toBe(text);
    }
  });
});
