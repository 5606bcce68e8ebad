/**
 * Colours of the semantic tones. True-colour values stand on the grid of the 256-colour palette, so
 * both depths look the same; the 16 colours are chosen by hand, since people give those any hue.
 */
import type { Rgb } from "./color.ts";
import type { ColorDepth, Environment } from "./color-depth.ts";
import type { RawColor, Tone } from "./span.ts";

/** The background for which colours are chosen. */
export type ThemeName = "dark" | "light";

type ColoredTone = Exclude<Tone, "plain">;

interface ToneColors {
  readonly rgb: Rgb;
  /** The same in the palette of 256, written down since every row needs it. */
  readonly index: number;
  /** Index 0..15; null leaves the terminal's own colour, which is always legible. */
  readonly ansi: number | null;
}

type Palette = Readonly<Record<ColoredTone, ToneColors>>;

const DARK: Palette = {
  text: { rgb: [0xe4, 0xe4, 0xe4], index: 254, ansi: null },
  muted: { rgb: [0xa8, 0xa8, 0xa8], index: 248, ansi: 7 },
  dim: { rgb: [0x6c, 0x6c, 0x6c], index: 242, ansi: 8 },
  accent: { rgb: [0x5f, 0xaf, 0xff], index: 75, ansi: 12 },
  signal: { rgb: [0x5f, 0xd7, 0xd7], index: 80, ansi: 14 },
  success: { rgb: [0x5f, 0xd7, 0x87], index: 78, ansi: 10 },
  warning: { rgb: [0xff, 0xd7, 0x5f], index: 221, ansi: 11 },
  error: { rgb: [0xff, 0x5f, 0x5f], index: 203, ansi: 9 },
  user: { rgb: [0x87, 0xaf, 0xff], index: 111, ansi: 12 },
  tool: { rgb: [0xaf, 0x87, 0xff], index: 141, ansi: 13 },
  code: { rgb: [0xff, 0xaf, 0x5f], index: 215, ansi: 3 },
};

const LIGHT: Palette = {
  text: { rgb: [0x1c, 0x1c, 0x1c], index: 234, ansi: null },
  muted: { rgb: [0x58, 0x58, 0x58], index: 240, ansi: 8 },
  dim: { rgb: [0x8a, 0x8a, 0x8a], index: 245, ansi: 8 },
  accent: { rgb: [0x00, 0x5f, 0xd7], index: 26, ansi: 4 },
  signal: { rgb: [0x00, 0x87, 0x87], index: 30, ansi: 6 },
  success: { rgb: [0x00, 0x87, 0x00], index: 28, ansi: 2 },
  warning: { rgb: [0xaf, 0x5f, 0x00], index: 130, ansi: 3 },
  error: { rgb: [0xd7, 0x00, 0x00], index: 160, ansi: 1 },
  user: { rgb: [0x00, 0x5f, 0xaf], index: 25, ansi: 4 },
  tool: { rgb: [0x87, 0x00, 0xaf], index: 91, ansi: 5 },
  code: { rgb: [0x87, 0x5f, 0x00], index: 94, ansi: 3 },
};

const PALETTES: Readonly<Record<ThemeName, Palette>> = { dark: DARK, light: LIGHT };

/**
 * The theme. `auto` reads `COLORFGBG` alone (`foreground;background`, palette indexes): a background
 * of 7 or 9..15 is light; everything else, and no variable, is dark.
 */
export function themeName(choice: ThemeName | "auto", env: Environment): ThemeName {
  if (choice !== "auto") return choice;
  if (env.COLORFGBG === undefined) return "dark";
  const background = /;(\d{1,2})$/.exec(env.COLORFGBG.trim())?.[1];
  if (background === undefined) return "dark";
  const index = Number(background);
  return index === 7 || (index >= 9 && index <= 15) ? "light" : "dark";
}

/** The colour of a tone; undefined means the terminal's own. */
export function toneColor(tone: Tone, theme: ThemeName, depth: ColorDepth): RawColor | undefined {
  if (tone === "plain" || depth === "none") return undefined;
  const { rgb, index, ansi } = PALETTES[theme][tone];
  if (depth === "16") return ansi ?? undefined;
  return depth === "256" ? index : rgb;
}
