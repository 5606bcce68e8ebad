import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { entry, MARKDOWN, stateOf, view } from "../../../../../test/host/transcript-world.ts";
import type { LiveTurn } from "../../../../wire/runtime/entities.ts";

/** Many texts on a machine that does other things. */
setDefaultTimeout(60_000);

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
  "<div>",
  "<!--",
  "[a]: https://e.org",
  "[a][b]",
  "- [x] ",
  "    ",
  "***",
  "~~x~~",
];
const markdown = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join(""));

function expectStreamed(text: string, cuts: readonly number[], cols: number): void {
  const streamed = view();
  const ends = [...new Set([...cuts.filter((cut) => cut < text.length), text.length])];
  let settled: readonly string[] = [];
  for (const end of ends.toSorted((a, b) => a - b)) {
    const answer = entry({ kind: "agent", text: text.slice(0, end), turnId: "t" });
    streamed.setState(stateOf([answer], { turn: TURN }));
    const rows = streamed.render(cols);
    expect(rows.slice(0, settled.length)).toEqual([...settled]);
    settled = rows.slice(0, streamed.settledRows());
  }
  const whole = view();
  whole.setState(stateOf([entry({ kind: "agent", text, turnId: "t" })]));
  expect(streamed.render(cols)).toEqual(whole.render(cols));
}

// covers: transcript-streams, transcript-settled
test("any Markdown in any pieces: the rows of the whole; rows that were settled stay", () => {
  fc.assert(
    fc.property(
      markdown,
      fc.array(fc.nat(200), { maxLength: 8 }),
      fc.integer({ min: 1, max: 60 }),
      expectStreamed,
    ),
    { numRuns: 1_500 },
  );
});

/** Pieces of a text that is longer than what is read at once. */
const long = fc
  .array(
    fc.tuple(
      fc.oneof(
        markdown,
        fc.constantFrom("- item\n", "```\n", "code_a * b_c\n", "| a | b |\n", "\n", "> q\n"),
      ),
      fc.constantFrom(1, 3, 90, 230, 700),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) =>
    parts
      .map(([part, times]) => part.repeat(times))
      .join("\n")
      .slice(0, 60_000),
  );

// covers: transcript-streams, transcript-settled
test("long Markdown in any pieces: the rows of the whole; rows that were settled stay", () => {
  fc.assert(
    fc.property(long, fc.array(fc.nat(60_000), { maxLength: 6 }), (text, cuts) => {
      expectStreamed(text, cuts, 40);
    }),
    { numRuns: 60 },
  );
}, 60_000);

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

test("lists in lists, tasks, quotes with blocks, HTML, what breaks a line", () => {
  const shown = view();
  const text = [
    "1. one",
    "   - in *it*",
    "",
    "     more",
    "2. two",
    "   ```sh",
    "   run",
    "   ```",
    "- [ ] to do",
    "- [x] done",
    "",
    "> # said",
    "> - a",
    ">",
    "> lazy",
    "",
    "<details>",
    "**shown**",
    "</details>",
    "",
    "first\\",
    "second ~~gone~~ <b>x</b> <https://e.org> me@e.org",
    "![picture](https://e.org/p.png)",
    "",
    "[a]: https://e.org",
  ];
  shown.setState(stateOf([entry({ kind: "agent", text: text.join("\n") })]));
  expect(shown.render(60)).toEqual([
    "1. one",
    "   • in it",
    "",
    "     more",
    "2. two",
    "   ```sh",
    "   run",
    "   ```",
    "• [ ] to do",
    "• [x] done",
    "",
    "│ said",
    "│ • a",
    "│ ",
    "│ lazy",
    "",
    "<details>",
    "**shown**",
    "</details>",
    "",
    "first",
    "second ~~gone~~ <b>x</b> https://e.org me@e.org picture",
    "(https://e.org/p.png)",
    "",
    "[a]: https://e.org",
  ]);
});

test("code and a table that are longer than what is read at once: one fence, one head", () => {
  const shown = view();
  const code = Array.from({ length: 450 }, (_, at) => `a_${at} * b`);
  const rows = Array.from({ length: 450 }, (_, at) => `| ${at} | x |`);
  const text = ["```c", ...code, "```", "", "| n | x |", "|---|---|", ...rows, "", "end"].join(
    "\n",
  );
  shown.setState(stateOf([entry({ kind: "agent", text })]));
  const drawn = shown.render(40);
  expect(drawn.filter((row) => row.startsWith("```"))).toEqual(["```c", "```"]);
  expect(drawn.slice(1, 451)).toEqual(code);
  expect(drawn.filter((row) => /^n +x$/.test(row))).toHaveLength(1);
  expect(drawn.filter((row) => /^\d+ +x$/.test(row))).toHaveLength(450);
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
  const short = lines.flatMap((line) => [line.slice(0, 900), line.slice(0, 3_900)]);
  const repeated = short.map((line) => `${line}\n`.repeat(15));
  for (const line of [...lines, ...repeated]) {
    const shown = view();
    shown.setState(stateOf([entry({ kind: "agent", text: line })]));
    const startedAtMs = performance.now();
    shown.render(80);
    const tookMs = performance.now() - startedAtMs;
    if (tookMs > LINE_MS) throw new Error(`${Math.round(tookMs)} ms: ${line.slice(0, 20)}`);
  }
}, 120_000);
