import { describe, expect, test } from "bun:test";
import { fillBlocks } from "./blocks.ts";

const block = (name: string, body = "") => `<!-- generated: ${name} -->\n${body}<!-- end -->`;

describe("fillBlocks", () => {
  test("an empty block and an old one: filled, the text around them stays, twice is the same", () => {
    const text = `a\n\n${block("one")}\n\nb\n${block("two", "\nold\n\n")}\n`;
    const blocks = { one: "1 $& $1", two: "2" };
    const filled = fillBlocks(text, blocks);
    expect(filled).toBe(`a\n\n${block("one", "\n1 $& $1\n\n")}\n\nb\n${block("two", "\n2\n\n")}\n`);
    expect(fillBlocks(String(filled), blocks)).toBe(filled);
  });

  test.each([
    ["a block is missing", "", { one: "" }, "missing"],
    ["nobody generates a block", block("one"), {}, "nothing generates"],
    ["nobody generates a property's name", block("constructor"), {}, "nothing generates"],
    ["a block is there twice", `${block("one")}\n${block("one")}`, { one: "" }, "twice"],
    ["a block has no end", "<!-- generated: one -->\n", { one: "" }, "missing"],
  ])("%s: said", (_name, text, blocks, fault) => {
    expect(fillBlocks(text, blocks)).toEqual({ faults: [expect.stringContaining(fault)] });
  });
});
