import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_TOML_UNITS, parseTomlDocument, type TomlDocument } from "./toml.ts";
import { addTable, addToArray, setKey, type TomlInput } from "./toml-edit.ts";

function parse(text: string): TomlDocument {
  const document = parseTomlDocument(text);
  if (!document.ok) throw new Error(`${document.reason.reason} at ${document.reason.line}`);
  return document.value;
}

function reasonOf(text: string): string {
  const document = parseTomlDocument(text);
  return document.ok ? "none" : `${document.reason.line ?? "?"}: ${document.reason.reason}`;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("parseTomlDocument", () => {
  test("tables, dotted keys, inline tables, lists of tables: their values and lines", () => {
    const { value, lineOf } = parse(
      'top = "x"\n\n[machines]\nfiles = [\n  "a.yaml", # first\n  "b.yaml",\n]\n[idle]\non-enter = { file = "n.md" }\n' +
        "[[a.b]]\nc = 1\n[[a.b]]\nc.d = true\n",
    );
    expect(plain(value)).toEqual({
      top: "x",
      machines: { files: ["a.yaml", "b.yaml"] },
      idle: { "on-enter": { file: "n.md" } },
      a: { b: [{ c: 1 }, { c: { d: true } }] },
    });
    const lines = [
      ["top"],
      ["machines"],
      ["machines", "files"],
      ["machines", "files", 1],
      ["idle", "on-enter", "file"],
      ["a"],
      ["a", "b", 1],
      ["a", "b", 1, "c", "d"],
      ["nothing"],
    ].map(lineOf);
    expect(lines).toEqual([1, 3, 4, 6, 9, 10, 12, 13, undefined]);
  });

  test("numbers beyond the exact ones, dates, not-a-number: as what they are", () => {
    const { value } = parse("a = 9007199254740993\nb = 2024-01-02\nc = nan\nd = -0.0\n");
    expect(value.a).toBe(9007199254740993n);
    expect(value.b).toBeInstanceOf(Date);
    expect(value.c).toBeNaN();
  });

  test("a byte order mark and CRLF: no part of the values, and lines count on", () => {
    const { mark, value, lineOf } = parse("\uFEFFa = 1\r\n[b]\r\nc = 'x'\r\n");
    expect(mark).toBe("\uFEFF");
    expect(plain(value)).toEqual({ a: 1, b: { c: "x" } });
    expect(lineOf(["b", "c"])).toBe(3);
  });

  test("__proto__ and constructor: keys like any other, and nothing else gets them", () => {
    const { value } = parse("[__proto__]\npolluted = 1\n[constructor.prototype]\nx = 2\n");
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each([
    ["a = 1\na = 2", "2: a key is defined twice"],
    ["\n\na = ", "3: a value is missing"],
    ["a =\n\nb = 1\n", "1: a value is missing"],
    ["a = 1 b = 2", "1: something stands behind the end of a value"],
    ["[a\nb = 1", "2: the key, equals sign, and value must be on the same line"],
    ["a = 'x", "1: a string has no end"],
    ["a = nope", "1: here stands a character that does not fit"],
    ["a = { b = 1, }", "1: trailing comma is not permitted in an inline table"],
    ["\u001b[31m", "1: here stands a character that does not fit"],
  ])("%j is refused: %s", (text, reason) => {
    expect(reasonOf(text)).toBe(reason);
  });

  test("a hundred thousand levels, dots or characters: a reason within the cap, no crash", () => {
    const deep = 100_000;
    expect(reasonOf(`a = ${"[".repeat(deep)}${"]".repeat(deep)}`)).toContain("deep");
    expect(reasonOf(`a${".a".repeat(deep)} = 1`)).toContain("64 levels");
    expect(reasonOf(`a = ${"[".repeat(70)}${"]".repeat(70)}`)).toContain("64 levels");
    expect(reasonOf(`[a${".a".repeat(70)}]`)).toContain("64 levels");
    expect(reasonOf(`a = "${"x".repeat(MAX_TOML_UNITS)}"`)).toContain("longer than");
  });

  test("any text: a document or a reason, never a throw", () => {
    const pieces = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      "a",
      ".",
      "=",
      '"',
      "'",
      "\n",
      "#",
      ",",
      "1",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const document = parseTomlDocument(parts.join(""));
        expect(typeof document.ok).toBe("boolean");
      }),
    );
  });
});

describe("addToArray", () => {
  test.each([
    ["f = []", 'f = ["n"]'],
    ["f = [ ]", 'f = ["n"]'],
    ['f = ["a"] # end', 'f = ["a", "n"] # end'],
    ['f = [ "a" ]', 'f = [ "a", "n" ]'],
    ['f = ["a", ]', 'f = ["a", "n", ]'],
    ['f = [\n  "a",\n  "b", # two\n]\n', 'f = [\n  "a",\n  "b", # two\n  "n",\n]\n'],
    ['f = [\n\t"a",\n\t"b" # two, three\n]', 'f = [\n\t"a",\n\t"b", # two, three\n\t"n"\n]'],
    ['f = [\r\n  "a"\r\n]\r\n', 'f = [\r\n  "a",\r\n  "n"\r\n]\r\n'],
    ['f = [\n  "a"]', 'f = [\n  "a",\n  "n"]'],
    ["f = [ # none yet\n]", 'f = [ # none yet\n  "n",\n]'],
    ['f = ["a",\n     "b"]', 'f = ["a",\n     "b",\n     "n"]'],
  ])("%j becomes %j", (text, expected) => {
    expect(addToArray(parse(text), ["f"], "n")).toEqual({ ok: true, value: expected });
  });

  test("a list in an inline table: added there; no list: refused", () => {
    expect(addToArray(parse("m = { f = [1] }"), ["m", "f"], 2)).toEqual({
      ok: true,
      value: "m = { f = [1, 2] }",
    });
    expect(addToArray(parse("f = 1"), ["f"], 2).ok).toBe(false);
    expect(addToArray(parse("[[f]]\nx = 1"), ["f"], 2).ok).toBe(false);
  });
});

describe("setKey", () => {
  test.each([
    ["", "[t]\nk = 1\n"],
    ["[t]\nk = 9 # why\n", "[t]\nk = 1 # why\n"],
    ["[t]\n", "[t]\nk = 1\n"],
    ["[t] # x", "[t] # x\nk = 1"],
    ["[t]\n  a = 1 # x\n\n[u]\n", "[t]\n  a = 1 # x\n  k = 1\n\n[u]\n"],
    ["t = { a = 1 }\n", "t = { a = 1, k = 1 }\n"],
    ["t = {}\n", "t = { k = 1 }\n"],
    ["t.a = 1\nb = 2\n", "t.a = 1\nt.k = 1\nb = 2\n"],
    ["[t.u]\na = 1\n", "[t.u]\na = 1\n\n[t]\nk = 1\n"],
    ["# mine\r\n[u]\r\na = 1", "# mine\r\n[u]\r\na = 1\r\n\r\n[t]\r\nk = 1\r\n"],
    ["\uFEFF[t]\r\na = '''\r\nx'''\r\n", "\uFEFF[t]\r\na = '''\r\nx'''\r\nk = 1\r\n"],
  ])("%j gets t.k: %j", (text, expected) => {
    expect(setKey(parse(text), ["t"], "k", 1)).toEqual({ ok: true, value: expected });
  });

  test("a key of the root: above the first table, with its comments left alone", () => {
    expect(setKey(parse("a = 1\n\n[t]\nb = 2\n"), [], "k", true)).toEqual({
      ok: true,
      value: "a = 1\nk = true\n\n[t]\nb = 2\n",
    });
    expect(setKey(parse("[t]\nb = 2\n"), [], "k", true)).toEqual({
      ok: true,
      value: "k = true\n\n[t]\nb = 2\n",
    });
  });

  test.each([["[[t]]\na = 1\n"], ["t = 3\n"], ["[t.k]\nx = 1\n"], ["t = [{ a = 1 }]\n"]])(
    "%j is refused: another thing is in the way",
    (text) => {
      expect(setKey(parse(text), ["t"], "k", 1).ok).toBe(false);
    },
  );

  test("strings and keys with quotes, controls, dots: read back as they were", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (value, key) => {
        const text = setKey(parse("[t] # c\n"), ["t"], key, value.toWellFormed());
        expect(text.ok).toBe(true);
        if (text.ok) expect(parse(text.value).value.t).toEqual({ [key]: value.toWellFormed() });
      }),
    );
  });
});

describe("addTable", () => {
  test("a table in the end, after one blank line; a second one of the name: refused", () => {
    const members: readonly (readonly [string, TomlInput])[] = [
      ["command", "smllm"],
      ["args", ["mcp"]],
    ];
    const added = '[mcp_servers.smllm]\ncommand = "smllm"\nargs = ["mcp"]\n';
    const path = ["mcp_servers", "smllm"];
    for (const [text, glue] of [
      ["", ""],
      ["a = 1", "\n\n"],
      ["a = 1\n", "\n"],
      ["a = 1\n\n", ""],
    ]) {
      expect(addTable(parse(text ?? ""), path, members)).toEqual({
        ok: true,
        value: `${text}${glue}${added}`,
      });
    }
    expect(addTable(parse(added), path, members).ok).toBe(false);
    expect(addTable(parse("mcp_servers = 1"), path, members).ok).toBe(false);
  });

  test("any document of tables and comments: every other line stands as it stood", () => {
    const line = fc.constantFrom(
      "# note",
      "",
      "  x = 1",
      "[a]",
      "[b.c]",
      "y.z = 'q'",
      "l = [1,\n2]",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, crlf) => {
        const text = lines.join(crlf ? "\r\n" : "\n");
        const document = parseTomlDocument(text);
        if (!document.ok) return;
        const set = setKey(document.value, ["t"], "k", "v");
        if (!set.ok) throw new Error(set.reason);
        expect(set.value.startsWith(text)).toBe(true);
      }),
    );
  });
});
