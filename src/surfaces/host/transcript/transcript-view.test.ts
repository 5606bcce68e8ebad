import { expect, test } from "bun:test";
import {
  entry,
  everything,
  MARKDOWN,
  numbered,
  stateOf,
  tool,
  view,
} from "../../../../test/host/transcript-world.ts";
import { hostileTexts } from "../../../testing/hostile-text.ts";
import { testPainter } from "../../../testing/test-painter.ts";
import type { LiveTurn, ToolContent } from "../../../wire/runtime/entities.ts";
import type { SessionChange } from "../../../wire/runtime/event.ts";
import { applyEvent } from "../../../wire/runtime/state.ts";
import type { TranscriptView } from "./transcript-view.ts";

/** Two hundred widths on a machine that does other things. */
const SLOW_MS = 60_000;

/** Folded and whole. */
const bothWays = (shown: TranscriptView, widthCols: number): readonly string[] => {
  const folded = shown.render(widthCols);
  shown.toggleDetails();
  const whole = shown.render(widthCols);
  shown.toggleDetails();
  return [...folded, ...whole];
};

const LOOKS = {
  Unicode: {},
  ASCII: { isAscii: true },
  "wide ambiguous characters": { ambiguousWide: true },
} as const;

for (const [name, looks] of Object.entries(LOOKS)) {
  // covers: transcript-fits
  test(
    `entries of every kind in ${name} at every width 1..200: no row is wider`,
    () => {
      const painter = testPainter(looks);
      const shown = view(painter, "zh-Hans");
      const text = `${MARKDOWN}\nα漢字 ${"w".repeat(210)} 👍 क्षि\n\tindented`;
      const members = [{ memberId: "m", status: "running", name: text }] as const;
      shown.setState(stateOf(everything(text), { members }));
      for (let cols = 1; cols <= 200; cols++) {
        for (const row of bothWays(shown, cols)) {
          if (painter.measure(row) > cols) throw new Error(`${cols}: ${JSON.stringify(row)}`);
        }
      }
    },
    SLOW_MS,
  );
}

// covers: transcript-cleaned
test(
  "hostile texts in every place: no control character, no row too wide",
  () => {
    const { measure } = testPainter();
    for (const text of hostileTexts()) {
      const shown = view();
      shown.setState(
        stateOf(everything(text), { members: [{ memberId: "m", status: "running", name: text }] }),
      );
      for (const cols of [1, 2, 9, 60]) {
        for (const row of bothWays(shown, cols)) {
          if (/[\x00-\x1f\x7f-\x9f]/.test(row)) throw new Error(JSON.stringify([text, row]));
          if (measure(row) > cols) throw new Error(`${cols}: ${JSON.stringify([text, row])}`);
        }
      }
    }
  },
  SLOW_MS,
);

const TURN: LiveTurn = { turnId: "t", stage: "active", startedAtMs: 0 };

// covers: transcript-kept
test("one chunk more in the last entry: the other entries keep their rows; nothing new: the same array", () => {
  let state = stateOf([]);
  let id = 0;
  const apply = (change: SessionChange) => {
    id++;
    state = applyEvent(state, { ...change, id, atMs: id });
  };
  const shown = view();
  for (let count = 0; count < 50; count++) {
    apply({
      kind: "entry-added",
      entry: entry({ kind: "user", text: `question ${count}` }, `u${count}`),
    });
    apply({
      kind: "entry-added",
      entry: entry({ kind: "agent", text: `${MARKDOWN}\n\n${count}` }, `a${count}`),
    });
  }
  shown.setState(state);
  const before = shown.render(50);
  expect(shown.render(50)).toBe(before);
  apply({ kind: "usage-reported", usage: { usedTokens: 5 } });
  shown.setState(state);
  expect(shown.render(50)).toBe(before);
  apply({ kind: "entry-continued", entryId: "a49", text: " and more" });
  shown.setState(state);
  const after = shown.render(50);
  expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(after.at(-1)).toBe("49 and more");
});

test("rows that are settled while a turn runs: up to the first call that runs, or into the answer", () => {
  const shown = view();
  const first = entry({ kind: "user", text: "q", turnId: "t" }, "1");
  const running = entry(
    {
      kind: "tool",
      turnId: "t",
      call: { toolCallId: "c", title: "Run", kind: "other", status: "running", content: [] },
    },
    "2",
  );
  const answer = entry({ kind: "agent", text: "one\n\ntwo\n\nthree", turnId: "t" }, "3");
  shown.setState(stateOf([first, running, answer], { turn: TURN }));
  expect(shown.render(40)).toEqual(["› q", "", "◇ Run", "", "one", "", "two", "", "three"]);
  expect(shown.settledRows()).toBe(2);
  shown.setState(stateOf([first, answer], { turn: TURN }));
  shown.render(40);
  expect(shown.settledRows()).toBe(5);
  shown.setState(stateOf([first, running, answer]));
  shown.render(40);
  expect(shown.settledRows()).toBe(9);
});

// covers: transcript-details
test("output of a tool and of a terminal: first and last lines with the number of the others; the key shows all", () => {
  const shown = view();
  const terminal: ToolContent = {
    kind: "terminal",
    terminalId: "x",
    output: `${numbered(30)}\n`,
    exitCode: 1,
  };
  shown.setState(
    stateOf([
      tool([{ kind: "text", text: numbered(30) }, terminal], { status: "failed" }),
      entry({ kind: "thought", text: "first\nsecond" }, "h"),
    ]),
  );
  expect(shown.render(40)).toEqual([
    "✗ failed run npm test",
    "  │ line 1",
    "  │ line 2",
    "  │ line 3",
    "  │ line 4",
    "  │ +26 lines (Ctrl+O)",
    "  │ +26 earlier lines (Ctrl+O)",
    "  │ line 27",
    "  │ line 28",
    "  │ line 29",
    "  │ line 30",
    "  exit code 1",
    "",
    "◇ Thought: second",
  ]);
  expect(shown.toggleDetails()).toBe(true);
  expect(shown.render(40)).toHaveLength(1 + 30 + 30 + 1 + 1 + 3);
  expect(shown.toggleDetails()).toBe(false);
  expect(shown.render(40)).toHaveLength(14);
});

test("output that an agent has put between fences: without them, if they are its first and last line", () => {
  const shown = view();
  const outputs = ["```console\nhi\n```\n", "```\na\n```\nb", "~~~\n```\n~~~", "```\n```"];
  shown.setState(stateOf([tool(outputs.map((text) => ({ kind: "text", text })))]));
  expect(shown.render(40).slice(1)).toEqual(
    ["hi", "```", "a", "```", "b", "```", "```", "```"].map((line) => `  │ ${line}`),
  );
});

// covers: transcript-diffs
test("a changed file: head with counts, numbers, signs, gaps; folded after twelve lines", () => {
  const shown = view();
  const oldText = numbered(30);
  const newText = oldText.replace("line 5\n", "line five\nmore\n").replace("line 25", "line 25!");
  shown.setState(
    stateOf([
      tool([{ kind: "diff", path: "src/a.ts", oldText, newText }], {
        title: "Edit src/a.ts",
        kind: "edit",
      }),
    ]),
  );
  expect(shown.render(40)).toEqual([
    "✓ Edit src/a.ts",
    "  src/a.ts +3 -2",
    "       1 unchanged line",
    "   2   line 2",
    "   3   line 3",
    "   4   line 4",
    "   5 - line 5",
    "   5 + line five",
    "   6 + more",
    "   7   line 6",
    "   8   line 7",
    "   9   line 8",
    "       13 unchanged lines",
    "  23   line 22",
    "       +8 lines (Ctrl+O)",
  ]);
});

// covers: transcript-plain
test("colours and none: the same text, and every row ends its own colours", () => {
  const plain = view();
  const painted = view(testPainter({ depth: "truecolor" }));
  for (const shown of [plain, painted]) shown.setState(stateOf(everything(MARKDOWN)));
  const rows = bothWays(painted, 50);
  expect(rows.map((row) => row.replace(/\x1b\[[\d;]*m/g, ""))).toEqual([...bothWays(plain, 50)]);
  for (const row of rows) expect(row.match(/\x1b\[[\d;]*m/g)?.at(-1) ?? "\x1b[0m").toBe("\x1b[0m");
});

test("members: their name once above what they write, moved in; the session itself is not", () => {
  const shown = view();
  const by = (memberId: string, text: string) => entry({ kind: "agent", memberId, text }, text);
  const members = [{ memberId: "m", status: "running", name: "explorer" }] as const;
  shown.setState(
    stateOf(
      [by("m", "one"), by("m", "two"), by("x", "three"), entry({ kind: "agent", text: "four" })],
      { members },
    ),
  );
  expect(shown.render(20)).toEqual([
    "│ explorer",
    "│ one",
    "",
    "│ two",
    "",
    "│ agent",
    "│ three",
    "",
    "four",
  ]);
});

test("a whole session of ten thousand entries: the oldest goes, the rest keeps its rows", () => {
  const entries = Array.from({ length: 10_000 }, (_, at) =>
    entry({ kind: "agent", text: `text ${at}` }, `e${at}`),
  );
  const shown = view();
  shown.setState(stateOf(entries));
  expect(shown.render(40)).toHaveLength(19_999);
  shown.setState(stateOf([...entries.slice(1), entry({ kind: "user", text: "next" }, "n")]));
  const rows = shown.render(40);
  expect(rows).toHaveLength(19_999);
  expect([rows[0], rows.at(-1)]).toEqual(["text 1", "› next"]);
});

// covers: transcript-endings
test("turns that did not succeed: how they ended and why, in the language of the person", () => {
  const end = (outcome: "failed" | "blocked" | "cancelled", text: string) =>
    entry({ kind: "notice", level: "error", text, outcome }, outcome);
  const entries = [
    end("failed", "no \x1b[31mtokens\x1b[0m left"),
    end("blocked", ""),
    end("cancelled", ""),
  ];
  const shown = view();
  shown.setState(stateOf(entries));
  expect(shown.render(40)).toEqual([
    "✗ The turn failed: no tokens left",
    "",
    "✗ The turn was blocked",
    "",
    "− Interrupted",
  ]);
  const chinese = view(testPainter({ isAscii: true }), "zh-Hans");
  chinese.setState(stateOf(entries.slice(2)));
  expect(chinese.render(40)).toEqual(["- 已中断"]);
});

// covers: transcript-plan
test("a plan in a call that leaves a mode: read as Markdown, and not folded", () => {
  const shown = view();
  const steps = Array.from({ length: 9 }, (_, at) => `${at + 1}. **step** ${at}`);
  const text = ["# The plan", "", ...steps].join("\n");
  const call = { title: "Ready?", kind: "switch-mode" } as const;
  shown.setState(stateOf([tool([{ kind: "text", text }], call)]));
  expect(shown.render(40)).toEqual([
    "✓ mode Ready?",
    "  │ The plan",
    "  │ ",
    ...steps.map((step) => `  │ ${step.replaceAll("**", "")}`),
  ]);
});
