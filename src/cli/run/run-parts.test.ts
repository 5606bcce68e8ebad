/** What `run` makes of a command's output and end. */
import { describe, expect, test } from "bun:test";
import { finalReport } from "./final-report.ts";
import { createLastLine } from "./last-line.ts";
import { createLineEnd } from "./line-end.ts";
import { lastPercentage } from "./percentages.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the last line", () => {
  const lastOf = (...pieces: readonly string[]): string | undefined => {
    const line = createLastLine();
    for (const piece of pieces) line.feed(bytesOf(piece));
    return line.text();
  };

  test.each([
    ["nothing", [""], undefined],
    ["blank lines after it", ["error: no disk\r\n\r\n  \n"], "error: no disk"],
    ["pieces of a line", ["one\ntw", "o"], "two"],
    ["a bar that was drawn over", ["10%\r20%\rfailed"], "failed"],
    ["colours and a title", ["\x1b]0;t\x07\x1b[31mbad\x1b[0m\n\x1b[0m"], "bad"],
    ["a full screen that was left", ["~\r\n~\x1b[?1049l\r\n"], undefined],
    ["a message after a full screen", ["~\n~\x1b[?1049lcannot save\n"], "cannot save"],
  ])("%s", (_name, pieces, expected) => {
    expect(lastOf(...pieces)).toBe(expected);
  });

  test("megabytes before it, also without a line break: only the end counts, never half a line", () => {
    const long = "x".repeat(100_000);
    expect(lastOf(long, `${long}\nlast`)).toBe("last");
    expect(lastOf(long)).toBeUndefined();
    expect(lastOf(...Array(500).fill(`${"y".repeat(99)}\n`), "last\n")).toBe("last");
  });
});

test.each([
  ["  42% done", 42],
  ["10% ... 20%", 20],
  ["[ 7 %] Building", 7],
  ["99.5%", 99],
  ["120% of 30%", 30],
  ["1234%", undefined],
  ["a1% -5%", undefined],
  ["100%", 100],
  ["%d of 5", undefined],
])("a percentage in %p: %p", (text, expected) => {
  expect(lastPercentage(bytesOf(text))).toBe(expected as number);
});

test.each([
  [{ kind: "exited", code: 0 }, { state: "done" }],
  [
    { kind: "exited", code: 1 },
    { state: "error", msg: "last" },
  ],
  [{ kind: "exited", code: 130 }, { state: "idle" }],
  [{ kind: "signaled", signal: "SIGINT" }, { state: "idle" }],
  [
    { kind: "signaled", signal: "SIGSEGV" },
    { state: "error", msg: "ended by SIGSEGV" },
  ],
] as const)("the end %p: %p", (ending, report) => {
  expect(finalReport(ending, "last")).toEqual(report);
});

describe("the end of what a command wrote", () => {
  const isOpen = (...pieces: readonly string[]) => {
    const end = createLineEnd();
    for (const piece of pieces) end.feed(new TextEncoder().encode(piece));
    return end.isOpen();
  };

  test("nothing, a line end, a line end in pieces or before what moves nothing: no open line", () => {
    expect(isOpen()).toBe(false);
    expect(isOpen("a\r\n")).toBe(false);
    expect(isOpen("a\r", "\n")).toBe(false);
    expect(isOpen("a\r\n\x1b[?25h\x1b[?2004l", "\x1b[0m\x1b[<u\x1b]0;\x07")).toBe(false);
    expect(isOpen("\x1b[?2004h")).toBe(false);
  });

  test("text, a cursor that was moved, a lot of text: an open line", () => {
    expect(isOpen("a\n", "b")).toBe(true);
    expect(isOpen("a\n\x1b[5C")).toBe(true);
    expect(isOpen("a\n", "x".repeat(100_000), "\x1b[0m")).toBe(true);
    expect(isOpen("\u00e9")).toBe(true);
  });
});
