import { describe, expect, test } from "bun:test";
import { nearest16, nearest256, paletteRgb, toDepth } from "./color.ts";

describe("nearest colours", () => {
  test("every colour of the cube and the greys: itself", () => {
    for (let index = 16; index < 256; index++) {
      expect(paletteRgb(nearest256(paletteRgb(index)))).toEqual(paletteRgb(index));
    }
  });

  test.each([
    [[0, 0, 0], 16, 0],
    [[255, 255, 255], 231, 15],
    [[254, 3, 1], 196, 9],
    [[128, 128, 128], 244, 8],
    [[40, 200, 101], 41, 2],
  ] as const)("%j: %d of 256, %d of 16", (rgb, of256, of16) => {
    expect(nearest256(rgb)).toBe(of256);
    expect(nearest16(rgb)).toBe(of16);
  });
});

test("toDepth: the 16 colours pass every depth, others come down", () => {
  expect(toDepth(3, "16")).toBe(3);
  expect(toDepth(3, "truecolor")).toBe(3);
  expect(toDepth(196, "256")).toBe(196);
  expect(toDepth(196, "16")).toBe(9);
  expect(toDepth([255, 0, 0], "truecolor")).toEqual([255, 0, 0]);
  expect(toDepth([255, 0, 0], "256")).toBe(196);
  expect(toDepth([255, 0, 0], "16")).toBe(9);
  expect(toDepth([255, 0, 0], "none")).toBeUndefined();
});
