import { expect, test } from "bun:test";
import { formsOf } from "../../testing/item-forms.ts";
import { addedDirs } from "./added-dirs.ts";

const forms = (dirs?: readonly string[]) =>
  formsOf(addedDirs, [{ kind: "place-known", cwd: "/w", ...(dirs && { addedDirs: dirs }) }]);

test("their names, then how many", () => {
  expect(forms(["/home/ana/src/tokens", "/mnt/specs/"])).toEqual([
    "<muted>+ tokens specs",
    "<muted>+2 dir",
  ]);
  expect(forms(["C:\\work\\specs"])[0]).toBe("<muted>+ specs");
});

test("none, or not known: absent", () => {
  expect(forms([])).toEqual([]);
  expect(forms()).toEqual([]);
  expect(formsOf(addedDirs, [])).toEqual([]);
});
