import { describe, expect, test } from "bun:test";
import { paletteRgb } from "./color.ts";
import type { Tone } from "./span.ts";
import { type ThemeName, themeName, toneColor } from "./theme.ts";

const TONES: readonly Exclude<Tone, "plain">[] = [
  "text",
  "muted",
  "dim",
  "accent",
  "signal",
  "success",
  "warning",
  "error",
  "user",
  "tool",
  "code",
];

function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("themeName", () => {
  test.each([
    ["15;0", "dark"],
    ["0;15", "light"],
    ["0;7", "light"],
    ["15;8", "dark"],
    ["12;default;15", "light"],
    ["0;default", "dark"],
    ["", "dark"],
    ["light", "dark"],
    ["0;99", "dark"],
  ] as const)("auto with COLORFGBG=%j: %s", (COLORFGBG, name) => {
    expect(themeName("auto", { COLORFGBG })).toBe(name);
  });

  test("no variable is dark; a chosen theme does not ask", () => {
    expect(themeName("auto", {})).toBe("dark");
    expect(themeName("light", { COLORFGBG: "15;0" })).toBe("light");
    expect(themeName("dark", { COLORFGBG: "0;15" })).toBe("dark");
  });
});

describe("toneColor", () => {
  test("plain and depth none: the terminal's own", () => {
    expect(toneColor("plain", "dark", "truecolor")).toBeUndefined();
    expect(toneColor("error", "dark", "none")).toBeUndefined();
  });

  test.each<[Tone, ThemeName, number, number]>([
    ["accent", "dark", 0x5fafff, 75],
    ["accent", "light", 0x005fd7, 26],
    ["dim", "dark", 0x6c6c6c, 242],
    ["muted", "light", 0x585858, 240],
    ["tool", "dark", 0xaf87ff, 141],
    ["code", "light", 0x875f00, 94],
  ])("%s, %s: the design's value, and the same place of the 256", (tone, theme, hex, index) => {
    const rgb = [(hex >> 16) & 255, (hex >> 8) & 255, hex & 255];
    expect(toneColor(tone, theme, "truecolor")).toEqual(rgb as [number, number, number]);
    expect(toneColor(tone, theme, "256")).toBe(index);
  });

  test.each(["dark", "light"] as const)(
    "%s: every tone stands on the grid of 256 colours",
    (theme) => {
      for (const tone of TONES) {
        const index = toneColor(tone, theme, "256") as number;
        expect(paletteRgb(index)).toEqual(
          toneColor(tone, theme, "truecolor") as [number, number, number],
        );
      }
    },
  );

  test.each(["dark", "light"] as const)("%s: every tone is legible on its background", (theme) => {
    const ground = theme === "dark" ? 0 : 1;
    for (const tone of TONES) {
      const own = luminance(toneColor(tone, theme, "truecolor") as readonly number[]);
      const contrast = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
      expect(contrast, tone).toBeGreaterThan(tone === "dim" ? 3 : 4);
    }
  });

  test.each(["dark", "light"] as const)(
    "%s, 16 colours: an index of them, or the terminal's own",
    (theme) => {
      for (const tone of TONES) {
        const color = toneColor(tone, theme, "16");
        if (tone === "text") expect(color).toBeUndefined();
        else expect(color as number).toBeLessThan(16);
      }
    },
  );
});
