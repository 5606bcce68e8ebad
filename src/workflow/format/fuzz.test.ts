/** No text whatever makes the reader of machines throw, hang, or say something that a terminal obeys. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { HOSTILE_TEXTS } from "../../testing/hostile-text.ts";
import { findingLine } from "../check/show-finding.ts";
import { idLineOf } from "./machine-id.ts";
import { parseMachine } from "./parse-machine.ts";

const FIXTURES = join(import.meta.dir, "../../../test/workflow/fixtures");
const TEXTS = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => readFileSync(join(FIXTURES, name), "utf8"));
const FUZZ_MS = 120_000;

/** What every answer keeps. */
function hold(text: string): void {
  const { machine, findings, promptFiles } = parseMachine(text, "/m/m.smllm.yaml");
  const isWrong = findings.some(({ level }) => level === "error");
  expect(machine === undefined).toBe(isWrong);
  const lines = findings.map(({ line }) => line ?? 0);
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  const lineCount = text.split(/\r\n|\r|\n/).length;
  for (const finding of findings) {
    expect(finding.line).toBeWithin(1, lineCount + 1);
    const line = findingLine(finding, "m.smllm.yaml");
    expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+ \([A-Z]+-\d+\)$|\(graph\)$/u);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
  if (machine !== undefined) expect(JSON.parse(JSON.stringify(machine))).toEqual(machine);
  for (const { file } of promptFiles) expect(file).toStartWith("/");
  idLineOf(text);
}

const anyBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => new TextDecoder().decode(bytes));

/** Signs with a meaning in YAML, and words of the format. */
const PIECES = [
  ...":-?[]{},&*!|>'\"%@`#~ \n\t",
  "\r\n",
  "<<: ",
  "&a ",
  "*a",
  "!!str ",
  "---\n",
  "...\n",
  "? ",
  "  ",
  "null",
  "true",
  "1",
  "0x1",
  ".nan",
  "on: ",
  "states:",
  "always: A",
  "setRef",
  "type: final",
  "__proto__: ",
  "guard: ",
  "</events>",
  "\u0000",
  "\u001b[2J",
  "\u2028",
  "\ud800",
  "\ufeff",
];

const anyMutation = fc.record({
  text: fc.constantFrom(...TEXTS),
  cuts: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 12 }),
      piece: fc.oneof(
        fc.constantFrom(...PIECES),
        fc.string({ unit: "binary", maxLength: 4 }),
        fc.constant(""),
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

test(
  "random bytes: an answer",
  () => {
    fc.assert(fc.property(anyBytes, hold), { numRuns: 500 });
  },
  FUZZ_MS,
);

test(
  "random signs of YAML: an answer",
  () => {
    const anySigns = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 60 })
      .map((all) => all.join(""));
    fc.assert(fc.property(anySigns, hold), { numRuns: 500 });
  },
  FUZZ_MS,
);

test(
  "machines with random cuts and pieces put in: an answer",
  () => {
    fc.assert(
      fc.property(anyMutation, ({ text, cuts }) => {
        const mutated = cuts.reduce((all, { at, length, piece }) => {
          const from = Math.floor(at * all.length);
          return all.slice(0, from) + piece + all.slice(from + length);
        }, text);
        hold(mutated);
      }),
      { numRuns: 400 },
    );
  },
  FUZZ_MS,
);

// covers: smllm-hostile-machine
test(
  "hostile texts as names and values everywhere: an answer that a terminal may show",
  () => {
    for (const hostile of HOSTILE_TEXTS) {
      const name = JSON.stringify(hostile);
      hold(
        `id: ${name}\ninitial: ${name}\nmeta: {smllm: 1}\nstates: {? ${name} : {on: {? ${name} : ${name}}}}\n`,
      );
      hold(`? ${name}\n: 1\n`);
      const texts = `description: ${name}, entry: {type: prompt, params: {text: ${name}}}`;
      hold(`id: m\ninitial: A\nmeta: {smllm: 1}\nstates: {A: {${texts}, on: {? ${name} : A}}}\n`);
      hold(`id: m\n${hostile}\n`);
    }
  },
  FUZZ_MS,
);
