import { describe, expect, test } from "bun:test";
import { definitions, notice, pageCols, paragraph } from "./page.ts";

const FILE = { outIsTerminal: () => false };

test("no terminal: a page has 100 columns, and a message is one line", () => {
  expect(pageCols(FILE)).toBe(100);
  const message = "much too long ".repeat(20).trim();
  expect(notice(message, FILE)).toBe(`${message}\n`);
});

describe("a paragraph", () => {
  test("marks and hanging lines: as they are given, no line wider than asked", () => {
    const said = { text: "one two three four" };
    expect(paragraph(said, 12)).toEqual(["one two", "three four"]);
    expect(paragraph(said, 12, { first: "-> ", rest: "   " })).toEqual([
      "-> one two",
      "   three",
      "   four",
    ]);
    expect(paragraph(said, 12, { first: "# " })).toEqual(["# one two", "# three four"]);
  });

  test.each([
    ["telltale install claude-code", "telltale install claude-code"],
    ["telltale install claude-code --chain (or --replace)", "telltale install claude-code --chain"],
    ["telltale install claude-code, from there", "telltale install claude-code,"],
    [
      "see why: echo '{}' | telltale statusline --explain",
      "echo '{}' | telltale statusline --explain",
    ],
    [
      "telltale config set tui.statusLine '[a, b]', and tui.layout to items",
      "telltale config set tui.statusLine '[a, b]',",
    ],
    ["it is slow; see: npm run build, or --then", "npm run build,"],
    ["chmod +x /opt/my tools/telltale", "chmod +x /opt/my tools/telltale"],
    ["write keys and values, such as `tui: {}`", "`tui: {}`"],
  ])("%s: the call stays in one piece in its line", (text, call) => {
    const lines = paragraph({ text }, 10);
    expect(lines).toContain(call);
    expect(lines.join(" ")).toBe(text);
  });

  test("a message with who speaks: no call", () => {
    const text = "telltale config set: there is no key";
    expect(paragraph({ text }, 20)).toEqual(["telltale config set:", "there is no key"]);
  });

  test("a row that is painted: never broken", () => {
    const painted = "\x1b[1mone two\x1b[0m";
    expect(paragraph({ text: "one two", painted }, 5)).toEqual([painted]);
  });
});

describe("definitions", () => {
  const list = [
    { name: "a", sayings: [{ text: "one two" }, { text: "telltale x y", mark: "-> " }] },
    { name: "a-longer-name", sayings: [{ text: "three" }] },
  ];

  test("room for all: one column of names", () => {
    expect(definitions(list, 80)).toEqual([
      ["  a              one two", "                 -> telltale x y"],
      ["  a-longer-name  three"],
    ]);
  });

  test("less room: the name that is too wide stands alone", () => {
    expect(definitions(list, 20)).toEqual([
      ["  a  one two", "     -> telltale x y"],
      ["  a-longer-name", "     three"],
    ]);
  });

  test("a call that is wider than its column: further to the left, in one piece", () => {
    expect(definitions(list, 19)[0]).toEqual(["  a  one two", "  -> telltale x y"]);
  });

  test("a name of which nothing is said: alone", () => {
    expect(definitions([{ name: "b", sayings: [] }], 80)).toEqual([["  b"]]);
  });
});
