/** Entries of sessions for tests of the transcript. */
import { textsIn } from "../../src/surfaces/host/texts/texts.ts";
import { transcriptView } from "../../src/surfaces/host/transcript/transcript-view.ts";
import { testPainter } from "../../src/testing/test-painter.ts";
import type { Entry, ToolCall, ToolContent } from "../../src/wire/runtime/entities.ts";
import { EMPTY_STATE, type SessionState } from "../../src/wire/runtime/state.ts";

type Painter = ReturnType<typeof testPainter>;
type Body = Entry extends infer Each
  ? Each extends Entry
    ? Omit<Each, "entryId" | "atMs">
    : never
  : never;

export const view = (painter: Painter = testPainter(), language: "en" | "zh-Hans" = "en") =>
  transcriptView({ texts: textsIn(language), painter });

export const entry = (body: Body, entryId = "e"): Entry => ({ ...body, entryId, atMs: 0 }) as Entry;

export const stateOf = (
  entries: readonly Entry[],
  change: Partial<SessionState> = {},
): SessionState => ({
  ...EMPTY_STATE,
  sessionId: "s",
  entries,
  ...change,
});

export const tool = (content: readonly ToolContent[], change: Partial<ToolCall> = {}): Entry =>
  entry(
    {
      kind: "tool",
      call: {
        toolCallId: "t",
        title: "npm test",
        kind: "execute",
        status: "done",
        content,
        ...change,
      },
    },
    "t",
  );

export const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

export const MARKDOWN = [
  "# Head",
  "",
  "A **strong** and `coded` text with [a name](https://example.org/a) over",
  "two lines.",
  "",
  "1. one",
  "   more",
  "2. two",
  "   - inner",
  "",
  "> said",
  "```ts",
  "const a = `b`;",
  "",
  "# no head",
  "```",
  "| a | b |",
  "|---|---|",
  "| 1 | 漢字 |",
  "",
  "***",
  "last",
].join("\n");

export const everything = (text: string): readonly Entry[] => [
  entry({ kind: "user", text }, "1"),
  entry({ kind: "thought", text }, "2"),
  entry({ kind: "agent", text }, "3"),
  entry({ kind: "plan", items: [{ text, status: "running", priority: "high" }] }, "4"),
  entry({ kind: "compaction", text }, "5"),
  entry({ kind: "notice", level: "warning", text }, "6"),
  entry({ kind: "agent", text, memberId: "m" }, "7"),
  tool(
    [
      { kind: "text", text },
      { kind: "diff", path: text, oldText: `a\n${text}`, newText: `b\n${text}` },
      { kind: "terminal", terminalId: "x", command: text, output: text, exitCode: 2 },
    ],
    {
      title: text,
      input: text,
      status: "failed",
      locations: [{ path: text, line: 3 }],
    },
  ),
];
