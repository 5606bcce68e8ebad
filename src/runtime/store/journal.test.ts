import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import fs from "node:fs";
import { tempFolder } from "../../testing/temp-git.ts";
import { EMPTY_STATE } from "../../wire/runtime/state.ts";
import { openJournal } from "./journal.ts";
import { sessionFolder } from "./session-folder.ts";

let home = "";
beforeAll(() => {
  home = tempFolder("journal");
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

test("a journal that is closed: nothing is added or written anew, as another runtime may have it", () => {
  const folder = sessionFolder(home, "00000000-0000-4000-8000-000000000000");
  const journal = folder && openJournal(folder, 0);
  if (folder === undefined || journal?.ok !== true) throw new Error("no journal");
  expect(journal.value.append('{"id":1}', "flushed").ok).toBe(true);
  journal.value.close();
  expect(journal.value.append('{"id":2}', "written").ok).toBe(false);
  expect(journal.value.rewrite(EMPTY_STATE, new Map()).ok).toBe(false);
  expect(fs.readFileSync(folder.journal, "utf8")).toBe('{"id":1}\n');
});

test("half a line that cannot be cut off: nothing goes behind it, and it is cut as soon as that works", () => {
  const folder = sessionFolder(home, "00000000-0000-4000-8000-000000000001");
  const journal = folder && openJournal(folder, 0);
  if (folder === undefined || journal?.ok !== true) throw new Error("no journal");
  const { append, close } = journal.value;
  expect(append('{"id":1}', "flushed").ok).toBe(true);
  const broken = [
    spyOn(fs, "fdatasyncSync").mockImplementation(() => {
      throw new Error("no flush");
    }),
    spyOn(fs, "ftruncateSync").mockImplementation(() => {
      throw new Error("no cut");
    }),
  ];
  try {
    expect(append('{"id":2}', "flushed").ok).toBe(false);
    expect(append('{"id":2,"other":true}', "written").ok).toBe(false);
  } finally {
    for (const each of broken) each.mockRestore();
  }
  expect(append('{"id":2,"other":true}', "written").ok).toBe(true);
  close();
  expect(fs.readFileSync(folder.journal, "utf8")).toBe('{"id":1}\n{"id":2,"other":true}\n');
});
