import { expect, test } from "bun:test";
import { cellOf, formsOf } from "../../testing/item-forms.ts";
import { plainText } from "../../text/span.ts";
import { customCommand } from "./custom-command.ts";
import type { RenderOptions } from "./item.ts";

const forms = (stdout: string, own: Partial<RenderOptions> = {}) =>
  formsOf(customCommand, [{ kind: "custom-printed", stdout }], own);
const ANSI = { itemOptions: { colorMode: "ansi" } };

test("a long line: cut to 60, 24 and 12 columns, the ellipsis included", () => {
  const stdout = "x".repeat(80);
  expect(forms(stdout)).toEqual([
    `<muted>${"x".repeat(59)}…`,
    `<muted>${"x".repeat(23)}…`,
    `<muted>${"x".repeat(11)}…`,
  ]);
});

test("short output has one form", () => {
  expect(forms("build ok\n")).toEqual(["<muted>build ok"]);
  expect(forms("x".repeat(60))).toHaveLength(3);
  expect(forms("x".repeat(60))[0]).toBe(`<muted>${"x".repeat(60)}`);
});

test("only the first line is shown, trimmed", () => {
  expect(forms("  one  \r\ntwo\nthree")).toEqual(["<muted>one"]);
});

test.each(["", "\n\n", "   ", "\u001b[31m\u001b[0m"])("output %p: absent", (stdout) => {
  expect(forms(stdout)).toEqual([]);
  expect(forms(stdout, ANSI)).toEqual([]);
});

test("no successful run, or cleared output: absent", () => {
  expect(formsOf(customCommand, [])).toEqual([]);
  const gone = [{ kind: "custom-printed", stdout: "old" }, { kind: "custom-cleared" }] as const;
  expect(formsOf(customCommand, gone)).toEqual([]);
});

test("colours are kept only where the option asks for them", () => {
  const stdout = "\u001b[32mok\u001b[0m then \u001b[38;5;200mpink";
  expect(forms(stdout)[0]).toBe("<muted>ok then pink");
  expect(forms(stdout, ANSI)[0]).toBe("<fg=2>ok<> then <fg=200>pink");
});

test("a bold or a colon form takes its whole sequence away", () => {
  expect(forms("\u001b[1;31ma\u001b[38:5:3mb", ANSI)).toEqual(["<>ab"]);
});

test("a line that fits its cut in ASCII mode is not cut; a longer one ends in dots", () => {
  const made = cellOf(customCommand, [{ kind: "custom-printed", stdout: "y".repeat(80) }], {
    ascii: true,
  });
  expect(made?.forms.map((form) => plainText(form).length)).toEqual([60, 24, 12]);
  expect(plainText(made?.forms[2] ?? [])).toBe("yyyyyyyyy...");
});
