import { afterAll, beforeAll, expect, test } from "bun:test";
import fs from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { commandIo } from "../../testing/command-io.ts";
import { preview } from "./preview.ts";

let dir = "";
beforeAll(() => {
  dir = fs.mkdtempSync(join(os.tmpdir(), "telltale-preview-"));
});
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(options: Record<string, string>, config = ""): Ran {
  fs.writeFileSync(join(dir, "config.yaml"), config);
  const { io, said } = commandIo(dir);
  const code = preview({ repeated: {}, operands: [], options: { width: "120", ...options }, io });
  return { code, ...said };
}

const SAYS = "telltale config preview: ";

test.each([
  [{ items: "model,git-brnch" }, 'there is no item "git-brnch" (did you mean git-branch?)'],
  [{ items: "weather" }, 'there is no item "weather"; see: telltale config items'],
  [
    { layout: "ful" },
    '--layout is one of items, full, compact, lines, not "ful" (did you mean full?)',
  ],
])("%j: exit 2, nothing on stdout, the name and the nearest", (options, reason) => {
  const { code, out, err } = run(options as Record<string, string>);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toStartWith(SAYS + reason);
});

test("names with blanks and commas too many: drawn", () => {
  expect(run({ items: " cost ,," })).toEqual({ code: 0, out: "$4.32\n", err: "" });
});

test("the layout lines without lines: hidden, and how to write some", () => {
  const { code, out, err } = run({ layout: "lines" });
  expect({ code, out }).toEqual({ code: 0, out: "The line is hidden.\n" });
  expect(err).toMatch(
    /tui\.lines is empty; see: telltale config set tui\.lines '\[\{left: .+\]'\n$/,
  );
  expect(run({ layout: "lines" }, "tui: {lines: [{left: [cost]}]}").err).toBe("");
});

test("a command of one's own: never run, no output invented, and the item named", () => {
  const config = "tui: {customStatusLine: {command: date}, statusLine: [cost, custom-command]}";
  expect(run({}, config)).toEqual({
    code: 0,
    out: "$4.32\n",
    err: `${SAYS}custom-command: a preview never runs a command, so it shows nothing here\n`,
  });
  expect(run({ items: "custom" }).out).toBe("The line is hidden.\n");
});

test("an item that lacks what it shows: named with the reason; one that gave way to the width: not", () => {
  expect(run({ items: "cost,text" }).err).toBe(
    `${SAYS}text: shows nothing here; it is absent when no text is given\n`,
  );
  expect(run({ items: "cost,model,git-branch", width: "6" }).err).toBe("");
  expect(run({ items: "terminal-width" }).err).toBe("");
  expect(run({}).err).toBe("");
});

test("items together with a layout that has its own: said", () => {
  expect(run({ items: "cost", layout: "full" }).err).toBe(
    `${SAYS}--items counts in the layout items only, not in full\n`,
  );
});
