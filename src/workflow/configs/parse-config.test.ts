import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseConfig } from "./parse-config.ts";

const FILE = "/p/.smllm/config.toml";

/** `line path: message` of each finding. */
function faults(text: string): readonly string[] {
  return parseConfig(text, FILE).findings.map(
    ({ line, path, message }) => `${line ?? "-"} ${path}: ${message}`,
  );
}

describe("parseConfig", () => {
  test("everything there is: read, with the lines of files", () => {
    const text = `# mine
[machines]
files = [
  "a.smllm.yaml", # the first
  "../b.smllm.yaml",
]

[idle]
on-enter = { text = "Hello." }

[state]
dir = "/var/lib/x"

[harness.claude]
without = ["mcp"]
`;
    expect(parseConfig(text, FILE)).toEqual({
      config: {
        files: [
          { path: "a.smllm.yaml", line: 4 },
          { path: "../b.smllm.yaml", line: 5 },
        ],
        idle: { onEnter: { text: "Hello." }, line: 9 },
        stateDir: "/var/lib/x",
        stateLine: expect.any(Number),
      },
      findings: [],
    });
  });

  test("empty, and with a table that says nothing: defaults, and an idle that is told", () => {
    expect(parseConfig("", FILE)).toEqual({
      config: { files: [], stateDir: "state" },
      findings: [],
    });
    expect(parseConfig("[machines]\n[idle]\n", FILE).config).toEqual({
      files: [],
      idle: {},
      stateDir: "state",
    });
  });

  // covers: smllm-config-strict
  test.each([
    ["[machines]\nfile = []", ["2 machines.file: the key file is not known"]],
    [
      "x = 1\n[machine]\n",
      ["1 x: the key x is not known", "2 machine: the key machine is not known"],
    ],
    ["[machines]\nfiles = 'a'", ["2 machines.files: it should be a list of strings"]],
    [
      "[machines]\nfiles = ['a', 1, '']",
      [
        "2 machines.files[1]: it should be the path of a machine file",
        "2 machines.files[2]: it should be the path of a machine file",
      ],
    ],
    ["machines = 3", ["1 machines: it should be a table"]],
    ["[[machines]]\nfiles = []", ["1 machines: it should be a table"]],
    ["[idle]\non-enter = {}", ["2 idle.on-enter: it needs either a file or a text"]],
    [
      "[idle]\non-enter = { file = 'a', text = 'b' }",
      ["2 idle.on-enter: it needs either a file or a text"],
    ],
    ["[idle]\non-enter = { text = 3 }", ["2 idle.on-enter.text: it should be a string"]],
    ["[idle]\non_enter = { text = 'x' }", ["2 idle.on_enter: the key on_enter is not known"]],
    ["[state]\ndir = ''", ["2 state.dir: it should be a path"]],
    ['[state]\ndir = "a\\u0000b"', ["2 state.dir: it should be a path"]],
    ["[harness]\nclaude = 1", ["2 harness.claude: it should be a table"]],
    [
      "[harness.claude]\nwithout = [1]",
      ["2 harness.claude.without: it should be a list of strings"],
    ],
    ["[harness.claude]\nwith = []", ["2 harness.claude.with: the key with is not known"]],
    ["[__proto__]\nfiles = []", ["1 __proto__: the key __proto__ is not known"]],
  ])("%j: unusable, each fault with its line", (text, expected) => {
    expect(parseConfig(text, FILE).config).toBeUndefined();
    expect(faults(text)).toEqual(expected);
  });

  test("no TOML: one fault with its line", () => {
    expect(faults("[machines]\nfiles = [\n")).toEqual([
      expect.stringMatching(/^\d : this is no TOML: /),
    ]);
    expect(faults("a = 1\na = 2\n")[0]).toStartWith("2 : this is no TOML");
  });

  test("keys of hostile text: clean and cut in what is said", () => {
    const text = `"\\u001b[31m${"x".repeat(500)}" = 1`;
    const [fault = ""] = faults(text);
    expect(fault).not.toContain("\u001b");
    expect(fault.length).toBeLessThan(250);
  });

  test("any text: a config or findings, never both, never a throw", () => {
    const word = fc.constantFrom(
      "[",
      "]",
      "machines",
      "files",
      "=",
      '"',
      "{",
      "}",
      "\n",
      "a",
      "'",
      ",",
      "1",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const { config, findings } = parseConfig(words.join(""), FILE);
        expect(config === undefined).toBe(findings.length > 0);
      }),
    );
  });
});
