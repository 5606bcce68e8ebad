import { describe, expect, test } from "bun:test";
import { testOptions } from "../testing/draw.ts";
import { toDepth } from "../text/color.ts";
import { plainText, type Span } from "../text/span.ts";
import type { Fact } from "./facts/fact.ts";
import { ownLines } from "./own-lines.ts";
import { type RowsOptions, renderRows } from "./rows.ts";
import { EMPTY_SNAPSHOT, foldAll } from "./snapshot.ts";

const FACTS: readonly Fact[] = [
  { kind: "model-selected", id: "m2" },
  { kind: "git-head-read", repo: true, branch: "main" },
  { kind: "permission-mode-set", mode: "auto" },
  { kind: "queue-counted", queued: 2 },
];
const LINES = ownLines([
  {
    left: [{ item: "model" }, { item: "git-branch" }],
    right: [{ item: "mode" }, { item: "queue" }],
    separator: "powerline",
  },
]);
const spansAt = (own: Partial<RowsOptions>): readonly Span[] =>
  renderRows(foldAll(EMPTY_SNAPSHOT, FACTS), LINES, testOptions(own))[0]?.spans ?? [];
const at = (own: Partial<RowsOptions>): string => plainText(spansAt(own));

describe("a powerline row", () => {
  test("has blanks around its segments and arrows that point outwards", () => {
    expect(at({ widthCols: 44 })).toBe(
      " ✦ m2 \ue0b0 ⎇ main \ue0b0           \ue0b2 Auto \ue0b2 queue 2 ",
    );
    expect(at({})).toBe(" ✦ m2 \ue0b0 ⎇ main \ue0b0 \ue0b2 Auto \ue0b2 queue 2 ");
  });

  test("in ASCII has arrows of ASCII", () => {
    expect(at({ ascii: true })).toBe(" * m2 > git main > < Auto < queue 2 ");
  });

  test("drops what does not fit, arrows included, and is never too wide", () => {
    const { measure } = testOptions();
    for (let widthCols = 1; widthCols <= 60; widthCols++) {
      const text = at({ widthCols });
      expect(measure(text)).toBeLessThanOrEqual(widthCols);
    }
    expect(at({ widthCols: 14 }).trimStart()).toBe("\ue0b2 Auto ");
  });

  test.each(["dark", "light"] as const)(
    "gives neighbours different backgrounds on a %s theme",
    (theme) => {
      const grounds = spansAt({ theme, widthCols: 44 })
        .filter(({ text }) => /\w/.test(text))
        .map(({ bg }) => bg);
      expect(grounds.every((ground) => typeof ground === "number")).toBe(true);
      const [model, branch, mode, queue] = grounds;
      expect(model).not.toBe(branch);
      expect(mode).not.toBe(queue);
    },
  );

  test("paints each arrow in the background of the segment whose edge it is", () => {
    const spans = spansAt({ widthCols: 44 });
    const arrows = spans.flatMap((span, index) => {
      if (!/[\ue0b0\ue0b2]/.test(span.text)) return [];
      const before = spans[index - 1]?.bg;
      const after = spans[index + 1]?.bg;
      const own = span.text === "\ue0b0" ? before : after;
      const other = span.text === "\ue0b0" ? after : before;
      return [span.fg === own && span.bg === other];
    });
    expect(arrows).toEqual([true, true, true, true]);
  });

  test("leaves the gap between its sides unpainted", () => {
    const gap = spansAt({ widthCols: 44 }).find(({ text }) => /^ {2,}$/.test(text));
    expect(gap).toBeDefined();
    expect(gap?.bg).toBeUndefined();
  });

  test("keeps the tones of its items", () => {
    expect(spansAt({}).find(({ text }) => text.includes("queue"))?.tone).toBe("warning");
  });
});

test.each(["dark", "light"] as const)(
  "theme %s: neighbouring segments have two backgrounds in sixteen colours too, and no dim text",
  (theme) => {
    const line = ownLines([
      { left: [{ item: "model" }, { item: "cost" }], right: [], separator: "powerline" },
    ]);
    const facts = [
      { kind: "model-selected", id: "m2" },
      { kind: "cost-counted", sessionUsd: 1 },
    ] as const;
    const [row] = renderRows(foldAll(EMPTY_SNAPSHOT, facts), line, testOptions({ theme }));
    const grounds = (row?.spans ?? []).flatMap((part) => part.bg ?? []);
    expect(new Set(grounds.map((ground) => toDepth(ground, "16"))).size).toBe(2);
    expect(row?.spans.some((part) => part.tone === "dim")).toBe(false);
  },
);
