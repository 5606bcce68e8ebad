/** Colours brought down to what a terminal can show. Nearest by plain RGB distance. */
import type { ColorDepth } from "./color-depth.ts";
import type { RawColor } from "./span.ts";

/** A colour; each part 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const CUBE_FIRST = 16;
const GREY_FIRST = 232;
const GREYS = 24;
/** Channel values of the 6x6x6 cube of the 256-colour palette. */
const CUBE_LEVELS = [0, 95, 135, 175, 215, 255];

/** The 16 colours as xterm draws them; terminals differ, which is why themes choose by hand. */
const SIXTEEN: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

/** The colour in the depth; undefined where nothing may be coloured. */
export function toDepth(color: RawColor, depth: ColorDepth): RawColor | undefined {
  if (depth === "none") return undefined;
  if (typeof color === "number")
    return depth === "16" && color >= CUBE_FIRST ? nearest16(paletteRgb(color)) : color;
  if (depth === "truecolor") return color;
  return depth === "256" ? nearest256(color) : nearest16(color);
}

/** The nearest of the cube and the greys (16..255), never one of the 16 that people change. */
export function nearest256(rgb: Rgb): number {
  const steps = rgb.map(nearestLevel);
  const [red = 0, green = 0, blue = 0] = steps;
  const cube = CUBE_FIRST + 36 * red + 6 * green + blue;
  const mean = (rgb[0] + rgb[1] + rgb[2]) / 3;
  const grey = GREY_FIRST + Math.max(0, Math.min(GREYS - 1, Math.round((mean - 8) / 10)));
  return distance(rgb, paletteRgb(grey)) < distance(rgb, paletteRgb(cube)) ? grey : cube;
}

/** The nearest of the 16 colours, as xterm draws them. */
export function nearest16(rgb: Rgb): number {
  let best = 0;
  for (const [index, candidate] of SIXTEEN.entries())
    if (distance(rgb, candidate) < distance(rgb, SIXTEEN[best] ?? candidate)) best = index;
  return best;
}

/** What xterm draws for an index of the 256-colour palette. */
export function paletteRgb(index: number): Rgb {
  if (index >= GREY_FIRST) {
    const level = 8 + 10 * (index - GREY_FIRST);
    return [level, level, level];
  }
  if (index < CUBE_FIRST) return SIXTEEN[index] ?? [0, 0, 0];
  const at = index - CUBE_FIRST;
  return [level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6)];
}

function level(step: number): number {
  return CUBE_LEVELS[step] ?? 0;
}

function nearestLevel(value: number): number {
  let best = 0;
  for (let step = 1; step < CUBE_LEVELS.length; step++)
    if (Math.abs(value - level(step)) < Math.abs(value - level(best))) best = step;
  return best;
}

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
