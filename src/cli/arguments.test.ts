import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ok } from "../base/result.ts";
import { parseArguments, printable } from "./arguments.ts";
import type { Command } from "./command.ts";

const COMMAND: Command = {
  name: "draw",
  summary: "Draws",
  usage: ["draw"],
  options: [
    { name: "width", value: "N", describe: "Columns" },
    { name: "color", value: "WHEN", choices: ["auto", "never"], describe: "Colours" },
    { name: "explain", describe: "Why" },
  ],
  examples: [],
  exitCodes: [],
  run: () => 0,
};
const parse = (...args: string[]) => {
  const parsed = parseArguments(COMMAND, args);
  return parsed.ok ? parsed.value : parsed.reason;
};

describe("options", () => {
  test("a value follows, or stands behind an equals sign", () => {
    const parsed = { options: { width: "80", color: "never" }, repeated: {}, operands: [] };
    expect(parse("--width", "80", "--color", "never")).toEqual(parsed);
    expect(parse("--width=80", "--color=never")).toEqual(parsed);
  });

  test("a value may be empty, hold an equals sign, or begin with a dash", () => {
    expect(parse("--width=")).toEqual({ options: { width: "" }, repeated: {}, operands: [] });
    expect(parse("--width=a=b")).toEqual({ options: { width: "a=b" }, repeated: {}, operands: [] });
    expect(parse("--width", "-5")).toEqual({
      options: { width: "-5" },
      repeated: {},
      operands: [],
    });
  });

  test("a flag is there or not, help has two names, the last value counts", () => {
    expect(parse("--explain")).toEqual({ options: { explain: true }, repeated: {}, operands: [] });
    for (const help of ["--help", "-h"])
      expect(parse(help)).toEqual({ options: { help: true }, repeated: {}, operands: [] });
    expect(parse("--width", "1", "--width=2")).toEqual({
      options: { width: "2" },
      repeated: {},
      operands: [],
    });
  });
});

describe("options with more to them", () => {
  const shown: Command = {
    ...COMMAND,
    options: [
      { name: "out", short: "o", value: "OUT", describe: "Where to" },
      { name: "param", value: "N=V", repeats: true, describe: "One of several" },
      { name: "quiet", short: "q", describe: "Nothing said" },
    ],
  };
  const globals = [{ name: "config", value: "FILE", describe: "A config" }];
  const read = (...args: string[]) => {
    const parsed = parseArguments(shown, args, { program: "other", globals });
    return parsed.ok ? parsed.value : parsed.reason;
  };

  test("a letter, with its value behind it or in one word; a flag's letter takes none", () => {
    const parsed = { options: { out: "x" }, repeated: { param: [] }, operands: [] };
    expect(read("-o", "x")).toEqual(parsed);
    expect(read("-ox")).toEqual(parsed);
    expect(read("-q")).toEqual({ ...parsed, options: { quiet: true } });
    expect(read("-qx")).toBe('it has no option "-qx"; see: other draw --help');
    expect(read("-o")).toBe("--out needs a value: --out OUT");
  });

  test("one that repeats: all values in order, none when it is not given", () => {
    expect(read("--param", "a=1", "x", "--param=a=2")).toEqual({
      options: { param: "a=2" },
      repeated: { param: ["a=1", "a=2"] },
      operands: ["x"],
    });
    expect(read("x")).toMatchObject({ repeated: { param: [] } });
  });

  test("one of the whole program: as if it were the command's own", () => {
    expect(read("--config=f", "a")).toMatchObject({ options: { config: "f" }, operands: ["a"] });
  });

  test("a command that reads its arguments by itself: all of them are operands", () => {
    const all: Command = { ...COMMAND, takesAll: true };
    const args = ["--help", "--", "-x", "a"];
    expect(parseArguments(all, args)).toEqual(ok({ options: {}, repeated: {}, operands: args }));
  });
});

test("operands keep their order among options; after two dashes everything is one", () => {
  expect(parse("a", "--explain", "-", "b", "--", "--width", "--")).toEqual({
    options: { explain: true },
    repeated: {},
    operands: ["a", "-", "b", "--width", "--"],
  });
});

test("of a command that takes a command: options end at the first operand or at two dashes", () => {
  const runs: Command = { ...COMMAND, takesCommand: true };
  const parsed = (...args: string[]) => parseArguments(runs, args);
  const operands = ["sh", "-c", "exit 4", "--", "--width"];
  const value = { options: { explain: true }, repeated: {}, operands };
  expect(parsed("--explain", ...operands)).toEqual(ok(value));
  expect(parsed("--explain", "--", ...operands)).toEqual(
    ok({ ...value, operandsAfterDashes: true }),
  );
  expect(parsed("--nope", "sh").ok).toBe(false);
});

describe("a call that cannot be understood names the argument and the right form", () => {
  test.each([
    [["--nope"], 'it has no option "--nope"; see: telltale draw --help'],
    [["--nope=5"], 'it has no option "--nope"; see: telltale draw --help'],
    [["-w"], 'it has no option "-w"; see: telltale draw --help'],
    [
      ["--widht=5"],
      'it has no option "--widht" (did you mean --width N?); see: telltale draw --help',
    ],
    [
      ["--explian"],
      'it has no option "--explian" (did you mean --explain?); see: telltale draw --help',
    ],
    [["--explain=yes"], "--explain takes no value"],
    [["--width"], "--width needs a value: --width N"],
    [["--color"], "--color needs a value: --color auto|never"],
    [["--color", "pink"], '--color is one of auto, never, not "pink"'],
    [["--__proto__", "x"], 'it has no option "--__proto__"; see: telltale draw --help'],
  ])("%j", (args, reason) => {
    expect(parse(...args)).toBe(reason);
  });

  test("an argument with control characters is repeated without them, and not at length", () => {
    expect(printable("\u001b[31m\n\u009b")).toBe('"\\u001b[31m\\n?"');
    expect(printable("x".repeat(500))).toBe(`"${"x".repeat(60)}"`);
  });
});

test("any arguments: options or a reason, never a control character in it", () => {
  const argument = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("--", "-", "--width", "--color=auto", "--explain"),
  );
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 6 }), (args) => {
      const parsed = parseArguments(COMMAND, args);
      if (!parsed.ok) expect(parsed.reason).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
});

test("a text that a message repeats: no line break, control or format character of any kind", () => {
  const hostile = "a\n\u001b\u009b\u2028\u2029\u202e\u200b\u{e0001}b";
  expect(printable(hostile)).toBe('"a\\n\\u001b??????b"');
});
