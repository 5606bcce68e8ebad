/**
 * The guides of the workflows, walked through as they stand. `UPDATE_GOLDENS=1` writes the outputs in them
 * anew: read the difference before it is committed.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { callsIn, Reader } from "./guide.ts";

/** Dozens of calls each, and the first one compiles the program. */
setDefaultTimeout(180_000);

const checkout = resolve(import.meta.dir, "../..");
const updates = process.env.UPDATE_GOLDENS === "1" && process.env.CI !== "true";

const GUIDES = [
  "docs/workflow.md",
  "docs/workflow-first-machine.md",
  "docs/workflow-claude-code.md",
  "docs/workflow-embed.md",
  "examples/workflows/README.md",
];

// covers: workflow-guides-run
test.each(GUIDES)(
  "%s, its files written and its commands run: prints what it shows",
  async (path) => {
    const document = fs.readFileSync(join(checkout, path), "utf8");
    using reader = new Reader();
    await reader.open();
    const walked = await reader.walk(document);
    if (updates) fs.writeFileSync(join(checkout, path), walked);
    else expect(walked).toBe(document);
    expect(document).toContain("```console\n$ ");
  },
);

test("a block of commands: each with its lines and what is below it", () => {
  expect(callsIn("$ a \\\n  b\none\ntwo \\\n$ c\n")).toEqual([
    { command: "a \\\n  b\n", shown: "one\ntwo \\\n" },
    { command: "c\n", shown: "" },
  ]);
  expect(() => callsIn("one\n")).toThrow();
});

test("a document that shows something else than happens: walks to another text", async () => {
  using reader = new Reader();
  await reader.open();
  const document = (output: string) =>
    `<!-- file: a/b.txt -->\n\n\`\`\`text\nx\n\`\`\`\n\n\`\`\`console\n$ cd a && cat b.txt && false\n${output}$ echo $? $(pwd)\n1 /home/ana/a\n\`\`\`\n`;
  expect(await reader.walk(document("y\n"))).toBe(document("x\n"));
});
