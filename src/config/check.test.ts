import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { checkConfig } from "./check.ts";
import { unknownKeys } from "./unknown-keys.ts";

describe("unknownKeys", () => {
  const fixes = (document: unknown) => unknownKeys(document).map((note) => [note.path, note.fix]);

  test("slips of the pen at every depth: the nearest key is named", () => {
    const document = {
      tuii: 1,
      tui: { status_line: 1, Theme: 1, customStatusLine: { comand: 1 } },
    };
    expect(fixes(document)).toEqual([
      ["tuii", "did you mean `tui`?"],
      ["tui.status_line", "did you mean `tui.statusLine`?"],
      ["tui.Theme", "did you mean `tui.theme`?"],
      ["tui.customStatusLine.comand", "did you mean `tui.customStatusLine.command`?"],
    ]);
  });

  test("a word that is near nothing, as a setting that nothing reads: no guess", () => {
    expect(fixes({ notifications: true })).toEqual([["notifications", "remove it"]]);
    expect(fixes({ tui: { keyboardProtocol: "off" } })).toEqual([
      ["tui.keyboardProtocol", "remove it"],
    ]);
  });

  test("what stands below tui.items: not looked at", () => {
    const document = { tui: { items: { "git-brnch": { any: 1 }, model: { thing: 2 } } } };
    expect(fixes(document)).toEqual([]);
  });

  test("merge keys and `x-` blocks: no complaint", () => {
    expect(fixes({ "x-mine": 1, tui: { "<<": {} } })).toEqual([]);
  });

  test("hostile keys: cleaned, cut and few", () => {
    const hostile = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`\u001b]0;x\u0007${index}${"y".repeat(500)}`, 1]),
    );
    const notes = unknownKeys(hostile);
    expect(notes.length).toBe(20);
    expect(notes[0]?.path).toMatch(/^\?\?0\?x\?0y+$/);
    expect(notes[0]?.path.length).toBe(60);
    expect(unknownKeys([1]).length + unknownKeys(null).length + unknownKeys("x").length).toBe(0);
  });
});

describe("checkConfig", () => {
  let folder = "";
  beforeAll(() => {
    folder = fs.mkdtempSync(join(os.tmpdir(), "telltale-check-"));
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  const check = (text: string) => {
    fs.writeFileSync(join(folder, "c.yaml"), text);
    return checkConfig(join(folder, "c.yaml"));
  };

  test("a fine file and no file: nothing but information", async () => {
    expect(await check("tui:\n  statusLine: [model]\n")).toEqual([]);
    expect(await checkConfig(join(folder, "none"))).toMatchObject([{ level: "info" }]);
    expect(await checkConfig(undefined)).toMatchObject([{ level: "info" }]);
  });

  test("broken YAML: the line and the column, and no word of the file", async () => {
    const [note] = await check("tui:\n  theme: dark\n\tsecret: 1\n");
    expect(note).toMatchObject({ level: "error", path: join(folder, "c.yaml") });
    expect(note?.message).toContain("line 3");
    expect(note?.message).not.toContain("secret");
  });

  test.each([
    ["tui:\n  statusLine: [model,\n  layout: full\n", "a list or mapping that begins at line 2"],
    ["tui: [a, {b: 1]\n", "a list or mapping that begins at line 1"],
    ["tui: {a: [\n  b, c}\nx: 1\n", "a list or mapping that begins at line 1"],
    ["x: 1\r\ntui: {a: 1\r\n", "a list or mapping that begins at line 2"],
    ['x: [a]\ntui: "dark\nb: 1\n', "a quoted text that begins at line 2"],
  ])("%j: one error, named where it begins", async (text, begin) => {
    const notes = await check(text);
    expect(notes.map(({ message }) => message)).toEqual([
      `${begin} is not closed, so the defaults are used`,
    ]);
  });

  test("a key twice: a warning with the line, as the last one is used", async () => {
    const notes = await check("tui:\n  theme: dark\n  theme: light\n");
    expect(notes).toMatchObject([{ level: "warning" }]);
    expect(notes[0]?.message).toContain("line 3");
  });

  test("wrong values and unknown keys: both told", async () => {
    const notes = await check("tui:\n  theme: pink\n  layuot: full\n");
    expect(notes.map((note) => note.path)).toEqual(["tui.theme", "tui.layuot"]);
  });
});
