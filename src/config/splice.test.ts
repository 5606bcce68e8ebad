import { describe, expect, test } from "bun:test";
import { spliceKey } from "./splice.ts";

const LIST = ["current-dir", "git-branch"];

async function after(text: string, path: string, value: unknown): Promise<string> {
  const result = await spliceKey(text, path.split("."), value);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.value;
}

describe("spliceKey sets", () => {
  const cases: [title: string, before: string, path: string, value: unknown, after: string][] = [
    [
      "into an empty text",
      "",
      "tui.statusLine",
      LIST,
      "tui:\n  statusLine:\n    - current-dir\n    - git-branch\n",
    ],
    ["behind comments only", "# mine", "lang", "en", "# mine\nlang: en\n"],
    ["behind a document start", "# a\n---\n", "lang", "en", "# a\n---\nlang: en\n"],
    ["before a document end", "a: 1\n...\n", "lang", "en", "a: 1\nlang: en\n...\n"],
    [
      "a key whose parent is missing",
      "a: 1 # x\n\n# end\n",
      "tui.theme",
      "dark",
      "a: 1 # x\ntui:\n  theme: dark\n\n# end\n",
    ],
    [
      "without a line end at the end of the file",
      "a: 1",
      "tui.theme",
      "dark",
      "a: 1\ntui:\n  theme: dark",
    ],
    [
      "below an empty parent with a comment",
      "tui: # c\nb: 1\n",
      "tui.theme",
      "dark",
      "tui: # c\n  theme: dark\nb: 1\n",
    ],
    [
      "below a parent that is null",
      "tui: ~ # c\n",
      "tui.theme",
      "dark",
      "tui: { theme: dark } # c\n",
    ],
    [
      "in a flow parent",
      "tui: {a: 1,b: 2} # c\n",
      "tui.statusLine",
      LIST,
      "tui: {a: 1,b: 2, statusLine: [current-dir, git-branch]} # c\n",
    ],
    [
      "in a flow parent over lines with a last comma",
      "tui: {\n  a: 1, # c\n  # d\n}\n",
      "tui.links",
      true,
      "tui: {\n  a: 1, links: true, # c\n  # d\n}\n",
    ],
    [
      "in an empty flow root",
      "{}\n",
      "tui.customStatusLine.command",
      "on",
      '{ tui: { customStatusLine: { command: "on" } } }\n',
    ],
    [
      "with CRLF and four columns",
      "a: 1\r\ntui:\r\n    b: 2\r\n",
      "tui.statusLine",
      ["x"],
      "a: 1\r\ntui:\r\n    b: 2\r\n    statusLine:\r\n        - x\r\n",
    ],
    [
      "with dashes below the key, as elsewhere in the file",
      "a:\n- 1\n",
      "tui.statusLine",
      ["x"],
      "a:\n- 1\ntui:\n  statusLine:\n  - x\n",
    ],
    [
      "a block list for a block list",
      "tui:\n  statusLine: # mine\n  # why\n  - a # one\n  - b # two\n\n  # theme\n  theme: dark\n",
      "tui.statusLine",
      ["x"],
      "tui:\n  statusLine: # mine\n  # why\n  - x\n\n  # theme\n  theme: dark\n",
    ],
    [
      "an empty list for a block list",
      "tui:\n  statusLine: # mine\n    - a\n    - b\n  theme: dark\n",
      "tui.statusLine",
      [],
      "tui:\n  statusLine: [] # mine\n  theme: dark\n",
    ],
    [
      "a flow list for a flow list",
      "tui:\n  statusLine: [ a,b ] # c\n",
      "tui.statusLine",
      LIST,
      "tui:\n  statusLine: [current-dir, git-branch] # c\n",
    ],
    [
      "a list for nothing, at the end of the file",
      "tui:\n  statusLine:",
      "tui.statusLine",
      ["x"],
      "tui:\n  statusLine:\n    - x",
    ],
    [
      "a scalar for a folded text",
      "tui:\n  theme: >-\n    da\n    rk\n\n  b: 1\n",
      "tui.theme",
      "light",
      "tui:\n  theme: light\n\n  b: 1\n",
    ],
    [
      "a scalar on the line below its key",
      "tui:\n  theme:\n    dark # c\n",
      "tui.theme",
      "light",
      "tui:\n  theme:\n    light # c\n",
    ],
    [
      "a scalar with a tag",
      "tui:\n  theme: !!str dark # c\n",
      "tui.theme",
      "light",
      "tui:\n  theme: light # c\n",
    ],
    [
      "behind a text that keeps its blank lines",
      "tui:\n  c: |+\n    text\n\nb: 1\n",
      "tui.theme",
      "dark",
      "tui:\n  c: |+\n    text\n\n  theme: dark\nb: 1\n",
    ],
    [
      "quoted keys",
      "\"tui\":\n  'theme': dark\n",
      "tui.theme",
      "light",
      "\"tui\":\n  'theme': light\n",
    ],
    [
      "with a byte order mark",
      "\uFEFFtui:\n  theme: dark\n",
      "tui.theme",
      "light",
      "\uFEFFtui:\n  theme: light\n",
    ],
    [
      "an own copy in the place of an alias",
      "x: &s\n  a: 1 # c\ntui: *s # t\n",
      "tui.theme",
      "dark",
      "x: &s\n  a: 1 # c\ntui: { a: 1, theme: dark } # t\n",
    ],
    [
      "a value that is an alias",
      "x: &s [a]\ntui:\n  statusLine: *s\n",
      "tui.statusLine",
      ["b"],
      "x: &s [a]\ntui:\n  statusLine: [b]\n",
    ],
    [
      "over a merged key",
      "x: &s\n  theme: light\ntui:\n  <<: *s\n",
      "tui.theme",
      "dark",
      "x: &s\n  theme: light\ntui:\n  <<: *s\n  theme: dark\n",
    ],
    [
      "lines with groups",
      "tui:\n  a: 1\n",
      "tui.lines",
      [{ left: ["a", { item: "b", max: 3 }], separator: " │ " }],
      'tui:\n  a: 1\n  lines:\n    - left: [a, { item: b, max: 3 }]\n      separator: " │ "\n',
    ],
  ];
  for (const [title, before, path, value, expected] of cases) {
    test(`${title}: only what is meant`, async () => {
      expect(await after(before, path, value)).toBe(expected);
      expect(await after(expected, path, value)).toBe(expected);
    });
  }
});

describe("spliceKey removes", () => {
  const cases: [title: string, before: string, path: string, after: string][] = [
    [
      "a key among others, with its comment",
      "tui:\n  theme: dark # c\n  # d\n  links: true\n",
      "tui.theme",
      "tui:\n  # d\n  links: true\n",
    ],
    [
      "a block list",
      "tui:\n  statusLine:\n  - a # one\n  - b\n  links: true\n",
      "tui.statusLine",
      "tui:\n  links: true\n",
    ],
    [
      "the only key, with its parent",
      "a: 1\ntui:\n  theme: dark\nb: 2\n",
      "tui.theme",
      "a: 1\nb: 2\n",
    ],
    [
      "the only key of a parent with a comment, which stays",
      "tui:\n  # note\n  theme: dark\nb: 2\n",
      "tui.theme",
      "tui:\n  # note\nb: 2\n",
    ],
    ["the only key of the file", "tui:\n  theme: dark\n", "tui.theme", ""],
    [
      "the first of a flow parent",
      "tui: { theme: dark, links: true }\n",
      "tui.theme",
      "tui: { links: true }\n",
    ],
    [
      "the last of a flow parent",
      "tui: { theme: dark, links: true }\n",
      "tui.links",
      "tui: { theme: dark }\n",
    ],
    ["the only one of a flow parent", "tui: { theme: dark }\n", "tui.theme", "tui: {}\n"],
    ["a key that is not there", "tui:\n  a: 1\n", "tui.theme", "tui:\n  a: 1\n"],
    ["a key below a parent that is not there", "# x\n", "tui.theme", "# x\n"],
    ["the last line, with no line end", "a: 1\ntui:\n  theme: dark", "tui.theme", "a: 1\n"],
  ];
  for (const [title, before, path, expected] of cases) {
    test(`${title}: only what is meant`, async () => {
      expect(await after(before, path, undefined)).toBe(expected);
    });
  }
});

describe("spliceKey refuses", () => {
  const secret = "hunter2";
  const cases: [title: string, text: string, path: string, value: unknown, reason: RegExp][] = [
    ["broken YAML, with its line", `a: 1\nb: [${secret}\n`, "lang", "en", /line \d/],
    [
      "a key that stands twice",
      `${secret}: 1\n${secret}: 2\n`,
      "lang",
      "en",
      /a key appears twice.* at line 2/,
    ],
    ["two documents", "a: 1\n---\nb: 2\n", "lang", "en", /line 2/],
    ["an unknown alias", `a: *${secret}\n`, "lang", "en", /YAML/],
    ["a root that is a list", `- ${secret}\n`, "lang", "en", /no mapping/],
    ["a root that is a text", `${secret}\n`, "lang", "en", /no mapping/],
    ["a parent that is a text", `tui: ${secret}\n`, "tui.theme", "dark", /no mapping/],
    ["a parent that is a list", `tui: [${secret}]\n`, "tui.theme", "dark", /no mapping/],
    [
      "a block that others are aliases of",
      `tui: &${secret}\n  theme: a\nb: *${secret}\n`,
      "tui.theme",
      "dark",
      /anchor/,
    ],
    [
      "a value that others are aliases of",
      "tui:\n  theme: &t a\nb: *t\n",
      "tui.theme",
      "dark",
      /by hand/,
    ],
    [
      "removing a key that is merged in",
      "x: &s\n  theme: light\ntui:\n  <<: *s\n",
      "tui.theme",
      undefined,
      /anchor/,
    ],
    [
      "hiding merged keys of a parent",
      "x: &s\n  tui: {a: 1}\n<<: *s\n",
      "tui.theme",
      "dark",
      /anchor/,
    ],
    ["a value YAML cannot hold", "a: 1\n", "lang", () => 1, /cannot be written/],
    ["a number that is none", "a: 1\n", "lang", Number.NaN, /cannot be written/],
    ["a key with a meaning to objects", "a: 1\n", "__proto__.x", 1, /key/],
    ["a key that is a list", `? [${secret}]\n: 1\n`, "lang", "en", /key/],
    ["keys within keys", `a: 1\n${"? ".repeat(3000)}\n`, "lang", "en", /key/],
    ["brackets without end", "[".repeat(50_000), "lang", "en", /YAML|intricate/],
    ["a bomb of aliases", bomb(), "lang", "en", /intricate|YAML/],
  ];
  for (const [title, text, path, value, reason] of cases) {
    test(`${title}: with a reason that does not quote the file`, async () => {
      const result = await spliceKey(text, path.split("."), value);
      expect(!result.ok && result.reason).toMatch(reason);
      expect(!result.ok && result.reason).not.toContain(secret);
    });
  }
});

function bomb(): string {
  const rows = Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(", ")}]`,
  );
  return ["a0: &a0 [x, x, x]", ...rows].join("\n");
}
