import { describe, expect, test } from "bun:test";
import { findingsOf, machineText } from "../../testing/machine-findings.ts";
import { MAX_MACHINE_BYTES, MAX_NODES } from "./limits.ts";
import { parseMachine } from "./parse-machine.ts";

const STATES = ["Z: { type: final }", "A: { on: { go: Z } }"];
const SOUND = machineText(STATES);
/** Far above what the worst text takes here, far below what a person would call a hang. */
const WORST_MS = 20_000;

/** Line, message and hint of each finding. */
function told(text: string): readonly string[] {
  const { findings, machine } = parseMachine(text, "/m.yaml");
  expect(machine).toBeUndefined();
  return findings.map(({ line, message, hint, rule, path }) => {
    expect([rule, path]).toEqual(["CFG-1", ""]);
    return hint === undefined ? `${line} ${message}` : `${line} ${message}, ${hint}`;
  });
}

describe("text that is no YAML", () => {
  test.each([
    [
      "a list without its end",
      `${SOUND}x: [a,\ny: 1\n`,
      "7 a list or mapping that begins here is not closed",
    ],
    [
      "a quote without its end",
      `${SOUND}x: "a\ny: 1\n`,
      "7 a quoted text that begins here is not closed",
    ],
    [
      "a tab before a key",
      `${SOUND}x:\n\ty: 1\n`,
      "8 a tab indents a line (YAML takes blanks only), column 1",
    ],
    ["a second document", `${SOUND}---\nx: 1\n`, "7 a second document begins, column 1"],
    [
      "a colon in a text between braces",
      `${SOUND}x: { y: Do: it }\n`,
      "7 a comma is missing, or quotes around a text with a colon, column 9",
    ],
    [
      "a colon in a text",
      `${SOUND}x: Do: it\n`,
      "7 quotes are missing around a text with a colon or a sign of YAML, column 4",
    ],
    [
      "a text that begins with a sign",
      `${SOUND}x: \`ls\`\n`,
      "7 a text begins with a sign of YAML (it needs quotes), column 4",
    ],
    [
      "a pattern in double quotes",
      `${SOUND}x: "\\d+"\n`,
      "7 a backslash in double quotes means something else (single quotes keep it), column 5",
    ],
    [
      "a key without a colon",
      `${SOUND}x:\n  y\n  z: 1\n`,
      "8 a key has no colon with a blank after it, column 3",
    ],
    [
      "something below a last key",
      `${SOUND}x: 1\ny\n`,
      "8 a sign is missing, such as a colon or a comma, column 1",
    ],
    [
      "a word behind a quoted text",
      `${SOUND}x: "a" b\n`,
      "7 something stands where it does not belong, column 8",
    ],
    ["a bracket too many", `${SOUND}x: a ]\n  : [\n`, "8 "],
    ["many faults", "]\n".repeat(2000), "1 "],
  ])("%s: one finding at its line", (_about, text, start) => {
    const all = told(text);
    expect(all).toHaveLength(1);
    expect(all[0]).toStartWith(start);
  });
});

describe("YAML that the format has no use for", () => {
  test("anchors and aliases: followed, wherever they stand", () => {
    const states = [
      "Z: { type: final, entry: &say { type: prompt, params: { text: &t Hello } } }",
      "A: &a { entry: [*say, { type: prompt, params: { text: *t } }], on: { go: Z } }",
      "B: { meta: { entryPoint: true }, exit: *say, on: { &n back: Z, *n : Z } }",
    ];
    expect(findingsOf(machineText(states))).toEqual(["7 error states.B.on.back CFG-1"]);
    expect(findingsOf(machineText(states).replace(", *n : Z", ""))).toEqual([]);
  });

  test("an anchor that is set anew: the last before the alias counts", () => {
    const states = [
      "Z: { type: final, description: &t one }",
      "A: { description: &t two, entry: { type: prompt, params: { text: *t } }, on: { go: Z } }",
    ];
    const { machine } = parseMachine(machineText(states), "/m.yaml");
    expect(machine?.states[1]?.entry[0]?.actions).toEqual([
      { kind: "prompt", prompt: { text: "two" } },
    ]);
  });

  test("what an alias repeats: its places are where it is used, its inner lines where it stands", () => {
    const states = [
      "Z: { type: final }",
      "A:",
      "  on: &on",
      "    go: NOWHERE",
      "B: { meta: { entryPoint: true }, on: *on }",
    ];
    expect(findingsOf(machineText(states))).toEqual([
      "8 error states.A.on.go CFG-3",
      "8 error states.B.on.go CFG-3",
    ]);
  });

  test.each([
    ["an alias without an anchor", "x: *nope", "7 "],
    ["an anchor inside itself", "x: &x [*x]", "7 the anchor x contains itself"],
    ["a merge key", "<<: { a: 1 }", "7 merge keys have no meaning here, write the keys out"],
    ["a tag", "x: !foo 1", "7 the tag !foo has no meaning here, remove it"],
    [
      "a tag of bytes",
      "x: !!binary aGk=",
      "7 the tag tag:yaml.org,2002:binary has no meaning here, remove it",
    ],
    ["a tag on a key", "!foo x: 1", "7 a key is no plain text"],
    ["a mapping as a key", "? { a: 1 }\n: 2", "7 a key is no plain text"],
    ["no key", ": 2", "7 a key is missing before the colon"],
  ])("%s: told at its line", (_about, line, start) => {
    const all = told(`${SOUND}${line}\n`);
    expect(all).toHaveLength(1);
    expect(all[0]).toStartWith(start);
  });

  test("tags that say what is so: nothing", () => {
    const text = machineText(STATES)
      .replace("id: m", "id: !!str 12")
      .replace("meta: {", "meta: !!map {");
    expect(parseMachine(text, "/m.yaml").machine?.id).toBe("12");
  });

  test("a file that says it is YAML 1.1: read as 1.2, where on and yes are texts", () => {
    const text = `%YAML 1.1\n---\n${machineText(["Z: { type: final }", "A: { on: { yes: Z } }"])}`;
    const { machine, findings } = parseMachine(text, "/m.yaml");
    expect(findings).toEqual([]);
    expect(machine?.states[1]?.on[0]?.event).toBe("yes");
  });

  test("a byte order mark and CRLF: read, with the right lines", () => {
    const text = `\ufeff${machineText([...STATES, "B: { on: { go: NOWHERE } }"])}`;
    expect(findingsOf(text.replaceAll("\n", "\r\n"))).toEqual(["7 error states.B.on.go CFG-3"]);
  });
});

// covers: smllm-hostile-machine
describe("bounds", () => {
  const bomb = (levels: number): string => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level <= levels; level += 1) {
      const aliases = Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ");
      lines.push(`a${level}: &a${level} [${aliases}]`);
    }
    return `${SOUND}${lines.join("\n")}\n`;
  };

  test("a bomb of aliases: one finding", () => {
    const all = told(bomb(9));
    expect(all).toEqual([`7 the file has more than ${MAX_NODES} values, aliases included`]);
  });

  test("a file of the largest size: read; a byte more: refused", () => {
    const filled = `${SOUND}#${"x".repeat(MAX_MACHINE_BYTES - SOUND.length - 1)}`;
    expect(filled).toHaveLength(MAX_MACHINE_BYTES);
    expect(findingsOf(filled)).toEqual([]);
    expect(told(`${filled}x`)).toEqual([
      "1 the file has more than 256 KiB, move long prompts to files of their own",
    ]);
  });

  test(
    "nested deeper than anything of the format: one finding, however deep",
    () => {
      expect(told(`${SOUND}x: ${"[".repeat(40)}${"]".repeat(40)}\n`)).toEqual([
        "7 the file has more than 32 levels, aliases included",
      ]);
      for (const open of ["[", "- "]) {
        const text = open.repeat(Math.floor(MAX_MACHINE_BYTES / open.length));
        expect(told(text)).toHaveLength(1);
      }
    },
    WORST_MS,
  );

  test(
    "nothing but mistakes: the first thousand, and how many more there are",
    () => {
      const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n");
      const { findings } = parseMachine(`${SOUND}${keys}\n`, "/m.yaml");
      expect(findings).toHaveLength(1001);
      expect(findings[999]).toMatchObject({ line: 1006, path: "k999" });
      expect(findings[1000]?.message).toBe("19000 more problems are not shown");
    },
    WORST_MS,
  );

  test(
    "thousands of states with misspelt targets: told without comparing all with all",
    () => {
      const count = 4_000;
      const states = Array.from(
        { length: count },
        (_, at) => `STATE_NUMBER_${at}: {on: {e: STATE_NUMBR_${at}}}`,
      );
      const { findings } = parseMachine(
        machineText(["A: { on: { go: A } }", ...states]),
        "/m.yaml",
      );
      expect(findings).toHaveLength(1001);
    },
    WORST_MS,
  );

  test("a very long name: shown cut, without control characters", () => {
    const name = `a\\e[2J${"x".repeat(500)}`;
    const { findings } = parseMachine(`${SOUND}"${name}": 1\n`, "/m.yaml");
    expect(findings[0]?.path).toMatch(/^ax{79}…$/);
    expect(findings[0]?.message.length).toBeLessThan(200);
  });
});
