import { expect, test } from "bun:test";
import fc from "fast-check";
import { entry, MARKDOWN, stateOf, view } from "../../../../../test/host/transcript-world.ts";
import type { LiveTurn } from "../../../../wire/runtime/entities.ts";

const PIECES = [
  "\n",
  "\n\n",
  "# h",
  "- item",
  "  - in",
  "1. one",
  "> q",
  "```",
  "~~~",
  "| a | b |",
  "|---|---|",
  "|--",
  "-",
  "---",
  "**",
  "a*b*",
  "`",
  "text ",
  "漢字",
  "[x](https://e.org)",
  "\\",
  "  ",
  "\t",
  "\r\n",
  "===",
];
const markdown = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join(""));

// covers: transcript-streams, transcript-settled
test("any Markdown in any pieces: the rows of the whole; rows that were settled stay", () => {
  fc.assert(
    fc.property(
      markdown,
      fc.array(fc.nat(200), { maxLength: 8 }),
      fc.integer({ min: 1, max: 60 }),
      (text, cuts, cols) => {
        const streamed = view();
        const at = [...new Set([...cuts.filter((cut) => cut < text.length), text.length])].toSorted(
          (a, b) => a - b,
        );
        let settled: readonly string[] = [];
        for (const end of at) {
          streamed.setState(
            stateOf([entry({ kind: "agent", text: text.slice(0, end), turnId: "t" })], {
              turn: TURN,
            }),
          );
          const rows = streamed.render(cols);
          expect(rows.slice(0, settled.length)).toEqual([...settled]);
          settled = rows.slice(0, streamed.settledRows());
        }
        const whole = view();
        whole.setState(stateOf([entry({ kind: "agent", text, turnId: "t" })]));
        expect(streamed.render(cols)).toEqual(whole.render(cols));
      },
    ),
    { numRuns: 1_500 },
  );
});

const TURN: LiveTurn = { turnId: "t", stage: "active", startedAtMs: 0 };

test("the sample of Markdown, character by character: the rows of the whole", () => {
  const streamed = view();
  for (let end = 0; end <= MARKDOWN.length; end++) {
    const entries = [entry({ kind: "agent", text: MARKDOWN.slice(0, end) })];
    streamed.setState(stateOf(entries));
    const whole = view();
    whole.setState(stateOf(entries));
    expect(streamed.render(30)).toEqual(whole.render(30));
  }
});

test("Markdown for people: marks are gone, links say where they lead, code stays as it is", () => {
  const shown = view();
  shown.setState(stateOf([entry({ kind: "agent", text: MARKDOWN })]));
  expect(shown.render(40)).toEqual([
    "Head",
    "",
    "A strong and coded text with a name",
    "(https://example.org/a) over two lines.",
    "",
    "1. one more",
    "2. two",
    "   • inner",
    "",
    "│ said",
    "```ts",
    "const a = `b`;",
    "",
    "# no head",
    "```",
    "a  b",
    "─  ────",
    "1  漢字",
    "",
    "────────────────────────",
    "last",
  ]);
});

/** Far above what a line costs, far below what a square of its length would. */
const LINE_MS = 3_000;

test("long lines made to be read in many ways: each is drawn in bounded time", () => {
  const many = (part: string) => part.repeat(Math.ceil(60_000 / part.length));
  const spaces = many(" ");
  const lines = [
    `# a${spaces}b`,
    `# a${spaces}#${spaces}b`,
    `\`\`\`${spaces}\``,
    `${many("~")}\``,
    `a|b\n-${spaces}x`,
    `a|b\n${many("-|")}x`,
    `${many("- ")}x`,
    many("*a "),
    many("**a "),
    many("__a _b "),
    many("***"),
    many("["),
    many("[a]("),
    many("[a](b"),
    many("` `` "),
    many("`a``b```c````"),
    many("https://"),
    many("https://a."),
    many("\\"),
    many("_a*b`c["),
    `>${spaces}`,
    many("| "),
    spaces,
  ];
  for (const line of lines) {
    const shown = view();
    shown.setState(stateOf([entry({ kind: "agent", text: line })]));
    const startedAtMs = performance.now();
    shown.render(80);
    const tookMs = performance.now() - startedAtMs;
    if (tookMs > LINE_MS) throw new Error(`${Math.round(tookMs)} ms: ${line.slice(0, 20)}`);
  }
}, 120_000);
