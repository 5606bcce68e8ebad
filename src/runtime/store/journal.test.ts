import { afterAll, beforeAll, expect, test } from "bun:test";
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
