import { expect, test } from "bun:test";
import { checkParams, repeatedParam } from "./check-params.ts";
import type { GivenParams } from "./reply.ts";

const matches = (pattern: string, value: string) => ({ found: new RegExp(pattern).test(value) });
const DECLARED = [
  { name: "why", required: true },
  { name: "size", required: false, enum: ["small", "large"] },
  { name: "id", required: false, pattern: "^T-" },
] as const;

// covers: smllm-engine-params
test("parameters: checked in their order, unknown ones first, kept as declared", () => {
  const rows: readonly (readonly [given: GivenParams, result: string | GivenParams])[] = [
    [[], "why"],
    [[["other", ""]], "other"],
    [
      [
        ["size", "huge"],
        ["other", ""],
      ],
      "other",
    ],
    [[["size", "huge"]], "needs the param why"],
    [
      [
        ["id", "x"],
        ["size", "huge"],
        ["why", ""],
      ],
      "small, large",
    ],
    [
      [
        ["id", "x"],
        ["why", ""],
      ],
      "^T-",
    ],
    [[["why", ""]], [["why", ""]]],
    [
      [
        ["id", "T-1"],
        ["why", "a"],
        ["size", "small"],
        ["why", "b"],
      ],
      [
        ["why", "a"],
        ["size", "small"],
        ["id", "T-1"],
      ],
    ],
    [
      [
        ["__proto__", "x"],
        ["why", "a"],
      ],
      "__proto__",
    ],
  ];
  for (const [given, result] of rows) {
    const checked = checkParams("go", DECLARED, given, matches);
    if (typeof result === "string") {
      expect(checked).toMatchObject({ ok: false, reason: expect.stringContaining(result) });
    } else expect(checked).toEqual({ ok: true, value: result });
  }
});

test("an event without parameters: says so; a pattern that the host cannot tell: the method is named", () => {
  expect(checkParams("go", [], [["a", "1"]], matches)).toMatchObject({
    reason: expect.stringContaining("takes no params"),
  });
  const faulty = () => ({ found: true, fault: "host method isMatch failed: no" });
  expect(
    checkParams(
      "go",
      DECLARED,
      [
        ["why", ""],
        ["id", "T-1"],
      ],
      faulty,
    ),
  ).toMatchObject({
    reason: expect.stringContaining("isMatch"),
  });
});

test("a parameter given twice: named", () => {
  expect(
    repeatedParam("enter", [
      ["a", "1"],
      ["b", "1"],
      ["a", "1"],
    ]),
  ).toContain('"a"');
  expect(
    repeatedParam("enter", [
      ["a", "1"],
      ["b", "1"],
    ]),
  ).toBeUndefined();
});

test("half a million parameters: looked through once", () => {
  const given = Array.from({ length: 500_000 }, (_, index) => [`p${index}`, ""] as const);
  expect(repeatedParam("enter", given)).toBeUndefined();
  expect(repeatedParam("enter", [...given, ["p499999", ""]])).toContain('"p499999"');
});
