import { expect, test } from "bun:test";
import { corpusCases } from "../../../test/corpus/osc7501/corpus.ts";
import { displayText } from "./display.ts";

// covers: osc7501-display
test("every character that is not to be seen: gone, what stands around it stays", () => {
  const codePoints = [0x200e, 0x200f, 0x061c, 0xfeff, 0x00ad, 0x2028, 0x2029, 0xe0041, 0x1b, 0x9b];
  const ranges = [
    [0x202a, 0x202e],
    [0x2066, 0x2069],
    [0x200b, 0x200d],
    [0x2060, 0x2064],
    [0xfff9, 0xfffb],
  ] as const;
  for (const [from, to] of ranges) for (let at = from; at <= to; at++) codePoints.push(at);
  for (const codePoint of codePoints) {
    expect(displayText(`a${String.fromCodePoint(codePoint)}b`)).toBe("ab");
  }
});

test("markup, placeholders, blanks, other scripts: as they are", () => {
  const text = " <b>%s</b> {{x}} $(id) 日本 עברית é ½ ؀ ";
  expect(displayText(text)).toBe(text);
});

test("a long text: cut after 80 characters, whole ones, counted without the unseen", () => {
  const emoji = "😀".repeat(100);
  expect(displayText(`\u202e${emoji}`)).toBe("😀".repeat(80));
  expect(displayText("\u200b".repeat(500) + "x".repeat(80))).toBe("x".repeat(80));
  expect(displayText(emoji, { maxChars: 3 })).toBe("😀😀😀");
  expect(displayText("abc", { maxChars: 0 })).toBe("");
});

for (const { name, events, display } of corpusCases("accept")) {
  if (display === undefined) continue;
  test(`${name}: shown as written beside it`, () => {
    const reported = events.flatMap((event) => (event.event === "report" ? [event.record] : []));
    expect(displayText(reported.at(-1)?.title ?? "")).toBe(display.title);
  });
}
