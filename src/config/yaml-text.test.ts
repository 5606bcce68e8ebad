import { expect, test } from "bun:test";
import { flowText } from "./yaml-text.ts";

test.each([
  ["\u202egnp.exe", '"\\u202egnp.exe"'],
  ["a\u009b31m", '"a\\u009b31m"'],
  ["tag \u{e0041}", '"tag \\U000e0041"'],
  ["zero\u200bwidth", '"zero\\u200bwidth"'],
])(
  "text %p is written without the character that nobody would see, and reads back",
  (text, yaml) => {
    expect(flowText(text)).toBe(yaml);
    expect(Bun.YAML.parse(flowText(text))).toBe(text);
  },
);
