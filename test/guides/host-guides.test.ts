/**
 * The pages of exec and the runtime, walked through as they stand. `UPDATE_GOLDENS=1` writes the outputs in
 * them anew: read the difference before it is committed.
 */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fs from "node:fs";
import { join, resolve } from "node:path";
import { Reader } from "./guide.ts";

/** A dozen calls each, and the first one may compile the program. */
setDefaultTimeout(180_000);

const checkout = resolve(import.meta.dir, "../..");
const updates = process.env.UPDATE_GOLDENS === "1" && process.env.CI !== "true";
const missing = ["curl", "jq"].filter((name) => Bun.which(name) === null);
if (missing.length > 0 && process.env.CI === "true") throw new Error(`CI needs ${missing}`);

// covers: host-guides-run
test.skipIf(missing.length > 0).each(["docs/exec.md", "docs/runtime.md"])(
  "%s, its commands run: prints what it shows",
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

describe("docs/runtime.md", () => {
  const document = fs.readFileSync(join(checkout, "docs/runtime.md"), "utf8");
  /** Codes in the first column of the table below that heading. */
  const listed = (heading: string): readonly string[] => {
    const [, section = ""] = document.split(new RegExp(`^#+ ${heading}$`, "m"));
    const [own = ""] = section.split(/^#+ /m);
    const rows = own.split("\n").filter((line) => line.startsWith("| `"));
    const first = rows.slice(1).map((row) => row.split(" | ")[0] ?? "");
    return first.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, kind = ""]) => kind));
  };
  /** Kinds of the union of that name. */
  const declared = (file: string, union: string): readonly string[] => {
    const text = fs.readFileSync(join(checkout, "src/wire/runtime", file), "utf8");
    const [, type = ""] = text.split(`export type ${union} =`);
    const [own = ""] = type.split(";\n\n");
    return [...own.matchAll(/readonly kind: "([\w-]+)"/g)].map(([, kind = ""]) => kind);
  };

  // covers: host-guides-complete
  test("events: all of the protocol, and no other", () => {
    const kinds = declared("event.ts", "SessionChange");
    expect(kinds.length).toBeGreaterThan(30);
    expect(listed("Events").toSorted()).toEqual(kinds.toSorted());
  });

  // covers: host-guides-complete
  test("requests of a session: all of the protocol, and no other", () => {
    const kinds = declared("request.ts", "SessionRequest");
    expect(kinds.length).toBeGreaterThan(8);
    expect(listed("Requests of a session")).toEqual([...kinds]);
  });
});

test("a program that a document leaves running: ended with its reader", async () => {
  const reader = new Reader();
  await reader.open();
  const walked = await reader.walk("```console\n$ sleep 300 > /dev/null 2>&1 & echo $!\n```\n");
  const pid = Number(/^(\d+)$/m.exec(walked)?.[1]);
  expect(pid).toBeGreaterThan(1);
  expect(() => process.kill(pid, 0)).not.toThrow();
  reader[Symbol.dispose]();
  const isThere = () => Bun.spawnSync(["ps", "-o", "stat=", "-p", `${pid}`]).stdout.toString();
  expect(isThere()).not.toMatch(/^[^Z]/);
});
