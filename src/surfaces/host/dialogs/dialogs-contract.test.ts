import { expect, test } from "bun:test";
import { asking, dialogWorld, form } from "../../../../test/host/dialog-world.ts";
import { hostileTexts } from "../../../testing/hostile-text.ts";
import { testPainter } from "../../../testing/test-painter.ts";
import type { OpenInteraction } from "../../../wire/runtime/entities.ts";

const SIZES: readonly (readonly [cols: number, rows: number])[] = [
  1, 2, 3, 5, 8, 13, 20, 40, 80, 200,
].flatMap((cols) => [1, 2, 3, 4, 5, 8, 24, 60].map((rows) => [cols, rows] as const));

/** Every size in every look, on a machine that does other things. */
const SLOW_MS = 60_000;

const LOOKS = [{}, { isAscii: true }, { ambiguousWide: true }] as const;

const KINDS: Readonly<Record<string, OpenInteraction>> = {
  permission: asking({
    call: {
      toolCallId: "t",
      title: "npm test",
      kind: "execute",
      status: "pending",
      input: '{"command":"npm test"}',
      content: [
        { kind: "diff", path: "a.ts", oldText: "a\nb\n", newText: "a\nc\n" },
        { kind: "text", text: "some\ttext" },
      ],
    },
  }),
  question: asking({
    asks: "question",
    title: "Which one?",
    body: "Say **which**.",
    memberId: "m",
  }),
  form: form(),
  plan: asking({
    asks: "plan",
    title: "The plan",
    body: "# Plan\n\n1. one\n2. two\n\n```sh\nls\n```",
  }),
  page: asking({ asks: "question", options: [], url: "https://example.org/answer?x=1" }),
  login: asking({ asks: "login", title: "Sign in", options: [] }),
};

for (const [kind, interaction] of Object.entries(KINDS)) {
  // covers: dialog-fits
  test(
    `a dialog of ${kind} at every size: within its rows and columns, in both languages and in ASCII`,
    () => {
      for (const language of ["en", "zh-Hans"] as const) {
        for (const looks of LOOKS) {
          const { shown, open, press } = dialogWorld(language, looks);
          open(interaction, asking({ requestId: "other", asks: "question" }));
          const { measure } = testPainter(looks);
          for (const [widthCols, heightRows] of SIZES) {
            const rows = shown.view({ widthCols, heightRows });
            expect(rows.length).toBeGreaterThan(0);
            expect(rows.length).toBeLessThanOrEqual(heightRows);
            for (const row of rows) expect(measure(row)).toBeLessThanOrEqual(widthCols);
            const cursor = shown.cursor();
            if (cursor === undefined) continue;
            expect(cursor.row).toBeLessThan(rows.length);
            expect(cursor.col).toBeLessThan(widthCols);
          }
          press("down", "tab");
        }
      }
    },
    SLOW_MS,
  );

  // covers: dialog-cleaned
  test(
    `a dialog of ${kind} with hostile texts everywhere: no control character, no row too wide`,
    () => {
      const { measure } = testPainter();
      for (const [index, text] of hostileTexts().entries()) {
        const { shown, open, press } = dialogWorld();
        open(hostile(interaction, text));
        if (index % 2 === 0) press("tab", "down");
        for (const widthCols of [1, 7, 40]) {
          for (const row of shown.view({ widthCols, heightRows: 40 })) {
            expect(row).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
            expect(measure(row)).toBeLessThanOrEqual(widthCols);
          }
        }
      }
    },
    SLOW_MS,
  );
}

function hostile(interaction: OpenInteraction, text: string): OpenInteraction {
  const { call, form: fields } = interaction;
  return {
    ...interaction,
    title: text,
    body: `${text}\n${text}`,
    url: text,
    options: interaction.options.map((option) => ({ ...option, label: text, description: text })),
    ...(call && {
      call: {
        ...call,
        title: text,
        input: text,
        content: [
          { kind: "text", text },
          { kind: "diff", path: text, newText: text },
        ],
      },
    }),
    ...(fields && {
      form: fields.map((field) => ({
        ...field,
        label: text,
        description: text,
        ...(field.options && {
          options: field.options.map(({ value }) => ({ value, label: text })),
        }),
        ...(field.type === "text" && { fallback: text }),
      })),
    }),
  };
}
