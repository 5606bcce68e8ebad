import { describe, expect, test } from "bun:test";
import { keyHint, keyLabel } from "./key-label.ts";
import { KEYS } from "./keys.ts";
import { textsIn } from "./texts/texts.ts";

/** A key in another form than the one that all texts share. */
const OTHER_FORM =
  /\b(esc|enter|tab|space|escape)\b|\bESC\b|Escape|(ctrl|alt|shift)\+|\b(Ctrl|Alt|Shift)\+[a-z]|\b[Pp]age (up|down)\b|up\/down|Up\/Down|上\/下|空格/;

/** Every text of a catalogue; those that are made are made with numbers and words. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") {
    const made: unknown = Reflect.apply(value, undefined, [2, "x"]);
    return typeof made === "string" ? [made] : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOf);
}

describe("keys in texts", () => {
  test.each(["en", "zh-Hans"] as const)("%s: one form for all of them", (language) => {
    const texts = textsOf(textsIn(language));
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => OTHER_FORM.test(text))).toEqual([]);
  });

  test("names of keys are shown in that form", () => {
    const shown = KEYS.flatMap(({ keys }) => keys.map(keyLabel));
    expect(shown.filter((text) => OTHER_FORM.test(text))).toEqual([]);
    expect(
      ["escape", "ctrl+o", "shift+tab", "alt+enter", "pageup", "ctrl+home"].map(keyLabel),
    ).toEqual(["Esc", "Ctrl+O", "Shift+Tab", "Alt+Enter", "PageUp", "Ctrl+Home"]);
    expect(["up", "down"].map(keyLabel)).toEqual(["↑", "↓"]);
  });

  test("ASCII mode: words in place of arrows", () => {
    expect(keyHint("↑↓ select · ←→ reorder · ↑", { isAscii: true })).toBe(
      "up/down select · left/right reorder · up",
    );
    expect(keyHint("↑↓ select", { isAscii: false })).toBe("↑↓ select");
  });
});
