import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import type { RenderOptions } from "./item.ts";
import { sessionTitle } from "./session-title.ts";

const forms = (title: string, own: Partial<RenderOptions> = {}) =>
  formsOf(
    sessionTitle,
    [
      { kind: "session-started", sessionId: "s-1" },
      { kind: "session-titled", title },
    ],
    own,
  );

test("a long title: whole, cut to 18 columns, cut to 10; the mark signals, the text is muted", () => {
  expect(forms("Move the tax rules to their own package")).toEqual([
    "<signal>◇ <muted>Move the tax rules to their own package",
    "<signal>◇ <muted>Move the tax rule…",
    "<signal>◇ <muted>Move the …",
  ]);
});

test("titles at the borders of the cuts: forms that read the same are one", () => {
  expect(forms("123456789 ")).toHaveLength(1);
  expect(forms("1234567890")).toHaveLength(1);
  expect(forms("12345678901")).toEqual([
    "<signal>◇ <muted>12345678901",
    "<signal>◇ <muted>123456789…",
  ]);
  expect(forms("123456789012345678")).toHaveLength(2);
  expect(forms("1234567890123456789")).toHaveLength(3);
});

test("a wide title is cut by columns", () => {
  expect(forms("漢字漢字漢字漢字漢字").slice(1)).toEqual([
    "<signal>◇ <muted>漢字漢字漢字漢字…",
    "<signal>◇ <muted>漢字漢字…",
  ]);
});

test.each(["", "   ", "new session", "New Session", " NEW SESSION ", "\u001b[31m\u001b[0m"])(
  "title %p: absent",
  (title) => {
    expect(forms(title)).toEqual([]);
  },
);

test("a title with a line feed and escape sequences: one clean line", () => {
  expect(forms(" Fix\nthe \u001b[31mbuild\u0007 ")).toEqual([
    "<signal>◇ <muted>Fix the build",
    "<signal>◇ <muted>Fix the b…",
  ]);
});

test("a sub-agent's session and a session without a title: absent", () => {
  const role = { kind: "session-started", sessionId: "s-1", role: "subagent" } as const;
  expect(formsOf(sessionTitle, [role, { kind: "session-titled", title: "Explore" }])).toEqual([]);
  expect(formsOf(sessionTitle, [{ kind: "session-started", sessionId: "s-1" }])).toEqual([]);
});

test("in ASCII the mark and the ellipsis are ASCII", () => {
  expect(forms("Fix the build", { ascii: true })).toEqual([
    "<signal>* <muted>Fix the build",
    "<signal>* <muted>Fix the...",
  ]);
});
